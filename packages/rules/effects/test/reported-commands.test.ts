import { describe, expect, it } from "vitest";
import type { CommandEffect } from "../src/index.ts";
import { javascript } from "../src/javascript.ts";
import { python } from "../src/python.ts";
import { shell } from "../src/shell.ts";

const languages = { shell, python, javascript };
const context = { languages, home: "/home/ada", workingDirectory: "/srv", reportsCommands: true };

const commandsIn = (code: string): readonly CommandEffect[] =>
  shell.read(code, context).effects.filter((effect) => effect.kind === "command");

const linesIn = (code: string): readonly string[] =>
  commandsIn(code).map(({ words }) => words.map(({ pattern }) => pattern).join(" "));

describe("EffectContext.reportsCommands", () => {
  it.each([
    ["echo x > f; tool < f", ["f"]],
    ["echo x > f; cat f | tool", ["f"]],
    ["tool < g", undefined],
  ])("names the files on standard input that the code wrote: %s", (code, files) => {
    const tool = commandsIn(code).find(({ words }) => words[0]?.text === "tool");
    expect(tool?.inputFiles?.map(({ path }) => path)).toEqual(files);
  });

  it("reports nothing by default", () => {
    expect(shell.read("rm a", { languages }).effects.map(({ kind }) => kind)).not.toContain("command");
  });

  it.each<readonly [code: string, ...lines: readonly string[]]>([
    ["sudo -u bob rm a", "sudo -u bob", "rm a"],
    ["x=a; rm $x b", "rm a b"],
    ["rm $(ls)", "ls", "rm *"],
    ["sh -c 'rm a'", "sh -c rm a", "rm a"],
    ["script -qc 'cat x' out", "script -qc out", "cat x"],
    ["find . -exec rm {} +", "find . -exec rm {} +", "rm ./**"],
    [
      `python3 -c "import subprocess; subprocess.run(['rm', 'a'])"`,
      `python3 -c import subprocess; subprocess.run(['rm', 'a'])`,
      "rm a",
    ],
    [
      `node -e "require('child_process').execSync('rm a')"`,
      `node -e require('child_process').execSync('rm a')`,
      "rm a",
    ],
  ])("reports each program that is started: %s", (code, ...lines) => {
    expect(linesIn(code).toSorted()).toEqual(lines.toSorted());
  });

  it("says which file a word names, from where the command runs and behind links", () => {
    const paths = commandsIn("cd x && ln -s /etc link && tool ~/a b link/passwd")
      .at(-1)
      ?.words.map(({ target }) => target?.path);
    expect(paths).toEqual(["x/tool", "/home/ada/a", "x/b", "/etc/passwd"]);
  });

  it.each([
    "exec -c tool",
    "source settings; tool",
    "dotenv -f .env tool",
    "uv run --env-file .env tool",
    "tmux new -d -e A=1 tool",
    "just --command env-cmd tool",
    `python3 -c "import os; e = os.environ.copy(); e['A'] = 'x'; os.execvpe('tool', ['tool'], e)"`,
    `python3 -c "import os, subprocess; os.environ.update(x()); subprocess.run(['tool'])"`,
    `node -e "require('child_process').execSync('tool', { env: x() })"`,
    "printf 'export A = 1\\nx:\\n\\ttool\\n' > Makefile; make x",
  ])("says that the environment is not known: %s", (code) => {
    expect(commandsIn(code).find(({ words }) => words[0]?.text === "tool")?.environment).toHaveProperty("*", null);
  });

  it.each([
    "tool",
    "tmux new -d tool",
    `python3 -c "import os, subprocess; subprocess.run(['tool'], env={**os.environ, 'A': '1'})"`,
    `node -e "require('child_process').execSync('tool', { env: { ...process.env, A: '1' } })"`,
  ])("says that the environment is that of the session: %s", (code) => {
    expect(commandsIn(code).at(-1)?.environment).not.toHaveProperty("*");
  });

  it("runs commands of ssh on this machine if the host is this machine", () => {
    expect(commandsIn("ssh ada@localhost tool").at(-1)).toMatchObject({ directory: null });
    expect(commandsIn("ssh ada@localhost tool").at(-1)?.elsewhere).toBeUndefined();
    expect(commandsIn("ssh ada@host tool").at(-1)?.elsewhere).toBe(true);
  });

  it("reports the code of a file that code has written", () => {
    const codes = commandsIn("echo 'import tool' > a.py; python3 a.py").flatMap(({ code }) => code ?? []);
    expect(codes).toEqual(["import tool\n"]);
  });

  it("says what is not known", () => {
    const tool = commandsIn('cd "$X"; tool "$Y" a$Z').at(-1);
    expect(tool).toMatchObject({
      directory: null,
      words: [{ text: "tool" }, { text: null, pattern: "*" }, { text: null, pattern: "a*" }],
    });
  });

  it.each([
    "HOME=/tmp/x tool",
    "export HOME=/tmp/x; tool",
    "env HOME=/tmp/x tool",
    `python3 -c "import os; os.environ['HOME'] = '/tmp/x'; os.system('tool')"`,
    `node -e "require('child_process').execSync('tool', { env: { HOME: '/tmp/x' } })"`,
  ])("says which variables are set for it: %s", (code) => {
    const tool = commandsIn(code).findLast(({ words }) => words[0]?.text === "tool");
    expect(tool?.environment).toMatchObject({ HOME: "/tmp/x" });
  });

  it("has the text on standard input", () => {
    expect(commandsIn("printf 'a\\nb' | tool").at(-1)?.input).toBe("a\nb");
    expect(commandsIn("tool <<'E'\na\nE").at(-1)?.input).toBe("a\n");
  });

  it("starts the program to which a link leads", () => {
    expect(linesIn("ln -s /bin/sh b; ./b g.sh")).toContain("/bin/sh g.sh");
    expect(linesIn("ln -s /bin/busybox b; ./b rm a")).toContain("rm a");
  });

  it("names the files that fd prints", () => {
    const names = commandsIn("fd . /home/ada/x | tool").at(-1)?.inputNames;
    expect(names?.map(({ path }) => path)).toEqual(["/home/ada/x/**"]);
  });

  it.each(["GIT_CONFIG_GLOBAL=gc git x", "export GIT_CONFIG_SYSTEM=gc; git x"])(
    "does not know what %s runs",
    (code) => {
      expect(shell.read(code, context).effects.map(({ kind }) => kind)).toContain("anything");
    },
  );

  it("knows that git runs nothing of an empty configuration", () => {
    const { effects } = shell.read("GIT_CONFIG_GLOBAL=/dev/null git status", context);
    expect(effects.map(({ kind }) => kind)).not.toContain("anything");
  });

  it.each([
    ["cat a", true],
    ["/usr/bin/cat a", true],
    ["./cat a", false],
    ["sed -n 1p a", true],
    ["sed -i s/a/b/ a", false],
    ["sed 's/a/b/w out' a", false],
    ["sort a", true],
    ["sort -o a a", false],
    ["uniq a", true],
    ["uniq a b", false],
    ["xxd a", true],
    ["xxd -r a b", false],
    ["git add a", true],
    ["git -C x diff a", true],
    ["git diff --output=a", false],
    ["git bundle create a HEAD", false],
    ["find . -name a", true],
    ["find . -fprint a", false],
    ["ln a b", false],
    ["chmod 600 a", false],
    ["pytest --junitxml a", false],
    ["tool a", false],
  ])("knows the programs whose other effects are complete: %s is %s", (code, isModeled) => {
    expect(commandsIn(code).at(-1)?.isModeled).toBe(isModeled);
  });

  it("marks the code of interpreters", () => {
    const codes = commandsIn("python3 -c 'print(1)'; awk '{print}' a; bash -c 'ls' b").map(({ words }) =>
      words.filter(({ isCode }) => isCode).map(({ text }) => text),
    );
    expect(codes).toEqual([["print(1)"], ["{print}"], ["ls"], []]);
  });
});
