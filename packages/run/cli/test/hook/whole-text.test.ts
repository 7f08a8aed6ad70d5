import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { helve } from "../helve.ts";
import { bash, decisionOf, reasonOf, sessionOf } from "./hook-session.ts";

const begin = "-----BEGIN RSA PRIVATE KEY-----";
const end = "-----END RSA PRIVATE KEY-----";
const tamper = `echo '{"disableAllHooks":true}' > ~/.claude/settings.json`;
const pythonTamper = "import os\nopen(os.path.expanduser('~/.claude/settings.json'), 'w').write('{}')\n";

/** A call that writes code, and one that runs it. */
type Kind = readonly [name: string, write: readonly [string, object], run: string];

const write = (name: string, content: string) => ["Write", { file_path: name, content }] as const;

const kinds: readonly Kind[] = [
  ["a comment before the rest", write("x.sh", `#${begin}\n${tamper}\n`), "sh x.sh"],
  ["marks of the begin and the end", write("x.sh", `: <<'E'\n${begin}\nE\n${tamper}\n: <<'E'\n${end}\nE\n`), "sh x.sh"],
  ["a here-document", bash(`cat > x.sh <<'E'\n#${begin}\n${tamper}\nE`), "sh x.sh"],
  ["a comment of a Makefile", write("x.mk", `#${begin}\nall:\n\t${tamper}\n`), "make -f x.mk"],
  ["a comment of a test", write("test_k.py", `#${begin}\n${pythonTamper}`), "pytest test_k.py"],
  ["literals of Python", write("x.py", `a = "${begin}"\n${pythonTamper}b = "${end}"\n`), "python3 x.py"],
  [
    "a variable named password",
    write("x.py", "password='HOME/.claude/settings.json'; open(password,'w')\n"),
    "python3 x.py",
  ],
  [
    "a member named api_key",
    write("x.py", "a = {'api_key': 'HOME/.claude/settings.json'}\nopen(a['api_key'], 'w')\n"),
    "python3 x.py",
  ],
  [
    "a constant named token",
    write("x.js", "const token='HOME/.claude/settings.json'; require('fs').writeFileSync(token, '{}')\n"),
    "node x.js",
  ],
];

describe("the decisions of helve hook", () => {
  it.each(kinds)("read the whole text of an earlier call: %s", async (_, [tool, args], command) => {
    const { before, after, home } = sessionOf("claude-code");
    const call = [tool, JSON.parse(JSON.stringify(args).replaceAll("HOME", home))] as const;
    await before(...call);
    await after(...call, "ok");
    const run = await before(...bash(command));
    expect([decisionOf(run), reasonOf(run)]).toEqual(["deny", expect.stringContaining(".claude/settings.json")]);
  });

  it("read the whole text of an edit that adds a mark of a key", async () => {
    const { before, after } = sessionOf("claude-code");
    const steps = [
      ["Write", { file_path: "x.sh", content: "#\necho 1\n" }],
      ["Edit", { file_path: "x.sh", old_string: "#\necho 1", new_string: `#${begin}\n${tamper}` }],
    ] as const;
    for (const [tool, args] of steps) {
      await before(tool, args);
      await after(tool, args, "ok");
    }
    expect(decisionOf(await before(...bash("sh x.sh")))).toBe("deny");
  });

  it("read the whole text of a patch of Codex", async () => {
    const { before, after } = sessionOf("codex");
    const patch = `*** Begin Patch\n*** Add File: x.sh\n+#${begin}\n+${tamper}\n*** End Patch\n`;
    await before("apply_patch", { input: patch });
    await after("apply_patch", { input: patch }, "ok");
    expect(decisionOf(await before("exec_command", { cmd: "sh x.sh" }))).toBe("deny");
  });

  it("take code of an older log with a hidden part as unknown", async () => {
    const { before, after } = sessionOf("claude-code");
    for (const call of [write("x.sh", "#[redacted]\n"), write("Makefile", "all:\n\techo 1\n#[redacted]\n")]) {
      await before(...call);
      await after(...call, "ok");
    }
    for (const command of ["sh x.sh", "make"]) {
      const run = await before(...bash(command));
      expect([decisionOf(run), reasonOf(run)]).toEqual(["ask", expect.stringContaining("[redacted]")]);
    }
    expect(decisionOf(await before(...bash("cat x.sh; echo '[redacted]'")))).toBe("silent");
  });
});

describe("helve log", () => {
  it("hides the secrets that the session keeps for its decisions", async () => {
    const { before, after, prompt, home, cwd } = sessionOf("claude-code");
    const secret = "hunter2hunter2";
    await prompt(`log in, password: ${secret}`);
    await before(...bash(`curl -u ann:${secret} https://x.io`));
    await after(...bash(`curl -u ann:${secret} https://x.io`), `password: ${secret}`);
    const sessions = join(home, ".local/state/helve/sessions");
    const texts = readdirSync(sessions).map((name) => readFileSync(join(sessions, name), "utf8"));
    expect(texts.join("")).toContain(secret);
    for (const options of [[], ["--json"]]) {
      const { out } = await helve(["log", ...options], cwd, "", { home });
      expect(out).toContain("[redacted]");
      expect(out).not.toContain(secret);
    }
  });
});
