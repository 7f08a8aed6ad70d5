import type { JsonSchema } from "@helve/core";
import { interpretSchema } from "@helve/opentool";
import { compileSchema } from "@helve/opentool/compile-schema";
import { describe, expect, it } from "vitest";

const $schema = "http://json-schema.org/draft-07/schema#";
const clause = JSON.parse('{"if":false,"else":{"properties":{"a":{"type":"string"}}}}');

describe("compileSchema where ajv alone is wrong", () => {
  it.each<readonly [what: string, schema: object, right: readonly unknown[], wrong: readonly unknown[]]>([
    ["an empty list after a list that matches", { items: { contains: { const: 1 } } }, [[[1], [1]]], [[[1], []]]],
    ["the same in draft-07", { $schema, items: { contains: { const: 1 } } }, [[[1], [1]]], [[[1], []]]],
    ["a list without a matching item", { contains: { const: 1 } }, [[2, 1]], [[], [2]]],
    ["an empty list with positional items", { prefixItems: [{ type: "string" }], contains: {} }, [["a"]], [[], [1]]],
    ["minContains above maxContains", { not: { contains: {}, minContains: 2, maxContains: 1 } }, [[], [1], [1, 2]], []],
    [
      "patternProperties beside if",
      { ...clause, patternProperties: { b: { type: "string" } } },
      [{ a: "", b: "" }],
      [{ b: 1 }],
    ],
    [
      "patternProperties beside a union and unevaluatedProperties",
      { anyOf: [{ required: ["a"] }], patternProperties: { b: { type: "string" } }, unevaluatedProperties: false },
      [],
      [{ b: "" }, { a: 1, b: "" }],
    ],
    ["decimals", { multipleOf: 0.01 }, [1234567.89, 4.35, 0, -0.07, 1e300], [1.005, 1e-3]],
    ["very large and very small numbers", { multipleOf: 0.123456789 }, [1.23456789], [1e308, 5e-324]],
    ["very small steps", { multipleOf: 1e-10 }, [1.5, 12391239123], [1.00000000005]],
    ["a member named constructor", { const: { constructor: 1 } }, [{ constructor: 1 }], [{ constructor: 2 }, {}]],
    [
      "members named toString and valueOf",
      { enum: [3, { toString: 1, valueOf: 2 }] },
      [3, { valueOf: 2, toString: 1 }],
      [4, {}],
    ],
    [
      "an object with toString among other choices",
      { enum: [{}, { toString: [] }] },
      [{}, { toString: [] }],
      [{ toString: {} }],
    ],
    ["an empty enum", { enum: [] }, [], [1, null]],
    ["a keyword of OpenAPI", { type: "string", nullable: true }, ["a"], [null]],
    ["a keyword of ajv", { type: "string", $async: true }, ["a"], [1]],
    ["a keyword of draft-04", { type: "string", id: "a" }, ["a"], [1]],
    [
      "not beside a union",
      { oneOf: [true, { anyOf: [clause.else, { properties: { b: false } }], not: true }, false] },
      [null, { a: 1 }],
      [],
    ],
    ["a reference with an encoding", { $ref: "#/$defs/a%2525", $defs: { "a%25": true, "a%": false } }, [1], []],
    ["a reference to a boolean", { $ref: "#/$defs/a", $defs: { a: false } }, [], [1]],
    [
      "a reference to the items after positional items",
      { prefixItems: [{}], items: false, properties: { a: { $ref: "#/items" } } },
      [[1], {}],
      [[1, 2], { a: 1 }],
    ],
    ["items after positional items", { prefixItems: [{}], items: { type: "string" } }, [[1, "a"]], [[1, 2]]],
    [
      "equal items",
      { uniqueItems: true },
      [[1, "1", { a: 1 }]],
      [
        [{ valueOf: 1 }, { valueOf: 1 }],
        [1, 2, 1],
      ],
    ],
  ])("checks %s", (_, schema, right, wrong) => {
    const check = compileSchema(schema as JsonSchema);
    for (const value of right) expect([value, check(value)]).toEqual([value, []]);
    for (const value of wrong) expect([value, check(value)]).not.toEqual([value, []]);
  });

  it("compares the items of a long list in linear time", () => {
    const items = Array.from({ length: 50_000 }, (_, id) => ({ id }));
    expect(compileSchema({ uniqueItems: true })([...items, { id: 7 }])).toEqual([
      { code: "uniqueItems", message: expect.stringContaining("items 7 and 50000 are equal"), path: "" },
    ]);
  });
});

const branch = (op: string, members: Record<string, object>): object => ({
  type: "object",
  properties: { ...members, op: { const: op } },
  required: ["op", ...Object.keys(members)],
});

/** A condition; five of its forms contain conditions. */
const condition = {
  oneOf: [
    ...["not", "maybe", "always"].map((op) => branch(op, { arg: { $ref: "#" } })),
    ...["and", "or"].map((op) => branch(op, { left: { $ref: "#" }, right: { $ref: "#" } })),
    branch("is", { arg: { type: "string" } }),
  ],
} as JsonSchema;

function around(depth: number, wrap: (inner: object) => object, leaf: object): object {
  let value = leaf;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

describe("compileSchema with several paths back to a schema", () => {
  const part = { properties: { next: { $ref: "#" } } };

  it.each([
    [
      "a union without a tag",
      { anyOf: [{ ...part, required: ["a"] }, { ...part, required: ["b"] }, { type: "null" }] },
    ],
    ["allOf", { allOf: [part, part] }],
    ["a condition", { if: part, else: part }],
    ["a reference beside properties", { ...part, allOf: [{ $ref: "#/$defs/part" }], $defs: { part } }],
  ])("checks a deep value quickly by %s", (_what, schema) => {
    const value = around(200, (next) => ({ next, b: 1 }), {});
    expect(compileSchema(schema as JsonSchema).is(value)).toBe(!("anyOf" in schema));
  });
});

describe.each([
  ["compileSchema", compileSchema],
  ["interpretSchema", interpretSchema],
] as const)("%s with a recursive union", (_, make) => {
  const check = make(condition);

  it("terminates for deeply nested values", () => {
    expect(check(around(200, (arg) => ({ op: "maybe", arg }), { op: "is", arg: "a" }))).toEqual([]);
    expect(check(around(10, (left) => ({ op: "or", left, right: left }), { op: "is", arg: "a" }))).toEqual([]);
    expect(check(around(40, (arg) => ({ op: "maybe", arg }), { op: "is", arg: 3 }))).toMatchObject([{ code: "type" }]);
  });

  it.each([
    ["unknown", { op: "nor" }, '"op" must be "not" (got "nor"); "op" must be "maybe" (got "nor")'],
    ["missing", {}, '"op" is required'],
  ])("reports a tag that is %s, and no other errors of the branches that it excludes", (_what, tag, says) => {
    const [issue, ...others] = check(around(200, (arg) => ({ ...tag, arg }), { op: "is", arg: "a" }));
    expect(issue?.message).toContain(`the value matches none of the allowed forms: ${says}`);
    expect(others).toEqual([]);
  });
});
