import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { runs } from "@helve/testing/property-runs";
import { describe, expect, it } from "vitest";
import { gatewayCommand } from "../node/gateway-process.ts";
import { folderWith } from "../node/programs.ts";
import { echoing, scripted } from "../node/scripted-server.ts";

const ways = ["SIGTERM", "SIGINT", "SIGHUP", "end of input", "SIGKILL"] as const;
/** A server that goes on at the end of its input, as many do. The last one also ignores SIGTERM. */
const servers = {
  plain: ["", false],
  "a wrapper": ["", true],
  "a wrapper that stays, and a server that ignores SIGTERM": ["process.on('SIGTERM', () => {});", true],
} as const;

/** Starts a gateway in front of a server, with a client that lists the tools. */
function start(code: string, isWrapped: boolean, mark: string): { readonly gateway: ChildProcess; out(): string } {
  const { command, args = [] } = scripted(`(() => { setInterval(() => {}, 1e6); ${code} return ${echoing}; })()`, mark);
  const server = isWrapped ? { command: "sh", args: ["-c", '"$@"; true', "sh", command, ...args] } : { command, args };
  const program = gatewayCommand({ servers: { s: { ...server, protocol: "2025-06-18" } }, state: folderWith() });
  const gateway = spawn(program.command, program.args, { stdio: ["pipe", "pipe", "ignore"] });
  let out = "";
  gateway.stdout.on("data", (data) => {
    out += data;
  });
  gateway.stdin.on("error", () => undefined);
  const send = (message: object): boolean => gateway.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "t", version: "1" };
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/list" });
  return { gateway, out: () => out };
}

function processesWith(mark: string): readonly string[] {
  const all = execFileSync("ps", ["axo", "pid,args"], { encoding: "utf8" }).split("\n");
  return all.filter((line) => line.includes(mark) && !line.includes("gateway-program"));
}

function end(gateway: ChildProcess, way: (typeof ways)[number]): void {
  if (way === "end of input") gateway.stdin?.end();
  else gateway.kill(way);
}

describe.skipIf(process.platform === "win32")("when a gateway ends", () => {
  it.each(
    ways.flatMap((way) =>
      Object.entries(servers).map(([server, [code, isWrapped]]) => ({ way, server, code, isWrapped })),
    ),
  )("by $way, nothing is left of $server", async ({ way, code, isWrapped }) => {
    const mark = `mark${crypto.randomUUID()}`;
    const { gateway, out } = start(code, isWrapped, mark);
    await expect.poll(out).toContain('"id":2');
    expect(processesWith(mark)).not.toEqual([]);
    end(gateway, way);
    await expect.poll(() => gateway.exitCode ?? gateway.signalCode).not.toBeNull();
    await expect.poll(() => processesWith(mark)).toEqual([]);
  });

  it("by SIGKILL after it has started a server and before the watchdog, nothing is left", async () => {
    const mark = `mark${crypto.randomUUID()}`;
    const code = `
      import processes from "node:child_process";
      import { syncBuiltinESMExports } from "node:module";
      const { spawn } = processes;
      let started = 0;
      processes.spawn = (...given) => {
        if (++started === 2) process.kill(process.pid, "SIGKILL");
        return spawn(...given);
      };
      syncBuiltinESMExports();
      const { startProcessGroup } = await import(${JSON.stringify(new URL("../../src/node/process-group.ts", import.meta.url).href)});
      startProcessGroup(process.execPath, ["-e", "setInterval(() => {}, 1e6)", "${mark}"], { env: {} });`;
    const options = ["--conditions=@helve/source", "--no-warnings", "--input-type=module", "-e", code];
    const [, signal] = await once(spawn(process.execPath, options, { stdio: "ignore" }), "exit");
    expect(signal).toBe("SIGKILL");
    await expect.poll(() => processesWith(mark)).toEqual([]);
  });

  it("at a random moment, nothing is left", async () => {
    const mark = `mark${crypto.randomUUID()}`;
    for (let round = 0; round < runs(10, 200); round++) {
      const [code, isWrapped] = Object.values(servers)[round % 3] ?? ["", false];
      const { gateway } = start(code, isWrapped, mark);
      const ended = once(gateway, "exit");
      // While the gateway starts, while its server starts, or afterwards.
      await new Promise((resolve) => setTimeout(resolve, (round * 7919) % 2500));
      end(gateway, ways[round % ways.length] ?? "SIGKILL");
      await ended;
    }
    await expect.poll(() => processesWith(mark)).toEqual([]);
  }, 3_600_000);
});
