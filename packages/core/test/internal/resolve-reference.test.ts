import { referencePath, resolveReference } from "@helve/core/internal";
import { expect, it } from "vitest";

const root = { $defs: { "a/b %": { type: "null" }, list: { prefixItems: [true] } } } as const;

it.each([
  ["#", root],
  ["#/$defs/a~1b%20%25", { type: "null" }],
  ["#/$defs/list/prefixItems/0", true],
  ["#/$defs/none", undefined],
  ["#/$defs/constructor", undefined],
  ["#name", undefined],
  ["other.json#/$defs/list", undefined],
])("resolves %s within the schema", (ref, expected) => {
  expect(resolveReference(ref, root)).toEqual(expected);
});

it("leaves invalid percent-encoding as it is", () => {
  expect(referencePath("#/$defs/100%")).toEqual(["$defs", "100%"]);
});
