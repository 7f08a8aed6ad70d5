import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { substitutedText } from "../src/shell/sed-substitution.ts";

function substituted(text: string, ...words: readonly string[]): string | undefined {
  return substitutedText(
    text,
    words.map((word) => ({ start: 0, end: 0, value: { text: word, glob: false } })),
  );
}

const piece = fc.constantFrom(
  "a",
  "b",
  "&",
  "\\",
  ".",
  "*",
  "/",
  "\\/",
  "\\.",
  "\\&",
  "n",
  "x",
  "+",
  "(",
  ")",
  "[",
  "$",
  "^",
  "?",
  "|",
);
const pieces = fc.array(piece, { maxLength: 4 }).map((each) => each.join(""));

describe("sed s/old/new/", () => {
  it("is what sed prints, or unknown", () => {
    fc.assert(
      fc.property(pieces, pieces, fc.constantFrom("", "g"), fc.boolean(), (pattern, replacement, flag, extended) => {
        const script = `s/${pattern}/${replacement}/${flag}`;
        const text = "aabb.*x/(a)+b?\\n&$^[|]\na\n";
        const words = extended ? ["-E", script] : [script];
        const ours = substituted(text, ...words);
        if (ours === undefined) return;
        expect(spawnSync("sed", words, { input: text, encoding: "utf8" })).toMatchObject({ status: 0, stdout: ours });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["rm a\n", ["s/a/b/"], "rm b\n"],
    ["a a\n", ["-i", "s|a|b|g"], "b b\n"],
    ["a.b", ["-e", "s/\\./-/"], "a-b"],
    ["a", ["-i.bak", "-e", "s/a/&&/"], "aa"],
    ["a", ["s/a/x\\ny/"], "x\ny"],
  ])("%j by %j is %j", (text, words, expected) => {
    expect(substituted(text, ...words)).toBe(expected);
  });

  it.each([
    ["s/./b/"],
    ["s/a/b/e"],
    ["s/a/b/w f"],
    ["s/a/b/;s/b/c/"],
    ["-n", "s/a/b/p"],
    ["-e", "s/a/b/", "-e", "s/b/c/"],
    ["1d"],
  ])("does not say what %j makes", (...words) => {
    expect(substituted("a", ...words)).toBeUndefined();
  });
});
