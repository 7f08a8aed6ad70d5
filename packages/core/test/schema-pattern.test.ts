import { schemaPattern } from "@helve/core/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const text = fc.string({ unit: fc.constantFrom("a", "b", "1", "-", " ", "é", "😀"), maxLength: 20 });

describe("schemaPattern", () => {
  it.each([
    "^[a-z]+$",
    "a+b*",
    "(ab|a)*-",
    "^(\\d{1,3}-){2,}\\d$",
    "(a+)+$",
    "\\p{L}+\\s*\\p{L}",
    "(?=a)(b|a)+",
    "(a)\\1+",
  ])("finds what RegExp finds: %s", (pattern) => {
    const native = new RegExp(pattern, "u");
    fc.assert(
      fc.property(text, (value) => {
        expect(schemaPattern(pattern).test(value)).toBe(native.test(value));
      }),
    );
  });

  it("does not backtrack", () => {
    // With backtracking, each of these takes longer than anybody waits.
    for (const pattern of ["(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(a?){40}a{40}$", "a*a*a*a*a*a*a*a*b"]) {
      expect(schemaPattern(pattern).test(`${"a".repeat(300)}!`)).toBe(false);
    }
  });

  it("is another text for another pattern, as ajv needs", () => {
    expect(String(schemaPattern("(a+)+"))).toBe("/(a+)+/u");
  });

  it("refuses an invalid pattern", () => {
    expect(() => schemaPattern("(a")).toThrow(SyntaxError);
  });

  it("reads patterns that are valid without the flag u only", () => {
    expect(schemaPattern("^(\\-a)+$").test("-a-a")).toBe(true);
  });
});
