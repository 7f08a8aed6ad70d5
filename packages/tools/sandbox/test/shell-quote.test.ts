import { spawnSync } from "node:child_process";
import { shellQuote } from "@helve/sandbox";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("shellQuote", () => {
  it("writes what a shell reads back", () => {
    const words = fc.array(
      fc.string({ unit: "binary" }).filter((word) => !word.includes("\0") && word.isWellFormed()),
      {
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(words, (argv) => {
        const { stdout } = spawnSync("sh", ["-c", `printf '%s\\0' x ${shellQuote(argv)}`], { encoding: "utf8" });
        expect(stdout.split("\0").slice(1, -1)).toEqual(argv);
      }),
      { numRuns: 60 },
    );
  });

  it("quotes only what needs it", () => {
    expect(shellQuote(["git", "log", "--format=%H", "a b", "it's", "", "~"])).toBe(
      "git log '--format=%H' 'a b' 'it'\\''s' '' '~'",
    );
  });
});
