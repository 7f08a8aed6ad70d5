import { spawnSync } from "node:child_process";
import { hookCommand } from "@helve/hooks/node";
import { describe, expect, it } from "vitest";

const run = (command: string) => {
  const { status, stdout, stderr } = spawnSync(command, { shell: "/bin/sh", encoding: "utf8" });
  return { status, stdout, stderr };
};
const command = (program: readonly string[], decides: boolean) =>
  hookCommand(program, "codex", "PreToolUse", { decides, platform: "linux" }).shell;

describe("the command of a hook", () => {
  it("passes on what Helve answers", () => {
    expect(run(command(["echo", "it's", "$HOME"], true))).toEqual({
      status: 0,
      stdout: "it's $HOME hook codex\n",
      stderr: "",
    });
  });

  it.each([[["/nowhere/helve"]], [["sh", "-c", "kill -9 $$"]], [["sh", "-c", "exit 1"]]])(
    "denies if %j fails",
    (program) => {
      const { status, stderr } = run(command(program, true));
      expect([status, stderr]).toEqual([2, expect.stringContaining("helve did not answer, so the call is denied")]);
    },
  );

  it("disturbs nothing if it decides nothing", () => {
    const { status, stderr } = run(command(["/nowhere/helve"], false));
    expect([status, stderr]).toEqual([0, expect.stringContaining("helve did not answer")]);
  });

  it("denies on Windows, too", () => {
    const options = { decides: true, platform: "win32" } as const;
    const { shell, powershell } = hookCommand(["C:\\Program Files\\node.exe"], "copilot", "preToolUse", options);
    expect(shell).toMatch(/^"C:\\Program Files\\node\.exe" hook copilot --event preToolUse \|\| \(.*exit 2\)$/);
    expect(powershell).toMatch(/^& 'C:\\Program Files\\node\.exe' 'hook' 'copilot'.*exit 2 }$/);
  });
});
