import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundledProgram } from "./bundle.ts";
import { folderWith, helve } from "./helve.ts";

describe("helve", () => {
  it("explains every command with examples", async () => {
    const { code, out } = await helve(["--help"], "/");
    expect(code).toBe(0);
    for (const name of ["check", "fmt", "explain", "test", "try"]) {
      expect(out).toContain(`\n  ${name} `);
      const help = (await helve([name, "--help"], "/")).out;
      expect(help).toContain("Examples:\n  $ helve");
      expect(help).not.toContain("(default: [])");
    }
    expect(out.match(/^\S.*:$/gm)).toEqual([
      "Options:",
      ...["Guard coding agents:", "Guard MCP servers:", "Write rules:", "Talk with a model:"],
      ...["Serve and call tools:", "Describe tools:", "Run durable agents:"],
      ...["Evaluate agents:", "Editors and shells:"],
    ]);
  });

  it.each([
    [["tri", "ls"], "(Did you mean try?)"],
    [["doctor"], "(did you mean helve hook doctor?)"],
    [["hook", "doctor", "claude"], 'there is no client claude (did you mean "claude-code"?)'],
    [["hook", "doctor"], "no client calls Helve: helve hook install CLIENT"],
    [["try", "ls", "--pressets", "strict"], "(Did you mean --preset?)"],
    [["try", "ls", "--preset", "strickt"], "Allowed choices are"],
    [["try", "ls", "--preset", "strict", "--rules", "x"], "cannot be used with option"],
    [["hook", "instal", "claude-code"], '(got instal) (did you mean "install"?)'],
    [["hook", "claude-code", "cursor"], "helve hook takes a client only"],
    [["try"], "expected one of CODE, --tool with --args, or --batch"],
    [["try", "--tool", "Bash", "--args", "[1]"], "--args must be a JSON object (got [1])"],
    [["try", "--tool", ""], "--tool must be the name of a tool"],
    [["try", "--tool", "Bash", "--lang", "python"], "--lang needs CODE"],
    [
      ["try", "--tool", "Bash", "--args", `{"a":${"[".repeat(9000)}${"]".repeat(9000)}}`],
      "--args is nested too deeply",
    ],
    [["try", "ls", "--cwd", "src"], '--cwd must be an absolute path such as "/home/ada" (got "src")'],
    [["try", "ls", "--trusted-host", "a b"], '--trusted-host must be a host such as "x.org"'],
    [["check", "nowhere.agentspec"], "there is no file nowhere.agentspec"],
    [
      ["explain", "--rule", "inspect_deletions", "--preset", "strict"],
      "there is no rule @inspect_deletions: did you mean @inspect_deletion?",
    ],
    [["explain"], "there is no helve/rules.agentspec"],
  ])("refuses %j with the exit code 2", async (args, message) => {
    const { code, err, out } = await helve(args, folderWith());
    expect(err).toContain(message);
    expect([code, out]).toEqual([2, ""]);
  });

  it("names a file that can't be written, and exits with 2", async () => {
    const folder = folderWith({ helve: "a file in place of the folder" });
    const { code, err } = await helve(["init", "--yes"], folder);
    expect(err).toMatch(/^helve: E\w+: .*helve'?\n$/);
    expect(code).toBe(2);
  });

  it("escapes control characters in its messages", async () => {
    const { err } = await helve(["try", "ls", "--rules", "\u001b[2J"], folderWith());
    expect(err).toContain("helve: \\u{1b}[2J can't be read");
    expect(err).not.toContain("\u001b");
  });

  const program = [process.execPath, join(bundledProgram(), "dist/main.js")] as const;

  it.skipIf(process.platform === "win32")("can be interrupted while it reads standard input", async () => {
    const [node, ...options] = program;
    const child = spawn(node, [...options, "fmt", "-"], { stdio: ["pipe", "ignore", "pipe"] });
    let err = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      err += text;
    });
    const ended = once(child, "exit");
    // More than a pipe takes: the program reads.
    await new Promise((resolve) => child.stdin.write(" ".repeat(4_000_000), resolve));
    child.kill("SIGINT");
    expect(await ended).toEqual([130, null]);
    expect(err).toBe("");
  });

  it.skipIf(!existsSync("/dev/full"))("exits with 2 if the output can't be written", () => {
    const full = openSync("/dev/full", "w");
    const [node, ...options] = program;
    const { status, stderr } = spawnSync(node, [...options, "try", "ls"], { stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    expect(String(stderr)).toContain("helve: standard output can't be written: ");
    expect(status).toBe(2);
  });

  it.skipIf(process.platform === "win32")("needs an absolute home", () => {
    const [node, ...options] = program;
    for (const args of [["log"], ["hook", "claude-code"]]) {
      const env = { ...process.env, HOME: "here" };
      const { status, stderr } = spawnSync(node, [...options, ...args], { cwd: folderWith(), env });
      expect(String(stderr)).toContain('HOME must be an absolute path such as "/home/ada" (got "here")\n');
      expect(status).toBe(2);
    }
  });

  it("is a program with exit codes", () => {
    const [node, ...options] = program;
    const call = (...args: readonly string[]) => spawnSync(node, [...options, ...args], { encoding: "utf8" });
    expect(call("try", "ls").status).toBe(0);
    expect(call("try", "rm -rf /", "--cwd", "/home/ada/project").status).toBe(1);
    expect(call("tri").status).toBe(2);
    expect(call("--version").stdout).toMatch(/^\d+\.\d+\.\d+/);
  });
});
