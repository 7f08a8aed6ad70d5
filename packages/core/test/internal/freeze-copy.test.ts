import type { Action } from "@helve/core";
import { freezeCopy } from "@helve/core/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

const action = (args: unknown): Action => ({ id: "1", name: "A.b", args: args as Action["args"] });

describe("freezeCopy that keeps other values", () => {
  it("returns an equal, deeply frozen copy and leaves the original unchanged", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), fc.jsonValue()), (args) => {
        const given = action(args);
        const frozen = freezeCopy(given, "keep");
        expect(JSON.stringify(frozen)).toBe(JSON.stringify(given));
        expect(isDeeplyFrozen(frozen)).toBe(true);
        expect(Object.isFrozen(given)).toBe(false);
        expect(freezeCopy(frozen, "keep")).toBe(frozen);
      }),
    );
  });

  it("copies a value that is only partly frozen", () => {
    const given = Object.freeze(action(Object.freeze({ to: ["bob"] })));
    expect(freezeCopy(given, "keep")).not.toBe(given);
    expect(freezeCopy(given, "keep")).toEqual(given);
  });

  it("leaves out what is undefined, reads a getter once, and keeps what JSON can't represent", () => {
    const date = new Date(0);
    let reads = 0;
    const args = {
      none: undefined,
      date,
      list: [undefined],
      get count() {
        return ++reads;
      },
      self: {},
    };
    args.self = args;
    const frozen = freezeCopy(action(args), "keep").args;
    expect(Object.keys(frozen)).toEqual(["date", "list", "count", "self"]);
    expect([frozen["date"], frozen["count"], frozen["count"]]).toEqual([date, 1, 1]);
    expect(JSON.stringify(frozen["list"])).toBe("[null]");
    expect(Object.keys(frozen["list"] as object)).toEqual(["0"]);
    expect(frozen["self"]).toBe(frozen);
  });
});

describe("freezeCopy that converts other values", () => {
  it("returns what JSON.stringify writes, deeply frozen", () => {
    const frozen = freezeCopy({ at: new Date(0), list: [undefined, Number.NaN], size: new Map() }, "convert");
    expect(frozen).toEqual({ at: "1970-01-01T00:00:00.000Z", list: [null, null], size: {} });
    expect(isDeeplyFrozen(frozen)).toBe(true);
  });

  it("throws for what JSON.stringify refuses or drops", () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    for (const value of [circular, 1n, undefined, () => 1])
      expect(() => freezeCopy(value, "convert")).toThrow(TypeError);
  });
});

describe("freezeCopy", () => {
  it("shares what is known to be frozen JSON", () => {
    const part = freezeCopy({ to: ["ann"] });
    expect(freezeCopy({ part })).toEqual({ part: { to: ["ann"] } });
    expect((freezeCopy({ part }) as { readonly part: unknown }).part).toBe(part);
  });
});
