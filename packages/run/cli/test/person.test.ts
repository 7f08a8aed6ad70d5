import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { bundledProgram, programEnvironment } from "./bundle.ts";
import { folderWith } from "./helve.ts";
import { confirmIn, hasTerminal, shownChallenge, type Terminal, terminal, terminalOf } from "./terminal.ts";

const project = { "helve/rules.agentspec": "rule @own trigger Bash check enforce stop end\n" };
const isTrusted = (home: string): boolean => existsSync(join(home, ".local/state/helve/trusted.jsonl"));

/** Asks a question in a pseudo-terminal, and prints the answer. */
function asking(question: object, within?: number, input = ""): Terminal {
  const path = fileURLToPath(new URL("../src/person.ts", import.meta.url));
  const code = `import { askPerson } from ${JSON.stringify(path)};
    console.log("answer: " + await askPerson(${JSON.stringify(question)}, ${within}));`;
  const node = [process.execPath, "--conditions=@helve/source", "--no-warnings", "--input-type=module", "-e", code];
  return input === ""
    ? terminalOf(node, folderWith())
    : terminalOf(["sh", "-c", `printf '${input}' | "$0" "$@"`, ...node], folderWith());
}

describe.skipIf(!hasTerminal)("the question to a person", () => {
  it("shows what will happen, and takes the text that it shows", async () => {
    const home = folderWith(project);
    const trust = terminal(["trust"], home);
    await confirmIn(trust);
    expect(await trust.ends()).toBe(0);
    expect(trust.output()).toMatch(
      /@own: .*\r\nTrust the rules in .*helve, until they change\?\r\n.*Type \w{5} to confirm/s,
    );
    expect(isTrusted(home)).toBe(true);
  });

  it.each([
    ["three wrong answers", ["yes\r", "y\r", "helve\r"]],
    ["Enter", ["\r"]],
    ["no", ["no\r"]],
    ["Ctrl-C", ["\x03"]],
    ["Ctrl-D", ["\x04"]],
  ])("declines at %s", async (_name, answers) => {
    const home = folderWith(project);
    const trust = terminal(["trust"], home);
    for (const keys of answers) {
      await trust.sees("to decline: ");
      trust.types(keys);
    }
    expect([await trust.ends(), isTrusted(home)]).toEqual([1, false]);
  });

  it("takes a second attempt, in any case of letters", async () => {
    const question = asking({ question: "Sure?" });
    await question.sees("to decline: ");
    question.types("wrong\r");
    await question.sees("that is not the text");
    await question.sees("to decline: ");
    question.types(`${shownChallenge(question.output()).toUpperCase()}\r`);
    await question.sees("answer: true");
    await question.ends();
  });

  it("shows another text each time", async () => {
    const shown = await Promise.all(
      [1, 2].map(async () => {
        const question = asking({ question: "Sure?" });
        const challenge = await confirmIn(question);
        await question.ends();
        return challenge;
      }),
    );
    expect(shown[0]).not.toBe(shown[1]);
  });

  it("does not read standard input", async () => {
    const question = asking({ question: "Sure?" }, undefined, "y\\ny\\n");
    await question.sees("to decline: ");
    expect(question.output()).not.toContain("answer");
    await confirmIn({ ...question, sees: async () => undefined });
    await question.sees("answer: true");
    await question.ends();
  });

  it("escapes control characters", async () => {
    const question = asking({ details: "rm x\u001b[2K\n\u202etxt\n", question: "Sure\u0007?" });
    await question.sees("to decline: ");
    expect(question.output()).toContain("rm x\\u{1b}[2K\r\n\\u{202e}txt\r\nSure\\u{7}?");
    question.types("\r");
    await question.sees("answer: false");
    await question.ends();
  });

  it("declines without an answer in time", async () => {
    const question = asking({ question: "Sure?" }, 1);
    await question.sees("no answer in time");
    await question.sees("answer: false");
    await question.ends();
  });

  it("does not take a y that a script types", async () => {
    const home = folderWith({
      ...project,
      ".claude/settings.json":
        '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "helve hook claude-code"}]}]}}',
    });
    const main = join(bundledProgram(), "dist/main.js");
    for (const command of ["trust", "hook uninstall claude-code", "log --purge", "init --preset relaxed --force"]) {
      const piped = `printf 'y\\ny\\ny\\ny\\n' | script -qec "${process.execPath} ${main} ${command}" /dev/null`;
      spawnSync("sh", ["-c", piped], { cwd: home, env: { HOME: home, ...programEnvironment } });
    }
    expect(isTrusted(home)).toBe(false);
    expect(readFileSync(join(home, ".claude/settings.json"), "utf8")).toContain("helve hook claude-code");
    expect(readFileSync(join(home, "helve/rules.agentspec"), "utf8")).toBe(project["helve/rules.agentspec"]);
  });
});

describe.skipIf(process.platform === "win32")("without a terminal", () => {
  it.each(["trust", "hook uninstall claude-code", "allow 0123abcd"])(
    "helve %s says that a person has to confirm",
    async (command) => {
      const home = folderWith({
        ...project,
        ".claude/settings.json":
          '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "helve hook claude-code"}]}]}}',
        ".local/state/helve/sessions/a.jsonl": [
          { type: "begin", at: 0, client: "codex", session: "s", cwd: "/", user: "", project: null },
          { type: "question", at: 0, id: "0123abcd", tool: "Bash", args: {}, digest: "", effects: "", rules: [] },
        ]
          .map((entry) => `${JSON.stringify(entry)}\n`)
          .join(""),
      });
      // It has a session of its own, so no terminal.
      const child = spawn(process.execPath, [join(bundledProgram(), "dist/main.js"), ...command.split(" ")], {
        ...{ cwd: home, env: { HOME: home, ...programEnvironment }, detached: true },
      });
      const [err] = await Promise.all([text(child.stderr), once(child, "close")]);
      expect([child.exitCode, err]).toEqual([2, expect.stringContaining("a person has to confirm at a terminal")]);
    },
  );
});
