import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasExponentialBacktracking } from "../../../src/diagnose/regular-expression/exponential-backtracking.ts";

describe("hasExponentialBacktracking", () => {
  it.each([
    ["(a+)+"],
    ["^(a*)*$"],
    ["(?:a|a)*"],
    ["(?<x>a|aa)+$"],
    [String.raw`(\w|\d)+`],
    [String.raw`(\w+\s?)*$`],
    ["(.*,)*"],
    ["(x+x+)+y"],
    ["(a{2,3})*"],
    [String.raw`(\w{1,20}\s?){1,50}`],
    ["((a?)+b)*"],
    ["(?:(?:a?|c?)b)*"],
    ["(?=(a+)+)x"],
    [String.raw`([\p{L}\d]+é*)*`],
    ["^(([a-z])+.)+[A-Z]([a-z])+$"],
  ])("is true for %s", (pattern) => {
    expect(hasExponentialBacktracking(pattern)).toBe(true);
  });

  it.each([
    ["a+b*c?"],
    ["(a|b)*"],
    ["(a|ab)*c"],
    ["(foo|foobar)*"],
    ["(a?)*"],
    ["(a+b)*"],
    ["([^,]*,)*"],
    [String.raw`(\s+\w+)*`],
    [String.raw`(\p{L}+\s)*`],
    [String.raw`^(\d{1,3}\.){3}\d{1,3}$`],
    [String.raw`(\d{10})*`],
    [String.raw`^[\w.+-]+@([a-z0-9-]+\.)+[a-z]{2,}$`],
    [String.raw`"(?:[^"\\]|\\.)*"`],
    [String.raw`^\/(?:[^\/]+\/)*$`],
    ["(a+)(b+)"],
    [String.raw`\(a+\)+`],
    ["[(a+)+]*"],
  ])("is false for %s", (pattern) => {
    expect(hasExponentialBacktracking(pattern)).toBe(false);
  });

  it("returns a boolean for any valid pattern", () => {
    const part = fc.constantFrom(..."ab|()[]{}*+?.\\^$,-12dwpuk<>=!:", "(?:", ")*", ")+", "{2,}", "[^a]", "\\d");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const pattern = parts.join("");
        fc.pre(compiles(pattern));
        expect(typeof hasExponentialBacktracking(pattern)).toBe("boolean");
      }),
      { numRuns: runs(120, 20_000) },
    );
  });

  it("agrees with counting the ways to match sample texts", () => {
    const atom = fc.constantFrom("a", "b", "[ab]", "a?", "b*", "a+", "ab");
    const choice = fc.array(atom, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("|"));
    fc.assert(
      fc.property(fc.tuple(choice, atom, fc.constantFrom("*", "+")), ([first, then, sign]) => {
        const loop = `(?:(?:${first})${then})${sign}`;
        expect(hasExponentialBacktracking(loop), loop).toBe(waysGrow(first, then));
      }),
      { numRuns: runs(80, 30_000) },
    );
  });

  it.each([["(".repeat(5000) + ")*".repeat(5000)], ["(a|b)*".repeat(20_000)], [`(${"a|".repeat(50_000)}b)*`]])(
    "gives up on what is too large: %#",
    (pattern) => {
      expect(hasExponentialBacktracking(pattern)).toBe(false);
    },
  );
});

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}

/**
 * Whether some short text is made of rounds of `(first)then` in more than one way: by counting, for every text of up to six
 * letters, the ways in which it is cut into rounds, each of them not empty, and each round into its parts.
 */
function waysGrow(first: string, then: string): boolean {
  const options = first.split("|");
  const round = (text: string): number => {
    let ways = 0;
    for (const option of options) {
      for (let cut = 0; cut <= text.length; cut++) {
        const [one, other] = [new RegExp(`^(?:${option})$`), new RegExp(`^(?:${then})$`)];
        if (one.test(text.slice(0, cut)) && other.test(text.slice(cut))) ways++;
      }
    }
    return ways;
  };
  for (let length = 1; length <= 6; length++) {
    for (let bits = 0; bits < 2 ** length; bits++) {
      const text = Array.from({ length }, (_, at) => ((bits >> at) & 1 ? "a" : "b")).join("");
      const ways = [1];
      for (let end = 1; end <= length; end++) {
        ways[end] = 0;
        for (let start = 0; start < end; start++)
          ways[end] = (ways[end] ?? 0) + (ways[start] ?? 0) * round(text.slice(start, end));
      }
      if ((ways[length] ?? 0) > 1) return true;
    }
  }
  return false;
}
