import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { median, quantile } from "./quantile.ts";

/** Measures what `helve mcp guard` adds to a call of the official test server, over standard input and output. */
export async function mcpTable(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), "helve-bench-"));
  const server = {
    command: process.execPath,
    args: [fileOf(import.meta.resolve("@modelcontextprotocol/server-everything/package.json"), "dist/index.js")],
  };
  const servers = join(home, "servers.json");
  writeFileSync(servers, JSON.stringify({ mcpServers: { everything: { ...server, protocol: "2025-11-25" } } }));
  const args = [
    fileOf(import.meta.resolve("helve/package.json"), "dist/main.js"),
    "mcp",
    "guard",
    "--servers",
    servers,
    "--preset",
    "coding-agent",
  ];
  const gateway = { command: process.execPath, args, env: { HOME: home, PATH: process.env["PATH"] ?? "" } };
  const modern: ClientOptions = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
  const contenders = [
    { name: "direct, 2025-11-25", client: await connect(server), tool: "echo" },
    { name: "gateway, 2025-11-25", client: await connect(gateway), tool: guardedEcho },
    { name: "gateway, 2026-07-28", client: await connect(gateway, modern), tool: guardedEcho },
  ];
  const times = contenders.map((): number[] => []);
  for (const contender of contenders) await measure(contender, warmUp);
  for (let round = 0; round < rounds; round++) {
    for (const [index, contender] of contenders.entries())
      times[index]?.push(...(await measure(contender, callsInRound)));
  }
  for (const { client } of contenders) await client.close();
  rmSync(home, { recursive: true, force: true });
  const [direct = []] = times;
  const rows = contenders.map(({ name }, index) => {
    const own = times[index] ?? [];
    const added = index === 0 ? "" : `${ms(median(own) - median(direct))}`;
    return `| ${name} | ${ms(median(own))} | ${ms(quantile(own, 0.95))} | ${added} |`;
  });
  return `${["| a call of echo | median | 95 % | added by the gateway |", "| --- | --- | --- | --- |", ...rows].join("\n")}\n`;
}

interface Contender {
  readonly client: Client;
  /** The name of `echo` there: a gateway puts the name of the server before it. */
  readonly tool: string;
}

const guardedEcho = "everything.echo";

const rounds = 20;
const callsInRound = 100;
const warmUp = 300;

async function connect(
  parameters: { readonly command: string; readonly args: string[]; readonly env?: Record<string, string> },
  options: ClientOptions = {},
): Promise<Client> {
  const client = new Client({ name: "bench", version: "1" }, options);
  await client.connect(new StdioClientTransport({ ...parameters, stderr: "ignore" }));
  return client;
}

/** The times of calls, one after the other, in milliseconds. */
async function measure({ client, tool: name }: Contender, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let call = 0; call < count; call++) {
    const start = performance.now();
    const { isError } = await client.callTool({ name, arguments: { message: "hello" } });
    times.push(performance.now() - start);
    if (isError === true) throw new Error("the call failed");
  }
  return times;
}

function ms(time: number): string {
  return `${time.toFixed(2)} ms`;
}

function fileOf(manifest: string, file: string): string {
  return join(dirname(fileURLToPath(manifest)), file);
}
