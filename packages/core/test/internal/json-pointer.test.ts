import { jsonPointer, ownMember, pointerParts } from "@helve/core/internal";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("jsonPointer", () => {
  it("escapes as RFC 6901 says", () => {
    expect(jsonPointer([])).toBe("");
    expect(jsonPointer(["paths", "/a~b", 0, ""])).toBe("/paths/~1a~0b/0/");
  });
});

describe("pointerParts", () => {
  it.each([
    ["", []],
    ["/", [""]],
    ["/a~1b/m~0n/0", ["a/b", "m~n", "0"]],
    ["/~01", ["~1"]],
  ])("splits %j", (pointer, parts) => {
    expect(pointerParts(pointer)).toEqual(parts);
  });

  it("is the inverse of jsonPointer", () => {
    const part = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("~", "/", "0", "1", "a") }));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(pointerParts(jsonPointer(parts))).toEqual(parts);
      }),
      { numRuns: runs(25, 2500) },
    );
  });
});

describe("ownMember", () => {
  it("reads members and items, never what is inherited", () => {
    expect(ownMember({ a: 1 }, "a")).toBe(1);
    expect(ownMember(["x"], "0")).toBe("x");
    expect(ownMember({}, "constructor")).toBeUndefined();
    expect(ownMember([], "map")).toBeUndefined();
    expect(ownMember("text", "length")).toBeUndefined();
    expect(ownMember(null, "a")).toBeUndefined();
  });
});
