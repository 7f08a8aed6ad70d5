import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyPatch, patchBetween } from "../src/json-patch.ts";

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)));

describe("patchBetween", () => {
  it("says what makes one value of another", () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const copy = structuredClone(before);
        expect(applyPatch(before, patchBetween(before, after))).toEqual(after);
        expect(before).toEqual(copy);
      }),
    );
  });

  it("is empty for equal values", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(patchBetween(value, structuredClone(value))).toEqual([]);
      }),
    );
  });

  it.each([
    [{ a: 1 }, { a: 2 }, [{ op: "replace", path: "/a", value: 2 }]],
    [{}, { "a/b~": 1 }, [{ op: "add", path: "/a~1b~0", value: 1 }]],
    [
      { a: [1, 2, 3] },
      { a: [1] },
      [
        { op: "remove", path: "/a/2" },
        { op: "remove", path: "/a/1" },
      ],
    ],
    [{ a: [1] }, { a: [1, 2] }, [{ op: "add", path: "/a/-", value: 2 }]],
    [{ a: 1 }, {}, [{ op: "remove", path: "/a" }]],
    [[1], {}, [{ op: "replace", path: "", value: {} }]],
  ])("%j to %j is %j", (before, after, patch) => {
    expect(patchBetween(before, after)).toEqual(patch);
  });

  it("never changes a prototype", () => {
    const evil = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}');
    const result = applyPatch({}, patchBetween({}, evil));
    expect(Object.keys(result as object).sort()).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(() => applyPatch({}, [{ op: "add", path: "/__proto__/polluted", value: true }])).toThrow("does not fit");
  });

  it.each([
    [{ op: "remove", path: "/b" }],
    [{ op: "replace", path: "/b", value: 1 }],
    [{ op: "add", path: "/b/c", value: 1 }],
    [{ op: "remove", path: "/list/1" }],
    [{ op: "remove", path: "/list/-" }],
    [{ op: "add", path: "/list/01", value: 1 }],
    [{ op: "add", path: "/list/2", value: 1 }],
  ] as const)("%j does not fit", (operation) => {
    expect(() => applyPatch({ a: 1, list: [1] }, [operation])).toThrow(
      `The patch does not fit: ${operation.op} ${operation.path}`,
    );
  });
});
