import type { JsonSchema } from "@helve/core";
import { schemaValidator } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coerce } from "../src/coerce.ts";

const integer = { type: "integer" } as const;
const number = { type: "number" } as const;
const boolean = { type: "boolean" } as const;
const string = { type: "string" } as const;

describe("coerce: strings and numbers", () => {
  const bent: readonly (readonly [unknown, JsonSchema, unknown, string])[] = [
    ["42", integer, 42, "number"],
    [" 42 ", integer, 42, "number"],
    ["42.0", integer, 42, "number"],
    ["4.2e1", integer, 42, "number"],
    ["-7", integer, -7, "number"],
    ["+7", integer, 7, "number"],
    ["9007199254740991", integer, 9007199254740991, "number"],
    ["4.2", number, 4.2, "number"],
    [".5", number, 0.5, "number"],
    ["1e-7", number, 1e-7, "number"],
    ["200", { type: "integer", maximum: 100 }, 200, "number"],
    ["true", boolean, true, "boolean"],
    [" FALSE ", boolean, false, "boolean"],
    ["False", boolean, false, "boolean"],
    ["yes", boolean, true, "boolean"],
    ["off", boolean, false, "boolean"],
    ["0", boolean, false, "boolean"],
    [1, boolean, true, "boolean"],
    [0, boolean, false, "boolean"],
    ["null", { type: ["integer", "null"] }, null, "null"],
    ["None", { type: ["integer", "null"] }, null, "null"],
    [42, string, "42", "number_to_string"],
    [1.5, string, "1.5", "number_to_string"],
    ["1", { type: ["boolean", "integer"] }, 1, "number"],
    ["true", { type: ["integer", "boolean"] }, true, "boolean"],
    ["2", { enum: [1, 2] }, 2, "number"],
    [2, { enum: ["1", "2"] }, "2", "number_to_string"],
    ["true", { const: true }, true, "boolean"],
    ['"red"', { enum: ["red", "blue"] }, "red", "json_string"],
    ['"42"', integer, 42, "json_string"],
  ];
  it.each(bent)("%j, for %j, is %j (%s)", (value, schema, after, kind) => {
    const coerced = coerce(value, schema);
    expect(coerced.value).toBe(after);
    expect(coerced.repairs[0]).toMatchObject({ kind, path: "", before: value });
  });

  const left: readonly (readonly [unknown, JsonSchema, string])[] = [
    ["4.2", integer, "nothing is cut off"],
    [1.9, integer, "nothing is cut off"],
    ["9007199254740993", integer, "no JavaScript number holds it"],
    ["12345678901234567890", number, "no JavaScript number holds it"],
    ["1e999", number, "it is no finite number"],
    ["NaN", number, "it is no number"],
    ["Infinity", number, "it is no finite number"],
    ["1,000", number, "a thousand here is one elsewhere"],
    ["0x1f", integer, "only the decimal form is sure"],
    ["1_000", integer, "only the decimal form is sure"],
    ["007", integer, "it may be a name"],
    ["", integer, "nothing is no number"],
    [true, integer, "true is no number"],
    [2, boolean, "only 0 and 1 stand for false and true"],
    ["maybe", boolean, "no word for true or false"],
    [null, boolean, "null is not false"],
    [null, string, 'null is not "None"'],
    [true, string, "JSON and Python write it in two ways"],
    [{ a: 1 }, string, "its spacing is unknown"],
    [1e21, string, "its digits are unknown"],
    ["", { type: ["integer", "null"] }, "nothing may be a slip"],
    ["3", { enum: [1, 2] }, "it is none of the choices"],
    ["RED", { enum: ["red", "blue"] }, "other case, when not asked for"],
    ["1", { enum: [1, true] }, "it may be either"],
    ["2026-01-31", { type: "integer" }, "a date is no number"],
  ];
  it.each(left)("%j, for %j, stays: %s", (value, schema) => {
    expect(coerce(value, schema)).toEqual({ value, repairs: [] });
  });

  it.each([
    ["2026-01-31", { type: "string", format: "date" }],
    ["42", { type: ["string", "integer"] }],
    ["42", { anyOf: [{ type: "integer" }, { type: "string" }] }],
    ["null", { type: "string" }],
    ["[1]", {}],
  ] as const)("%j, for %j, is text and stays", (value, schema) => {
    expect(coerce(value, schema).repairs).toEqual([]);
  });

  it("matches enum values by case or prefix if the option allows it", () => {
    const schema = { enum: ["celsius", "centimetre", "Kelvin"] };
    expect(coerce("CELSIUS", schema, { enums: "case" }).value).toBe("celsius");
    expect(coerce("cel", schema, { enums: "case" }).value).toBe("cel");
    expect(coerce("cel", schema, { enums: "prefix" }).value).toBe("celsius");
    expect(coerce("kelvin", schema, { enums: "prefix" }).value).toBe("Kelvin");
    expect(coerce("ce", schema, { enums: "prefix" }).value).toBe("ce");
    expect(coerce("", schema, { enums: "prefix" }).value).toBe("");
  });
});

describe("coerce: lists and objects", () => {
  it("reads JSON within a string, also nested", () => {
    const schema = {
      type: "object",
      properties: { filter: { type: "object", properties: { ids: { type: "array", items: integer } } } },
    } as const;
    const text = '{"ids": "[1, \\"2\\"]"}';
    expect(coerce({ filter: text }, schema)).toEqual({
      value: { filter: { ids: [1, 2] } },
      repairs: [
        { kind: "json_string", path: "/filter", before: text, after: { ids: '[1, "2"]' } },
        { kind: "json_string", path: "/filter/ids", before: '[1, "2"]', after: [1, "2"] },
        { kind: "number", path: "/filter/ids/1", before: "2", after: 2 },
      ],
    });
  });

  it("reads nearly valid JSON with the readJson option", () => {
    const readJson = (text: string): unknown => (text === "[1, 2,]" ? [1, 2] : undefined);
    const schema = { type: "array", items: integer } as const;
    expect(coerce("[1, 2,]", schema, { readJson }).value).toEqual([1, 2]);
    expect(coerce("[1, 2,]", schema).value).toBe("[1, 2,]");
    expect(coerce("[1, 2,,]", schema, { readJson }).value).toBe("[1, 2,,]");
  });

  it("creates separate objects for equal strings", () => {
    const list = { type: "array" } as const;
    const { value } = coerce({ a: "[]", b: "[]", c: ["[]"] }, { properties: { a: list, b: list, c: { items: list } } });
    const { a, b, c } = value as { a: unknown[]; b: unknown[]; c: unknown[][] };
    a.push(1);
    expect([a, b, c]).toEqual([[1], [], [[]]]);
    expect(b).not.toBe(c[0]);
  });

  it("puts a single value into a list if it is valid there", () => {
    const schema = {
      type: "object",
      properties: { tags: { type: "array", items: string }, ids: { type: "array", items: integer } },
    } as const;
    expect(coerce({ tags: "new", ids: "7" }, schema)).toEqual({
      value: { tags: ["new"], ids: [7] },
      repairs: [
        { kind: "one_item", path: "/tags", before: "new", after: ["new"] },
        { kind: "one_item", path: "/ids", before: "7", after: ["7"] },
        { kind: "number", path: "/ids/0", before: "7", after: 7 },
      ],
    });
  });

  it.each<readonly [unknown, string]>([
    ["a, b", "it may list several"],
    ["a\nb", "it may list several"],
    ["a|b", "it may list several"],
    ["a、b", "it may list several"],
    ["[draft", "it may be the start of a list"],
    ["", "it may be no item at all"],
    ["null", "it may be no item at all"],
    [{}, "it may be an empty list"],
    [{ 0: "a", 1: "b" }, "it may list several"],
    [null, "it is no item"],
  ])("leaves %j where a list is wanted: %s", (value, _reason) => {
    expect(coerce(value, { type: "array", items: { type: ["string", "object"] } }).value).toBe(value);
  });

  it("keeps a single value that is invalid in the list too", () => {
    expect(coerce("x", { type: "array", items: integer }).value).toBe("x");
    expect(coerce("x", { type: "array", items: string, minItems: 2 }).value).toBe("x");
  });

  it("removes null only for an optional property", () => {
    const schema: JsonSchema = {
      properties: { a: integer, b: integer, c: { type: ["integer", "null"] }, d: integer },
      required: ["b"],
      additionalProperties: integer,
    };
    const { value, repairs } = coerce({ a: null, b: null, c: null, d: "None", e: null }, schema);
    expect(value).toEqual({ b: null, c: null, e: null });
    expect(repairs).toEqual([
      { kind: "absent_null", path: "/a", before: null, after: undefined },
      { kind: "absent_null", path: "/d", before: "None", after: undefined },
    ]);
  });

  it("finds required properties in every part of the schema", () => {
    const schema: JsonSchema = {
      allOf: [{ $ref: "#/$defs/Base" }],
      required: ["a"],
      $defs: { Base: { properties: { a: integer } } },
    };
    expect(coerce({ a: null }, schema).value).toEqual({ a: null });
  });

  it("treats keys such as __proto__ as data", () => {
    const value: unknown = JSON.parse('{"__proto__": "1", "constructor": "2"}');
    const schema = JSON.parse('{"properties": {"__proto__": {"type": "integer"}, "constructor": {"type": "integer"}}}');
    const coerced = coerce(value, schema);
    expect(JSON.stringify(coerced.value)).toBe('{"__proto__":1,"constructor":2}');
    expect(Object.getPrototypeOf(coerced.value)).toBe(Object.prototype);
  });
});

/** A schema with a `then`, which as a property of an object here would make it look like a promise. */
function withThen(schema: JsonSchema, yes: JsonSchema): JsonSchema {
  return Object.fromEntries(new Map(Object.entries(schema)).set("then", yes));
}

describe("coerce: every keyword with schemas", () => {
  const byKind = withThen(
    { if: { properties: { kind: { const: "n" } }, required: ["kind"] }, else: { properties: { of: boolean } } },
    { properties: { of: integer } },
  );
  const schemas: Readonly<Record<string, readonly [JsonSchema, unknown, unknown]>> = {
    $ref: [{ $ref: "#/$defs/N", $defs: { N: integer } }, "1", 1],
    definitions: [{ $ref: "#/definitions/N~1M", definitions: { "N/M": integer } }, "1", 1],
    itself: [{ type: ["array", "integer"], items: { $ref: "#" } }, [["1"], "2"], [[1], 2]],
    allOf: [
      { allOf: [{ properties: { a: integer } }, { properties: { b: boolean } }] },
      { a: "1", b: "no" },
      { a: 1, b: false },
    ],
    "allOf and type": [{ type: ["string", "integer"], allOf: [integer] }, "1", 1],
    prefixItems: [{ prefixItems: [integer, boolean], items: number }, ["1", "1", "1"], [1, true, 1]],
    "items in draft-07": [
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        items: [integer, boolean] as never,
        additionalItems: number,
      },
      ["1", "1", "1"],
      [1, true, 1],
    ],
    additionalProperties: [
      { properties: { a: string }, additionalProperties: integer },
      { a: "1", b: "1" },
      { a: "1", b: 1 },
    ],
    patternProperties: [
      { patternProperties: { "^n_": integer }, additionalProperties: string },
      { n_a: "1", b: "1" },
      { n_a: 1, b: "1" },
    ],
    "if and then": [byKind, { kind: "n", of: "1" }, { kind: "n", of: 1 }],
    "if and else": [byKind, { of: "1" }, { of: true }],
  };
  it.each(Object.entries(schemas))("%s", (_, [schema, value, after]) => {
    expect(coerce(value, schema).value).toEqual(after);
    expect(schemaValidator(schema)(after)).toEqual([]);
  });

  it("changes nothing if a condition can't be decided", () => {
    const schema = withThen({ if: { contains: integer } }, { items: integer });
    expect(coerce(["1", 2], schema).repairs).toEqual([]);
  });
});

describe("coerce: unions", () => {
  const shapes: JsonSchema = {
    oneOf: [
      { type: "object", properties: { kind: { const: "circle" }, r: number }, required: ["kind", "r"] },
      { type: "object", properties: { kind: { const: "square" }, side: number }, required: ["kind", "side"] },
    ],
  };

  it("chooses the branch with the cheapest changes", () => {
    expect(coerce({ kind: "square", side: "2", r: "x" }, shapes).value).toEqual({ kind: "square", side: 2, r: "x" });
    expect(coerce('{"kind": "circle", "r": "1"}', shapes).value).toEqual({ kind: "circle", r: 1 });
    expect(
      coerce(5, {
        anyOf: [
          { type: "array", items: string },
          { type: "array", items: number },
        ],
      }).value,
    ).toEqual([5]);
    expect(coerce("42", { anyOf: [{ type: "array", items: number }, number] }).value).toBe(42);
  });

  it("among equally cheap branches chooses the one that names more properties, then the first", () => {
    const a = { type: "object", properties: { a: integer } } as const;
    const ab = { type: "object", properties: { a: integer, b: string } } as const;
    const b = { type: "object", properties: { b: integer } } as const;
    const closed = (schema: JsonSchema): JsonSchema => ({ ...schema, minProperties: 1 });
    expect(coerce('{"a": "1", "b": "2"}', { anyOf: [a, ab, b].map(closed) }).value).toEqual({ a: 1, b: "2" });
    expect(
      coerce(
        { a: "1", b: "2" },
        {
          anyOf: [
            { ...a, required: ["b"] },
            { ...b, required: ["a"] },
          ],
        },
      ).value,
    ).toEqual({ a: 1, b: "2" });
    expect(
      coerce(
        { a: "1", b: "2" },
        {
          anyOf: [
            { ...b, required: ["a"] },
            { ...a, required: ["b"] },
          ],
        },
      ).value,
    ).toEqual({ a: "1", b: 2 });
  });

  it("keeps a value that would match two branches of oneOf", () => {
    expect(coerce("1", { oneOf: [integer, number] }).value).toBe("1");
  });

  it("coerces to the only possible branch even if something else is invalid there", () => {
    expect(
      coerce(
        { kind: "circle", r: "1", colour: 5 },
        {
          anyOf: [
            { type: "object", properties: { kind: { const: "circle" }, r: number, colour: boolean } },
            { type: "object", properties: { kind: { const: "square" } } },
          ],
        },
      ).value,
    ).toEqual({ kind: "circle", r: 1, colour: 5 });
  });

  it("checks formats and patterns of the branches", () => {
    expect(coerce("42", { anyOf: [{ type: "string", format: "date" }, integer] }).value).toBe(42);
    expect(coerce("42", { anyOf: [{ type: "string", pattern: "^x" }, integer] }).value).toBe(42);
    expect(coerce("2026-01-31", { anyOf: [{ type: "string", format: "date" }, integer] }).value).toBe("2026-01-31");
  });

  it("stops early if branches lead to the same schema repeatedly", () => {
    const branch = (kind: number): JsonSchema => ({
      type: "object",
      properties: { child: { $ref: "#/$defs/Node" }, n: number, kind: { const: kind } },
      allOf: [{ properties: { child: { $ref: "#/$defs/Node" } } }],
      required: ["n", "kind"],
    });
    const schema: JsonSchema = { $ref: "#/$defs/Node", $defs: { Node: { anyOf: [0, 1, 2, 3, 4, 5].map(branch) } } };
    let [value, after]: unknown[] = [
      { n: "1", kind: "5" },
      { n: 1, kind: 5 },
    ];
    for (let depth = 0; depth < 200; depth++) {
      value = { n: "1", kind: "5", child: value };
      after = { n: 1, kind: 5, child: after };
    }
    expect(coerce(value, schema).value).toEqual(after);
  });
});

describe("coerce: unusual input", () => {
  it("returns for values that are cyclic, too deep or throw when read", () => {
    const circle: Record<string, unknown> = { n: "1" };
    circle["self"] = circle;
    let deep: unknown = "1";
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    const throwing = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no keys");
        },
      },
    );
    const schema: JsonSchema = { items: { $ref: "#" }, properties: { n: integer, self: { $ref: "#" } } };
    for (const value of [deep, throwing]) expect(coerce(value, schema).value).toBe(value);
    expect(coerce(circle, schema).value).toMatchObject({ n: 1 });
    expect(circle["n"]).toBe("1");
  });

  it("converts the JSON text of a valid value back to that value", () => {
    const part = fc.oneof(
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
    );
    const value = fc.record({
      n: part,
      list: fc.array(part),
      nested: fc.record({ on: fc.boolean(), rows: fc.array(fc.array(part)) }),
    });
    const scalar = { type: ["boolean", "number"] } as const;
    const schema: JsonSchema = {
      type: "object",
      properties: {
        n: scalar,
        list: { type: "array", items: scalar },
        nested: {
          type: "object",
          properties: { on: boolean, rows: { type: "array", items: { type: "array", items: scalar } } },
        },
      },
    };
    const asText = (given: unknown, chosen: Iterator<boolean>): unknown => {
      const inner = Array.isArray(given)
        ? given.map((item) => asText(item, chosen))
        : typeof given === "object" && given !== null
          ? Object.fromEntries(Object.entries(given).map(([key, member]) => [key, asText(member, chosen)]))
          : given;
      return chosen.next().value === true ? JSON.stringify(inner) : inner;
    };
    fc.assert(
      fc.property(value, fc.infiniteStream(fc.boolean()), (fitting, chosen) => {
        const plain: unknown = JSON.parse(JSON.stringify(fitting));
        expect(coerce(asText(plain, chosen), schema).value).toEqual(plain);
      }),
    );
  });
});
