// The gateway for MCP keeps Helve's files under any rules.

import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectTo, serverProgram } from "../mcp-client.ts";
import { createHome } from "./home.ts";

const server = serverProgram({
  name: "write_file",
  description: "Write a file.",
  parameters: ["path", "content"],
  did: "written",
});

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
  const request = await connectTo(child);
  await request("tools/list");
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
