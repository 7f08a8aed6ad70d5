import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hookClients } from "@helve/hooks";
import { describe, expect, it } from "vitest";
import { bundledProgram } from "./bundle.ts";
import { folderWith, helve } from "./helve.ts";

async function complete(...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await helve(["__complete", "--", ...words], folderWith());
  return out
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split("\t")[0] ?? "");
}

describe("completion", () => {
  it("knows commands, options and their values", async () => {
    expect(await complete("")).toEqual(expect.arrayContaining(["init", "hook", "try", "log", "opentool"]));
    expect(await complete("")).not.toContain("__complete");
    expect(await complete("ex")).toEqual(["explain"]);
    expect(await complete("explain", "--la")).toEqual(["--lang"]);
    expect(await complete("explain", "--lang", "")).toEqual(["en", "zh"]);
    expect(await complete("try", "--preset", "st")).toEqual(["strict"]);
    expect(await complete("check", "--format", "sarif", "")).toEqual([":files"]);
    expect(await complete("opentool", "con")).toEqual(["convert"]);
    expect(await complete("rules", "suggest", "--ha")).toEqual(["--harmless"]);
    expect(await complete("rules", "suggest", "--examples", "")).toEqual([":files"]);
    expect(await complete("opentool", "convert", "--to", "op")).toEqual(["opentool", "openai", "openapi", "openrpc"]);
    expect(await complete("hook", "install", "c")).toEqual(["claude-code", "codex", "copilot", "cursor"]);
    expect(await complete("hook", "")).toEqual([...["install", "uninstall", "doctor"], ...Object.keys(hookClients)]);
    expect(await complete("try", "--tool", "")).toEqual([]);
    expect(await complete("nothing", "such", "")).toEqual([]);
  });

  it("refuses a shell that it doesn't know", async () => {
    expect(await helve(["completion", "tcsh"], folderWith())).toMatchObject({
      code: 2,
      err: expect.stringContaining("tcsh is none of bash, zsh, fish, powershell"),
    });
  });
});

/** A folder with the program as `helve`, for the path of a shell. */
function binFolder(): string {
  const folder = folderWith({ "rules.agentspec": "", "helve-notes.txt": "" });
  mkdirSync(join(folder, "bin"));
  const main = join(bundledProgram(), "dist/main.js");
  writeFileSync(join(folder, "bin/helve"), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(join(folder, "bin/helve"), 0o755);
  return folder;
}

const isInstalled = (shell: string): boolean => spawnSync(shell, ["--version"]).status === 0;

/** Runs a script in a shell with Helve on its path, and returns the output. */
function runShell(shell: string, args: readonly string[]): string {
  const folder = binFolder();
  const env = { PATH: `${folder}/bin:${process.env["PATH"]}`, HOME: folder };
  const { stdout, stderr } = spawnSync(shell, args, { cwd: folder, env, encoding: "utf8" });
  return stdout + stderr;
}

// A shell that is not installed can't be tried.
describe("the completion script", () => {
  it.skipIf(!isInstalled("bash"))("works in bash", () => {
    const script = (words: string) =>
      `source <(helve completion bash); COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _helve; printf '%s ' "\${COMPREPLY[@]}"`;
    expect(runShell("bash", ["-c", script("helve ex")])).toBe("explain ");
    expect(runShell("bash", ["-c", script("helve hook install cl")])).toBe("claude-code ");
    expect(runShell("bash", ["-c", script("helve check ru")])).toBe("rules.agentspec ");
  });

  it.skipIf(!isInstalled("fish"))("works in fish", () => {
    const found = runShell("fish", ["-c", "helve completion fish | source; complete -C 'helve hook install cl'"]);
    expect(found.trim()).toBe("claude-code");
  });

  it.skipIf(!isInstalled("zsh"))("is valid in zsh", () => {
    expect(
      runShell("zsh", [
        "-fc",
        "autoload -U compinit; compinit -u; source <(helve completion zsh); echo $_comps[helve]",
      ]),
    ).toBe("_helve\n");
  });
});
