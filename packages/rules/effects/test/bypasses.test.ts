import { describe, expect, it } from "vitest";
import { bypasses } from "./bypasses.ts";
import { harms } from "./harms.ts";
import { readShell } from "./read.ts";

const ada = { workingDirectory: "/home/ada/project", home: "/home/ada" };

describe.each(bypasses)("$theme", ({ rows }) => {
  it.each(rows)("%s: %s, but not %s", (command, does, harmless) => {
    expect(readShell(command, ada).effects.filter(harms[does])).not.toEqual([]);
    const twin = readShell(harmless, ada).effects;
    expect(twin.filter((effect) => harms[does](effect) || effect.kind === "anything")).toEqual([]);
  });
});

describe("a command that would take long to follow", () => {
  const words = Array.from({ length: 32 }, (_, index) => index).join(" ");
  const loop = (body: string): string => `for a in ${words}; do for b in ${words}; do ${body}; done; done`;
  it.each([
    ["braces in loops", loop(`for c in ${words}; do : ${"{1..256} ".repeat(1500)}; done`)],
    ["many braces", `: ${"{1..256} ".repeat(1600)}`],
    ["braces given to rm", loop(`rm ${"{1..256} ".repeat(1500)}`)],
    ["a long path in loops", loop(`cd ${"a/".repeat(7000)}`)],
    ["a directory that grows", loop(`cd ${"a".repeat(200)}; rm x`)],
    ["a long variable", `x=${"a/".repeat(5000)}; ${loop("rm $x$a")}`],
    [
      "many variables",
      `${Array.from({ length: 1200 }, (_, i) => `a${i}=1`).join(";")};${loop("if x; then x; fi; x $a$b")}`,
    ],
    ["a long word that is split", `x='${"a ".repeat(7000)}'; ${loop("rm $x")}`],
    ["brackets without end", `x='${"[".repeat(15_000)}'; $x`],
    ["find in find", `find . ${"-exec find . ".repeat(1000)}`],
    ["many places and commands", `find ${"a ".repeat(3000)} ${"-exec rm {} + ".repeat(400)}`],
  ])("is given up as anything: %s", (_, command) => {
    expect(readShell(command, ada).effects.some(({ kind }) => kind === "anything")).toBe(true);
  });
});
