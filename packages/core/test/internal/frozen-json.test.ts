import { freezeCopy, isFrozenJson, jsonCopy, markFrozenJson } from "@helve/core/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("freezeCopy", () => {
  it("returns an equal, deeply frozen copy of any JSON value, and returns that copy as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const frozen = freezeCopy(value);
        expect(JSON.stringify(frozen)).toBe(JSON.stringify(value));
        expect(freezeCopy(frozen, "keep")).toBe(frozen);
        expect(freezeCopy(frozen)).toBe(frozen);
        expect(isFrozenJson(frozen)).toBe(typeof value === "object" && value !== null);
      }),
    );
  });

  it("copies what somebody else froze, and what is only part of a frozen copy", () => {
    const list = Object.freeze([Object.freeze({ a: 1 })]);
    expect(isFrozenJson(list)).toBe(false);
    expect(freezeCopy(list)).not.toBe(list);
    expect(isFrozenJson((freezeCopy(list) as readonly unknown[])[0])).toBe(false);
  });

  it("is not taken in by a proxy or by a member with any name", () => {
    const frozen = freezeCopy({ a: 1 }) as object;
    expect(isFrozenJson(new Proxy(frozen, {}))).toBe(false);
    expect(isFrozenJson(Object.create(frozen))).toBe(false);
    expect(isFrozenJson({ "#isFrozen": true, isFrozen: true })).toBe(false);
  });
});

describe("markFrozenJson", () => {
  it("freezes the object, and adds nothing that anybody can read", () => {
    const marked = markFrozenJson({ a: freezeCopy([1]) });
    expect(Object.isFrozen(marked)).toBe(true);
    expect(isFrozenJson(marked)).toBe(true);
    expect(Reflect.ownKeys(marked)).toEqual(["a"]);
    expect(marked).toStrictEqual({ a: [1] });
    expect([freezeCopy(marked), freezeCopy(marked, "keep"), freezeCopy(marked, "convert")]).toEqual([
      marked,
      marked,
      marked,
    ]);
    expect(Object.isFrozen(jsonCopy(marked))).toBe(false);
  });
});
