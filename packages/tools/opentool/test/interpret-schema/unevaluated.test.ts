import type { JsonSchema } from "@helve/core";
import { compileSchema } from "@helve/opentool/compile-schema";
import { describe, expect, it } from "vitest";

const a = { properties: { a: true } };
const b = { properties: { b: true } };

describe("compileSchema with unevaluatedProperties and unevaluatedItems", () => {
  it.each<readonly [what: string, schema: object, right: readonly unknown[], wrong: readonly unknown[]]>([
    ["a condition that does not hold", { if: { ...a, required: ["b"] }, else: { maxProperties: 1 } }, [{}], [{ a: 1 }]],
    ["a condition that holds", { if: { ...a, required: ["a"] } }, [{ a: 1 }], [{ a: 1, b: 1 }, { b: 1 }]],
    [
      "what was evaluated before a condition",
      JSON.parse('{"allOf":[{"properties":{"a":true}}],"if":{"required":["b"]},"then":{"properties":{"b":true}}}'),
      [{ a: 1 }, { a: 1, b: 1 }],
      [{ c: 1 }],
    ],
    [
      "what was evaluated before a union",
      { $ref: "#/$defs/a", anyOf: [{ ...b, required: ["b"] }, {}], $defs: { a } },
      [{ a: 1 }, { a: 1, b: 1 }],
      [{ a: 1, c: 1 }],
    ],
    [
      "names that every object inherits",
      { anyOf: [{ ...a, required: ["a"] }, true] },
      [{ a: 1 }],
      [{ toString: 1 }, { a: 1, constructor: 1 }],
    ],
    [
      "what a property asks for",
      { dependentSchemas: { a: { properties: { a: true, b: true } } } },
      [{ a: 1, b: 1 }],
      [{ b: 1 }],
    ],
  ])("tracks evaluated properties: %s", (_, schema, right, wrong) => {
    expectChecked({ ...schema, unevaluatedProperties: false }, right, wrong);
  });

  it.each<readonly [what: string, schema: object, right: readonly unknown[], wrong: readonly unknown[]]>([
    ["a branch not taken", { if: true, else: { items: true } }, [[]], [[1]]],
    [
      "a condition that does not hold",
      { if: { prefixItems: [true], minItems: 2 }, else: { maxItems: 1 } },
      [[]],
      [[1]],
    ],
    ["a union of which one form says all", { anyOf: [{ items: { type: "string" } }, {}] }, [[], ["a", "b"]], [[1, 2]]],
    [
      "what was evaluated before a union",
      { allOf: [{ prefixItems: [true] }], anyOf: [{ minItems: 2, prefixItems: [true, true] }, {}] },
      [[1], [1, 2]],
      [[1, 2, 3]],
    ],
  ])("tracks evaluated items: %s", (_, schema, right, wrong) => {
    expectChecked({ ...schema, unevaluatedItems: false }, right, wrong);
  });
});

function expectChecked(schema: JsonSchema, right: readonly unknown[], wrong: readonly unknown[]): void {
  const check = compileSchema(schema);
  for (const value of right) expect([value, check(value)]).toEqual([value, []]);
  for (const value of wrong) {
    expect([value, check(value)]).not.toEqual([value, []]);
    expect(check(value).map(({ code }) => code)).not.toContain("not_checked");
  }
}
