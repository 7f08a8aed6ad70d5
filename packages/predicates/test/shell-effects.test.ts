import { shellEffects } from "@helve/predicates";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findingOf } from "./finding.ts";

const harmful = [
  "rm -rf x",
  "/bin/rm 'a b'",
  "find . -name '*.log' -delete",
  "git clean -fdx",
  "cd y && shred z",
  "for f in a b; do rm $f; done",
  "f() { rm $1; }; f x",
  "ls | xargs rm",
  "> x",
  "cat <<E | tee x; rm y\n$(rm z)\nE",
];
const harmless = ["ls", "echo 'rm x'", "cd sub", "x=1", "npm test", "grep rm file | sort"];

const quoted = (command: string): string => `'${command.replaceAll("'", "'\\''")}'`;
const around: readonly ((command: string) => string)[] = [
  (command) => `(${command}\n)`,
  (command) => `{ ${command}\n}`,
  (command) => `x && ${command}`,
  (command) => `if x; then ${command}\nfi`,
  (command) => `while x; do ${command}\ndone`,
  (command) => `f() { ${command}\n}`,
  (command) => `echo "$(${command}\n)"`,
  (command) => `eval ${quoted(command)}`,
  (command) => `sudo -u root bash -c ${quoted(command)}`,
  (command) => `env -i A=1 sh -c ${quoted(command)}`,
  (command) => `nohup nice timeout 5 bash <<< ${quoted(command)}`,
  (command) => `echo ${quoted(command)} | sh`,
  (command) => `find . -exec sh -c ${quoted(command)} \\;`,
  (command) => `ls | xargs -n 1 sh -c ${quoted(command)}`,
];
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
];

describe("shellEffects", () => {
  it("tells what a command would do as plain data", () => {
    const command = "cd build && sudo rm -rf out/*.o > log; $CMD";
    expect(shellEffects(command)).toEqual({
      effects: [
        {
          kind: "overwrite",
          target: { path: "build/log", glob: false, hidden: false, partial: false },
          recursive: false,
          by: ">",
          start: command.indexOf("> log"),
          end: command.indexOf("; $CMD"),
        },
        {
          kind: "delete",
          target: { path: "build/out/*.o", glob: true, hidden: false, partial: false },
          recursive: true,
          by: "rm",
          start: command.indexOf("rm"),
          end: command.indexOf(" > log"),
        },
      ],
      unknowns: [{ reason: "it is not known what $CMD runs", start: command.indexOf("$CMD"), end: command.length }],
    });
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
    ];
    const noise = fc.array(fc.constantFrom(...bits), { maxLength: 30 }).map((parts) => parts.join(""));
    const cut = fc
      .tuple(fc.constantFrom(...harmful, ...around.map((wrap) => wrap("rm x"))), fc.nat(60), fc.nat(60), noise)
      .map(([command, from, to, added]) => command.slice(0, from) + added + command.slice(to));
    fc.assert(
      fc.property(fc.oneof(noise, cut, fc.string()), (command) => {
        const { effects, unknowns } = shellEffects(command, { home: "/home/ada", workingDirectory: "/srv" });
        for (const { start, end } of [...effects, ...unknowns]) {
          expect(0 <= start && start <= end && end <= command.length).toBe(true);
        }
      }),
    );
  });

  it("never loses sight of what is harmful, whatever stands around it", async () => {
    const layers = fc.array(fc.constantFrom(...around), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...harmful), layers, async (command, wraps) => {
        const wrapped = wraps.reduce((inner, wrap) => wrap(inner), command);
        expect((await findingOf("is_destructive", wrapped)).value, wrapped).not.toBe(false);
      }),
    );
  });

  it.each(words)("sees through %s", async (word) => {
    expect(await findingOf("is_destructive", `${word} rm x`)).toMatchObject({ value: true });
    expect(await findingOf("is_destructive", `${word} ${word} rm x`)).toMatchObject({ value: true });
    expect(await findingOf("is_destructive", `${word} ls rm x`)).toMatchObject({ value: false });
  });

  it("never loses sight of what is harmful beside what is not", async () => {
    const before = fc.array(fc.constantFrom(...harmless), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...harmful), before, before, async (command, first, last) => {
        const all = [...first, command, ...last].join("\n");
        expect((await findingOf("is_destructive", all)).value, all).toBe(true);
      }),
    );
  });
});
