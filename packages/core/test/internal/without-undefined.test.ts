import { expect, test } from "vitest";
import { withoutUndefined } from "../../src/internal/without-undefined.ts";

test("a record without undefined members is itself", () => {
  const record = { id: "a", note: null };
  expect(withoutUndefined(record)).toBe(record);
});

test("only undefined members are left out, and a member named __proto__ stays one", () => {
  const record = JSON.parse('{"__proto__": 1, "note": null, "count": 0}');
  const cleaned = withoutUndefined({ ...record, ["__proto__"]: 1, replaces: undefined });
  expect(Object.keys(cleaned)).toEqual(["__proto__", "note", "count"]);
});
