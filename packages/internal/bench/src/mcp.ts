import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fileIn, helveProgram } from "./helve-program.ts";
import { interleave, median, quantile, timed } from "./interleave.ts";
import { markdown } from "./markdown.ts";

/** Measures what `helve mcp guard` adds to a call of the official test server, over standard input and output. */
export async function mcpTable(): Promise<string> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "helve-bench-"));
  const home = folder.path;
  const everything = fileIn(
    import.meta.resolve("@modelcontextprotocol/server-everything/package.json"),
    "dist/index.js",
  );
  const server = { command: process.execPath, args: [everything] };
  const servers = join(home, "servers.json");
  writeFileSync(servers, JSON.stringify({ mcpServers: { everything: { ...server, protocol: "2025-11-25" } } }));
  const args = [helveProgram, "mcp", "guard", "--servers", servers, "--preset", "coding-agent"];
  const gateway = { command: process.execPath, args, env: { HOME: home, PATH: process.env["PATH"] ?? "" } };
  const modern: ClientOptions = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
  const clients = [await connect(server), await connect(gateway), await connect(gateway, modern)] as const;
  const contenders = [
    ["direct, 2025-11-25", () => timesOfCalls(clients[0], "echo")],
    ["gateway, 2025-11-25", () => timesOfCalls(clients[1], "everything.echo")],
    ["gateway, 2026-07-28", () => timesOfCalls(clients[2], "everything.echo")],
  ] as const;
  await interleave(contenders, 3); // to warm up
  const measured = await interleave(contenders, 20);
  for (const client of clients) await client.close();
  const rows = measured.map(({ name, times }, index) => {
    const added = index === 0 ? "" : ms(median(times) - median(measured[0]?.times ?? []));
    return [name, ms(median(times)), ms(quantile(times, 0.95)), added];
  });
  return markdown(["a call of echo", "median", "95 %", "added by the gateway"], rows);
}

/** Connects a client to an MCP server. */
async function connect(
  parameters: { readonly command: string; readonly args: string[]; readonly env?: Record<string, string> },
  options: ClientOptions = {},
): Promise<Client> {
  const client = new Client({ name: "bench", version: "1" }, options);
  await client.connect(new StdioClientTransport({ ...parameters, stderr: "ignore" }));
  return client;
}

/** The times of a hundred calls, one after the other, in milliseconds. */
async function timesOfCalls(client: Client, name: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let call = 0; call < 100; call++) {
    const time = await timed(async () => {
      const { isError } = await client.callTool({ name, arguments: { message: "hello" } });
      if (isError === true) throw new Error("the call failed");
    });
    times.push(time);
  }
  return times;
}

/** Formats milliseconds. */
function ms(time: number): string {
  return `${time.toFixed(2)} ms`;
}
