// The gateway for MCP keeps Helve's files under any rules.

import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectTo, serverProgram } from "../mcp-client.ts";
import { createHome, writeFiles } from "./home.ts";

const writing = serverProgram({
  name: "write_file",
  description: "Write a file.",
  parameters: ["path", "content"],
  did: "written",
});

const running = serverProgram({
  name: "run_command",
  description: "Run a command.",
  parameters: ["command"],
  did: "run",
});

/** A gateway under rules of the user that object to nothing. */
async function gateway(inHome: boolean, server: string) {
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
  const call = (name: string, args: object): Promise<unknown> => request("tools/call", { name, arguments: args });
  return { home, project, call };
}

describe("helve mcp guard", () => {
  it.each([
    ["a project", false],
    ["the home directory", true],
  ])("keeps Helve's files under the user's own rules, started in %s", async (_where, inHome) => {
    const { home, project, call } = await gateway(inHome, writing);
    const write = (path: string): Promise<unknown> => call("write_file", { path, content: "{}" });
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

  it("asks if a tool runs what a session of a coding agent wrote, and the other way round", async () => {
    const script = 'eval "$(rev h)"\n';
    const decide = async (
      { home, project }: Awaited<ReturnType<typeof gateway>>,
      tool_name: string,
      tool_input: object,
    ) => {
      const event = { session_id: "s", hook_event_name: "PreToolUse", cwd: project, tool_name, tool_input };
      return (await home.helve(["hook", "claude-code"], project, JSON.stringify(event))).out;
    };
    const first = await gateway(false, running);
    writeFiles(first.project, { "w.sh": script });
    expect(await first.call("run_command", { command: "sh w.sh" })).not.toHaveProperty("isError", true);
    expect(await decide(first, "Write", { file_path: join(first.project, "w.sh"), content: script })).toBe("");
    expect(await first.call("run_command", { command: "sh w.sh" })).toHaveProperty("isError", true);

    const second = await gateway(false, writing);
    writeFiles(second.project, { "v.sh": script });
    expect(await decide(second, "Bash", { command: "sh v.sh" })).toBe("");
    await second.call("write_file", { path: join(second.project, "v.sh"), content: script });
    expect(JSON.parse(await decide(second, "Bash", { command: "sh v.sh" }))).toHaveProperty(
      "hookSpecificOutput.permissionDecision",
      "ask",
    );
  });
});
