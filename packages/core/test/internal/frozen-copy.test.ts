import type { Action } from "@helve/core";
import { frozenCopy } from "@helve/core/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

const action = (args: unknown): Action => ({ id: "1", name: "A.b", args: args as Action["args"] });

describe("frozenCopy", () => {
  it("returns an equal, deeply frozen copy and leaves the original unchanged", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), fc.jsonValue()), (args) => {
        const given = action(args);
        const frozen = frozenCopy(given);
        expect(JSON.stringify(frozen)).toBe(JSON.stringify(given));
        expect(isDeeplyFrozen(frozen)).toBe(true);
        expect(Object.isFrozen(given)).toBe(false);
        expect(frozenCopy(frozen)).toBe(frozen);
      }),
    );
  });

  it("copies a value that is only partly frozen", () => {
    const given = Object.freeze(action(Object.freeze({ to: ["bob"] })));
    expect(frozenCopy(given)).not.toBe(given);
    expect(frozenCopy(given)).toEqual(given);
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
    const frozen = frozenCopy(action(args)).args;
    expect(Object.keys(frozen)).toEqual(["date", "list", "count", "self"]);
    expect([frozen["date"], frozen["count"], frozen["count"]]).toEqual([date, 1, 1]);
    expect(JSON.stringify(frozen["list"])).toBe("[null]");
    expect(Object.keys(frozen["list"] as object)).toEqual(["0"]);
    expect(frozen["self"]).toBe(frozen);
  });
});
