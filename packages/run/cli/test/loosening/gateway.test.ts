// The gateway for MCP keeps Helve's files, whatever the rules are.

import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHome } from "./home.ts";

/** A server with a tool that says what it would write. */
const server = `
  const tool = { name: "write_file", description: "Write a file.", inputSchema: { type: "object", properties: { path: { type: "string" }, content: { type: "string" } } } };
  const answer = ({ method, params }) => method === "initialize"
    ? { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } }
    : method === "tools/list" ? { tools: [tool] }
    : method === "tools/call" ? { content: [{ type: "text", text: "written " + params.arguments.path }] } : undefined;
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, ...request } = JSON.parse(line);
    const result = answer(request);
    const reply = result ? { result } : { error: { code: -32601, message: "unknown" } };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...reply }));
  });
`;

/** A gateway under rules of the user that object to nothing. */
async function gateway(inHome: boolean) {
  const home = await createHome(["claude-code"]);
  onTestFinished(home.remove);
  writeFileSync(
    join(home.folder, ".config/helve/rules.agentspec"),
    "rule @own trigger Deploy check enforce stop end\n",
  );
  // The packages that users install beside Helve.
  const scope = fileURLToPath(new URL("../../node_modules/@helve", import.meta.url));
  mkdirSync(join(home.dist, "../node_modules"));
  symlinkSync(scope, join(home.dist, "../node_modules/@helve"));
  const project = home.createProject();
  const child = spawn(
    process.execPath,
    ["--conditions=@helve/source", "--no-warnings", join(home.dist, "main.js"), "mcp", "guard", "--"].concat([
      process.execPath,
      "-e",
      server,
    ]),
    { cwd: inHome ? home.folder : project, env: home.environment, stdio: ["pipe", "pipe", "inherit"] },
  );
  onTestFinished(() => void child.kill());
  const waiting = new Map<number, (result: unknown) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, result, error } = JSON.parse(line);
    waiting.get(id)?.(result ?? error);
  });
  const request = (method: string, params: object): Promise<unknown> => {
    const id = waiting.size + 1;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    waiting.set(id, resolve);
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return promise;
  };
  const clientInfo = { name: "test", version: "1" };
  await request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  await request("tools/list", {});
  const write = (path: string): Promise<unknown> =>
    request("tools/call", { name: "write_file", arguments: { path, content: "{}" } });
  return { home, project, write };
}

describe("helve mcp guard", () => {
  it.each([
    ["a project", false],
    ["the home directory", true],
  ])("keeps Helve's files under the user's own rules, started in %s", async (_where, inHome) => {
    const { home, project, write } = await gateway(inHome);
    expect(await write(join(project, "src/b.ts"))).toMatchObject({
      content: [{ text: expect.stringMatching(/^written/) }],
    });
    const passed: string[] = [];
    for (const path of [
      ".config/helve/rules.agentspec",
      ".config/helve/mcp.json",
      ".config/helve/policy.json",
      ".local/state/helve/trusted.jsonl",
      ".claude/settings.json",
      ".codex/hooks.json",
      ".local/lib/node_modules/helve/dist/main.js",
    ]) {
      const result = await write(join(home.folder, path));
      if (!(result as { isError?: boolean }).isError) passed.push(path);
    }
    expect(passed).toEqual([]);
  });
});
