import type { EffectContext, Effects } from "@helve/effects";
import { describe, expect, it } from "vitest";
import { readJavaScript, readPython, readShell } from "./read.ts";

const code = "echo {} > ~/.claude/settings.json\n";
const context: EffectContext = {
  workingDirectory: "/home/ada/project",
  home: "/home/ada",
  files: new Map([
    ["k.txt", { text: code, from: [] }],
    ["k.py", { text: "open('/home/ada/.claude/settings.json', 'w').write('{}')\n", from: [] }],
  ]),
};

/** Whether the effects include the write of the settings, or that it is unknown what happens. */
function harmOf({ effects }: Effects): boolean {
  return effects.some(
    (effect) =>
      effect.kind === "anything" ||
      (effect.kind === "write" && effect.target?.path.endsWith(".claude/settings.json") === true),
  );
}

describe("a shell that reads its commands from standard input", () => {
  it.each([
    "exec < k.txt; sh",
    "exec 3< k.txt; sh <&3",
    "exec 3<> k.txt; sh <&3",
    "exec <k.txt; script -q /dev/null",
    "exec <k.txt; tee f >/dev/null; sh f",
    `exec <<<'${code.trim()}'; sh`,
    `exec <<E\n${code}E\nsh`,
    `exec 4<<E\n${code}E\nsh <&4`,
    "exec < <(cat k.txt); sh",
    "sh /proc/self/fd/0 < k.txt",
    "sh /dev/fd/3 3< k.txt",
    "{ sh <&3; } 3< k.txt",
    "exec 5<k.txt; . /proc/self/fd/5",
    "exec 9<k.txt; sh 0<&9",
    "exec {fd}<k.txt; sh <&$fd",
    "eval exec '<k.txt'; sh",
    "command exec <k.txt; sh",
    "f() { exec <k.txt; }; f; sh",
    "if x; then exec <k.txt; fi; sh",
    "while x; do sh; exec <k.txt; done",
    "exec <k.txt; (sh)",
    "exec <k.txt; sh -c sh",
    'exec <k.txt; x=$(cat); eval "$x"',
    "exec <k.py; python3",
    "exec <k.txt; node",
    "sh <&7",
    "exec > f; cat k.txt; sh f",
    "exec 3> f; cat k.txt >&3; sh f",
  ])("runs what %s opens", (command) => {
    expect(harmOf(readShell(command, context))).toBe(true);
  });

  it("runs nothing if Python can't parse it", () => {
    expect(harmOf(readShell("exec <k.txt; python3", context))).toBe(false);
  });

  it.each([
    "exec > log.txt; npm test",
    "exec > log.txt 2>&1; npm test",
    "exec 3>&1 1>&2 2>&3; npm test",
    "exec 9> lock; flock 9; npm test",
    "exec < /dev/tty; sh",
    "exec < /dev/null; sh",
    "sh < /dev/null",
    "exec < data.txt; while read -r line; do echo $line; done",
    "exec < k.txt; echo ls | sh",
    "f() { sh; }; exec < k.txt; f <<< ls",
    "while read -r line <&3; do echo $line; done 3< data.txt",
  ])("does nothing harmful with %s", (command) => {
    expect(harmOf(readShell(command, context))).toBe(false);
  });
});

describe("a program that gives a shell its standard input", () => {
  it.each([
    "subprocess.run('sh', stdin=open('k.txt'))",
    "subprocess.Popen(['sh'], stdin=open('k.txt'))",
    "with open('k.txt') as f:\n    subprocess.run('sh', stdin=f)",
    "p = subprocess.Popen(['cat', 'k.txt'], stdout=subprocess.PIPE)\nsubprocess.run('sh', stdin=p.stdout)",
    "subprocess.run('sh', stdin=os.open('k.txt', 0))",
  ])("is read in Python: %s", (program) => {
    expect(harmOf(readPython(`import os, subprocess\n${program}`, context))).toBe(true);
  });

  it.each([
    "subprocess.run(['npm', 'test'], stdin=subprocess.DEVNULL)",
    "subprocess.run(['psql'], stdin=open('a.sql'))",
    "subprocess.run(['sh', '-c', 'ls'], stdin=subprocess.PIPE)",
  ])("does nothing harmful in Python: %s", (program) => {
    expect(harmOf(readPython(`import subprocess\n${program}`, context))).toBe(false);
  });

  it.each([
    "spawn('sh', { stdio: [fs.openSync('k.txt'), 1, 2] })",
    "spawn('sh', [], { stdio: [fs.openSync('k.txt'), 1, 2] })",
    "fs.createReadStream('k.txt').pipe(spawn('sh').stdin)",
    "spawn('sh').stdin.write('rm -rf ~')",
  ])("is read in JavaScript: %s", (program) => {
    const start = "const fs = require('fs');\nconst { spawn } = require('child_process');\n";
    expect(harmOf(readJavaScript(start + program, context))).toBe(true);
  });

  it.each(["spawn('npm', ['test'])", "spawn('sh', { stdio: 'ignore' })", "spawn('node', ['a.js'])"])(
    "does nothing harmful in JavaScript: %s",
    (program) => {
      expect(harmOf(readJavaScript(`const { spawn } = require('child_process');\n${program}`, context))).toBe(false);
    },
  );
});

describe("a file that is piped into a runtime", () => {
  const unknown = (command: string): boolean => readShell(command).effects.some(({ kind }) => kind === "anything");

  it.each([
    "cat a.js | node",
    "node < a.js",
    "bash < x.sh",
    "cat scripts/x.py | python -",
    "esbuild --bundle src/a.ts | node",
    "npx esbuild src/a.ts --bundle | node -",
  ])("runs as if it were named: %s", (command) => {
    expect(unknown(command)).toBe(false);
  });

  it.each([
    "sed 's/x/y/' a.js | node",
    "cat a.js b.js | node",
    "base64 -d a.txt | node",
    "cat commands.txt | parallel",
    "ssh host.example < a.sh",
    "node < $file",
  ])("is unknown: %s", (command) => {
    expect(unknown(command)).toBe(true);
  });

  it("is read if its text is known", () => {
    expect(harmOf(readShell("cat k.txt | bash", context))).toBe(true);
  });
});

describe("an interpreter that stays interactive", () => {
  it.each([
    "python3 -i x.py < k.py",
    "cat k.py | python3 -Bi x.py",
    "python3 -i -c pass < k.py",
    "ipython -i x.py < k.py",
    "node -i < k.js",
    "node --interactive x.js < k.js",
  ])("runs its standard input after its code: %s", (command) => {
    const files = new Map(context.files).set("k.js", {
      text: "fs.writeFileSync('/home/ada/.claude/settings.json', '{}')\n",
      from: [],
    });
    expect(harmOf(readShell(command, { ...context, files }))).toBe(true);
  });

  it.each(["python3 x.py < k.py", "node x.js < k.py"])("unlike others: %s", (command) => {
    expect(harmOf(readShell(command, context))).toBe(false);
  });
});

describe("a program that is started with a pipe", () => {
  const sources = (program: string): readonly string[] =>
    readJavaScript(`require("child_process").spawn(${program})`).effects.flatMap((effect) =>
      effect.kind === "execute" ? effect.from.map(({ kind }) => kind) : [],
    );

  it("runs its script, not its standard input", () => {
    expect(sources('"node", ["x.js"]')).toEqual(["file"]);
    expect(sources('"python3", ["x.py"], { env: { ...process.env, PORT: 1 } }')).toEqual(["file"]);
  });

  it("runs its standard input without a script", () => {
    expect(sources('"sh"')).toContain("unknown");
    expect(sources('"node", ["-"]')).toContain("unknown");
    expect(sources('"bash", ["-s"]')).toContain("unknown");
  });
});
