import type { JsonSchema } from "@helve/core";
import { InvalidSchemaError, interpretSchema } from "@helve/opentool";
import { compileSchema } from "@helve/opentool/compile-schema";
import { afterEach, describe, expect, it, vi } from "vitest";

const draft07 = "http://json-schema.org/draft-07/schema#";

/** Each keyword, with a value that fits and one that does not. */
const keywords: readonly (readonly [schema: object, right: unknown, wrong: unknown])[] = [
  [{ type: "object" }, {}, []],
  [{ type: "integer" }, 1, 1.5],
  [{ type: "number" }, 1.5, Number.POSITIVE_INFINITY],
  [{ type: ["string", "null"] }, null, 3],
  [{ enum: ["a", { b: [1] }] }, { b: [1] }, { b: [2] }],
  [{ type: ["string", "null"], not: { enum: [] } }, null, 3],
  [{ properties: { a: { enum: [] } } }, {}, { a: 1 }],
  [{ const: null }, null, 0],
  [{ const: { a: 1, b: [] } }, { b: [], a: 1 }, { a: 1 }],
  [{ properties: { "x y": { type: "null" } } }, { "x y": null }, { "x y": 1 }],
  [{ properties: { a: false } }, {}, { a: 1 }],
  [{ required: ["a", "toString"] }, { a: 1, toString: 2 }, { a: 1 }],
  [{ properties: { timeout: {} }, additionalProperties: false }, { timeout: 1 }, { timeot: 1 }],
  [{ patternProperties: { "^x-": {} }, additionalProperties: { type: "string" } }, { "x-a": 1, b: "" }, { b: 1 }],
  [{ patternProperties: { "^x-": { type: "string" } } }, { "x-a": "" }, { "x-a": 1 }],
  [{ propertyNames: { pattern: "^x-" } }, { "x-a": 1 }, { "a b": 1 }],
  [{ dependentRequired: { a: ["b", "c"] } }, { b: 1 }, { a: 1, c: 1 }],
  [{ dependentSchemas: { a: { required: ["b"] }, c: false } }, { b: 1 }, { a: 1, c: 1 }],
  [{ minProperties: 1 }, { a: 1 }, {}],
  [{ maxProperties: 1 }, { a: 1 }, { a: 1, b: 2 }],
  [{ items: { type: "string" } }, ["a"], ["a", 1]],
  [{ items: false }, [], [1]],
  [{ prefixItems: [{ type: "string" }], items: { type: "number" } }, ["a", 1], ["a", "b"]],
  [{ prefixItems: [{ type: "string" }], items: false }, ["a"], ["a", 1]],
  [{ $schema: draft07, items: [{ type: "string" }], additionalItems: false }, ["a"], ["a", 1]],
  [{ $schema: draft07, items: [{ type: "string" }], additionalItems: { type: "number" } }, ["a", 1], [1]],
  [{ minItems: 2 }, [1, 1], [1]],
  [{ maxItems: 0 }, [], [1]],
  [{ uniqueItems: true }, [1, "1", { a: 1 }, { a: 2 }], [{ a: 1 }, 2, { a: 1 }]],
  [{ uniqueItems: true }, [0, "0", false, null], [1, 2, 1, 1, 3]],
  [{ contains: { const: 1 } }, [2, 1], [2]],
  [{ contains: { const: 1 }, minContains: 0, maxContains: 1 }, [], [1, 1]],
  [{ contains: { const: 1 }, minContains: 2, maxContains: 2 }, [1, 1], [1]],
  [{ anyOf: [{ type: "string" }, { type: "null" }, { enum: [1, 2] }] }, 2, true],
  [{ oneOf: [{ type: "number" }, { type: "string" }, { type: "integer" }] }, 1.5, 1],
  [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, 2, 4],
  [{ not: { type: "string" } }, 1, "a"],
  [JSON.parse('{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":3}}'), "a", 1],
  [JSON.parse('{"if":{"type":"string"},"then":false}'), 1, "a"],
  [{ minimum: 1 }, 1, 0],
  [{ maximum: 1 }, 1, 2],
  [{ exclusiveMinimum: 1 }, 2, 1],
  [{ exclusiveMaximum: 1 }, 0, 1],
  [{ multipleOf: 0.1 }, 0.3, 0.35],
  [{ minLength: 2 }, "ab", "𝒶"],
  [{ maxLength: 2 }, "𝒶𝒷", "𝒶𝒷𝒸"],
  [{ pattern: "^a[\\w-.]" }, "a-", "b"],
  [{ format: "date" }, "2024-02-29", "2023-02-29"],
  [{ $defs: { a: { type: "null" } }, items: { $ref: "#/$defs/a" } }, [null], [1]],
  [{ definitions: { "a/b %": { type: "null" } }, items: { $ref: "#/definitions/a~1b%20%25" } }, [null], [1]],
  [
    { type: "object", properties: { next: { $ref: "#" } }, required: ["id"] },
    { id: 1, next: { id: 2 } },
    { id: 1, next: {} },
  ],
];

describe("interpretSchema", () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each(keywords)("validates %j as compileSchema does", (schema, right, wrong) => {
    const options = { assertFormats: true };
    const check = interpretSchema(schema as JsonSchema, options);
    expect(check(right)).toEqual([]);
    expect(check(wrong)).not.toEqual([]);
    expect(check(wrong)).toEqual(compileSchema(schema as JsonSchema, options)(wrong));
    for (const { is } of [check, compileSchema(schema as JsonSchema, options)])
      expect([is(right), is(wrong)]).toEqual([true, false]);
  });

  it("needs neither eval nor new Function", () => {
    function refuse(): never {
      throw new EvalError("not allowed here");
    }
    vi.stubGlobal("eval", refuse);
    vi.stubGlobal("Function", refuse);
    const schema: JsonSchema = { type: "object", properties: { a: { anyOf: [{ type: "string" }, { const: 1 }] } } };
    expect(interpretSchema(schema)({ a: 2 }).map(({ message }) => message)).toEqual([
      '"a" must be a string or 1 (got 2)',
    ]);
    expect(compileSchema(schema)({ a: 2 })).toEqual(interpretSchema(schema)({ a: 2 }));
  });

  it("creates only one validator for the same schema object", () => {
    const schema = { type: "string" } as const;
    expect(interpretSchema(schema)).toBe(interpretSchema(schema));
  });

  it("ignores annotations, formats and unknown keywords", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "https://example.com/name",
      $comment: "c",
      title: "t",
      description: "d",
      default: 3,
      examples: ["a"],
      deprecated: true,
      readOnly: true,
      writeOnly: false,
      contentEncoding: "base64",
      contentMediaType: "text/plain",
      format: "hasOwnProperty",
      nullable: true,
      "x-order": 1,
      ...JSON.parse('{"__proto__": {}, "constructor": 1}'),
    };
    expect(interpretSchema(schema, { assertFormats: true })("a")).toEqual([]);
    expect(interpretSchema({ format: "date" })("a")).toEqual([]);
    expect(interpretSchema({ $schema: draft07, prefixItems: [false] })([1])).toEqual([]);
  });

  it("reports the issues of the intended branch, as compileSchema does", () => {
    const circle = {
      type: "object",
      properties: { kind: { const: "circle" }, r: { type: "number" } },
      required: ["r"],
    };
    const line = { type: "object", properties: { kind: { const: "line" } } };
    const shape = { anyOf: [{ $ref: "#/$defs/circle" }, line, { type: "null" }], $defs: { circle } } as JsonSchema;
    for (const value of [{ kind: "circle", r: "1" }, { kind: "square" }, 3]) {
      expect(interpretSchema(shape)(value)).toEqual(compileSchema(shape)(value));
    }
    expect(interpretSchema(shape)({ kind: "circle", r: "1" }).map(({ path }) => path)).toEqual(["/r"]);
  });

  it("treats names of Object.prototype like any other name", () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"}},"required":["__proto__","toString"],"additionalProperties":false}',
    );
    expect(interpretSchema(schema)({}).map(({ path }) => path)).toEqual(["/__proto__", "/toString"]);
    expect(interpretSchema(schema)(JSON.parse('{"__proto__":3,"toString":1}')).map(({ path }) => path)).toEqual([
      "/toString",
      "/__proto__",
    ]);
    const same = JSON.parse('{"const":{"__proto__":1,"constructor":2,"valueOf":3}}');
    expect(interpretSchema(same)(JSON.parse('{"valueOf":3,"constructor":2,"__proto__":1}'))).toEqual([]);
    expect(interpretSchema(same)({ valueOf: 3, constructor: 2 })).toHaveLength(1);
  });

  it("never accepts a value that it can't check", () => {
    const tree: JsonSchema = { type: "object", properties: { next: { $ref: "#" } }, additionalProperties: false };
    let deep: unknown = {};
    for (let depth = 0; depth < 100_000; depth++) deep = { next: deep };
    // At the end of the stack V8 now and then throws something other than a RangeError, so the reason may differ.
    const message = expect.stringContaining("the value can't be checked: ");
    const issues = [{ code: "not_checked", message, path: "" }];
    expect(interpretSchema(tree)(deep)).toEqual(issues);
    expect(interpretSchema({ not: tree })(deep)).toEqual(issues);
    let reads = 0;
    const fickle = Object.defineProperty({}, "a", { enumerable: true, get: () => (reads++ === 0 ? "no" : 1) });
    expect(interpretSchema({ properties: { a: { type: "number" } } })(fickle)).toHaveLength(1);
  });

  it("validates quickly if a schema has several recursive paths", () => {
    const twice: JsonSchema = {
      allOf: [{ properties: { next: { $ref: "#" } } }, { properties: { next: { $ref: "#" } } }],
      required: ["id"],
    };
    const chain = (last: object): object => {
      let value = last;
      for (let depth = 0; depth < 200; depth++) value = { id: depth, next: value };
      return value;
    };
    expect(interpretSchema(twice)(chain({ id: 0 }))).toEqual([]);
    expect(interpretSchema(twice)(chain({}))).toMatchObject([{ code: "required" }]);
    const [form, other]: readonly JsonSchema[] = [{ properties: { next: { $ref: "#" } } }, { type: "null" }];
    const untagged = { anyOf: [{ ...form, required: ["next"] }, { ...form, required: ["id", "next"] }, { ...other }] };
    expect(interpretSchema(untagged)(chain({}))).toMatchObject([{ code: "anyOf" }]);
  });

  it("explains a union with the branch false", () => {
    expect(interpretSchema({ anyOf: [false, { type: "string" }] })(3)).toMatchObject([{ code: "anyOf", path: "" }]);
  });

  it("supports empty prefixItems, which zod writes for an empty tuple", () => {
    for (const schema of [
      { prefixItems: [], items: false },
      { $schema: draft07, items: [], additionalItems: false },
    ]) {
      const check = interpretSchema(schema as JsonSchema);
      expect(check([])).toEqual([]);
      expect(check([1]).map(({ message }) => message)).toEqual(["the value must have at most 0 items (got 1)"]);
    }
  });

  it.each<[unknown, readonly (readonly [path: string, message: string])[]]>([
    [3, [["", "the schema must be an object, true or false (got 3)"]]],
    [
      { minLength: -1, type: "strng", enum: "a", items: [{}], pattern: "(", anyOf: [3], required: ["a", "a"] },
      [
        ["/minLength", '"minLength" must be an integer, 0 or more (got -1)'],
        [
          "/type",
          '"type" must be one of "array", "boolean", "integer", "null", "number", "object", "string" or a list of them, none of them twice (got "strng")',
        ],
        ["/enum", '"enum" must be a list (got "a")'],
        ["/items", '"items" must be a schema: an object, true or false (got a list)'],
        ["/pattern", '"pattern" must be a regular expression (got "(")'],
        ["/anyOf/0", '"anyOf[0]" must be a schema: an object, true or false (got 3)'],
        ["/required", '"required" must be a list of strings, none of them twice (got a list)'],
      ],
    ],
    [
      {
        properties: { a: { $ref: "#/$defs/constructor" }, b: { $ref: "https://example.com/x" } },
        items: { $ref: "#/default/0" },
        default: {},
      },
      [
        ["/properties/a/$ref", '"properties.a.$ref" names no schema (got "#/$defs/constructor")'],
        [
          "/properties/b/$ref",
          '"properties.b.$ref" names no schema (got "https://example.com/x"): pass the schema with this "$id" in the option "schemas"',
        ],
        ["/items/$ref", '"items.$ref" names no schema (got "#/default/0")'],
      ],
    ],
    [
      {
        anyOf: [{ type: "string" }, { $ref: "#" }],
        items: { $ref: "#/$defs/a" },
        $defs: { a: { $ref: "#/$defs/b" }, b: { not: { $ref: "#/$defs/a" } }, c: { items: { $ref: "#/$defs/c" } } },
      },
      [
        ["/anyOf/1/$ref", '"anyOf[1].$ref" must not apply an enclosing schema to the same value again'],
        ["/$defs/b/not/$ref", '"$defs.b.not.$ref" must not apply an enclosing schema to the same value again'],
      ],
    ],
  ])("refuses the schema %j", (schema, expected) => {
    try {
      interpretSchema(schema as JsonSchema);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidSchemaError);
      expect((error as InvalidSchemaError).issues.map(({ path, message }) => [path, message])).toEqual(expected);
    }
  });

  it("refuses a schema that is nested too deeply", () => {
    let schema: JsonSchema = {};
    for (let depth = 0; depth < 16_000; depth++) schema = { not: schema };
    expect(() => interpretSchema(schema)).toThrow("the schema is nested too deeply");
    const names = Array.from({ length: 50_000 }, (_, index) => String(index));
    const $defs = Object.fromEntries(names.map((name, index) => [name, { $ref: `#/$defs/${index + 1}` }]));
    const chain = { $ref: "#/$defs/0", $defs: { ...$defs, [names.length]: {} } };
    expect(() => interpretSchema(chain)).toThrow("the schema is nested too deeply");
  });
});
