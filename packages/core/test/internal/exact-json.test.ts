import { exactJson } from "@helve/core/internal";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("exactJson", () => {
  it("is equal for copies of a value, and for nothing else", () => {
    const value = fc.jsonValue();
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(exactJson(structuredClone(one))).toBe(exactJson(one));
        const isSame = JSON.stringify([one, zeros(one)]) === JSON.stringify([other, zeros(other)]);
        expect(exactJson(one) === exactJson(other)).toBe(isSame);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [[-0], [0]],
    ["\u00e9", "e\u0301"],
    [1, "1"],
  ])("tells %j and %j apart", (one, other) => {
    expect(exactJson(one)).not.toBe(exactJson(other));
  });

  it("leaves out what is undefined", () => {
    expect(exactJson({ a: undefined, b: null })).toBe('{"b":null}');
  });
});

/** How many negative zeros a value has before each number, which `JSON.stringify` does not tell. */
function zeros(value: unknown): readonly boolean[] {
  const found: boolean[] = [];
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "number") found.push(Object.is(part, -0));
    return part;
  });
  return found;
}
