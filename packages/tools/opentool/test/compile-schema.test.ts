import type { JsonSchema } from "@helve/core";
import { InvalidSchemaError, interpretSchema } from "@helve/opentool";
import { compileSchema } from "@helve/opentool/compile-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatExamples, formatTests } from "../src/keyword-tests.ts";

function messages(schema: JsonSchema, value: unknown): readonly string[] {
  return compileSchema(schema, { assertFormats: true })(value).map(({ message }) => message);
}

const command: JsonSchema = {
  type: "object",
  properties: {
    command: { type: "string" },
    timeout: { type: "number", minimum: 1, default: 5 },
    mode: { enum: ["read", "write"] },
    env: { type: "array", items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } },
  },
  required: ["command"],
  additionalProperties: false,
};

describe("compileSchema", () => {
  it("reports every issue with its path", () => {
    const issues = compileSchema(command)({ timeout: "soon", timeot: 2, mode: "raed", env: [{ name: 3 }, {}] });
    expect(issues).toEqual([
      { code: "required", message: '"command" is required', path: "/command" },
      {
        code: "additionalProperties",
        message:
          '"timeot" is not a known property, did you mean "timeout"? (known: "command", "timeout", "mode", "env")',
        path: "/timeot",
        expected: "timeout",
      },
      { code: "type", message: '"timeout" must be a number (got "soon")', path: "/timeout", expected: "number" },
      {
        code: "enum",
        message: '"mode" must be one of "read", "write" (got "raed")',
        path: "/mode",
        expected: '"read", "write"',
      },
      { code: "type", message: '"env[0].name" must be a string (got 3)', path: "/env/0/name", expected: "string" },
      { code: "required", message: '"env[1].name" is required', path: "/env/1/name" },
    ]);
  });

  it("accepts 0.3 as a multiple of 0.1", () => {
    expect(messages({ multipleOf: 0.1 }, 0.3)).toEqual([]);
  });

  it("reports a thousand misspelt names quickly", () => {
    const names = Array.from({ length: 1000 }, (_, index) => `property-number-${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, {}]));
    const value = Object.fromEntries(names.map((name) => [`${name}-x`.replace("number", "nmber"), 1]));
    const all = messages({ properties, additionalProperties: false }, value);
    expect(all).toHaveLength(1000);
    expect(all[0]).toContain('did you mean "property-number-0"?');
    expect(all[999]).not.toContain("did you mean");
  });

  it("never changes the value and applies no defaults", () => {
    const value = Object.freeze({ command: "ls" });
    expect(compileSchema(command)(value)).toEqual([]);
    expect(value).toEqual({ command: "ls" });
  });

  it("compiles the same schema object only once", () => {
    expect(compileSchema(command)).toBe(compileSchema(command));
  });

  it.each<[JsonSchema, unknown, string]>([
    [{ type: "object" }, [], "the value must be an object (got a list)"],
    [{ type: ["string", "null"] }, 3, "the value must be a string or null (got 3)"],
    [{ const: "a" }, "b", 'the value must be "a" (got "b")'],
    [{ maximum: 3 }, 4, "the value must be at most 3 (got 4)"],
    [{ exclusiveMinimum: 3 }, 3, "the value must be more than 3 (got 3)"],
    [{ exclusiveMaximum: 3 }, 3, "the value must be less than 3 (got 3)"],
    [{ multipleOf: 2 }, 3, "the value must be a multiple of 2 (got 3)"],
    [{ minLength: 1 }, "", 'the value must have at least 1 character (got "")'],
    [{ maxLength: 2 }, "𝒶𝒷𝒸", "the value must have at most 2 characters (got 3)"],
    [{ pattern: "^a[\\w-.]" }, "b", 'the value must match the pattern ^a[\\w-.] (got "b")'],
    [{ format: "email" }, "me", 'the value must have the format "email", such as "ann@example.com" (got "me")'],
    [
      { type: "string", format: "date-time", pattern: "^.{5}$" },
      "2025-04-17T12:00:00",
      'the value must have the format "date-time", such as "2025-04-17T12:00:00Z" (got "2025-04-17T12:00:00")',
    ],
    [{ minItems: 2 }, [1], "the value must have at least 2 items (got 1)"],
    [{ maxItems: 0 }, [1], "the value must have at most 0 items (got 1)"],
    [{ uniqueItems: true }, [1, 2, 1], "the value must have no duplicate items (items 0 and 2 are equal)"],
    [{ contains: { const: 1 } }, [2], 'the value must have 1 or more items that match "contains"'],
    [{ contains: { const: 1 }, maxContains: 2 }, [1, 1, 1], 'the value must have 1 to 2 items that match "contains"'],
    [
      { contains: { const: 1 }, minContains: 2, maxContains: 2 },
      [1],
      'the value must have 2 items that match "contains"',
    ],
    [{ minProperties: 1 }, {}, "the value must have at least 1 property (got 0)"],
    [{ propertyNames: { pattern: "^x-" } }, { "a b": 1 }, '"a b" has a name that is not allowed'],
    [{ dependentRequired: { a: ["b"] } }, { a: 1 }, '"b" is required if "a" is present'],
    [{ dependentSchemas: { a: false } }, { a: 1 }, "the value is not allowed"],
    [{ not: {} }, 1, 'the value must not match the schema in "not" (got 1)'],
    [{ if: { type: "string" }, else: { minimum: 3 } }, 1, "the value must be at least 3 (got 1)"],
    [
      { properties: { a: { properties: { "x y": { type: "null" } } } } },
      { a: { "x y": 1 } },
      "\"a['x y']\" must be null (got 1)",
    ],
    [{ type: "number" }, "x".repeat(500), `the value must be a number (got "${"x".repeat(60)}…")`],
    [{ additionalProperties: false }, { a: 1 }, '"a" is not a known property (there are none)'],
    [
      { patternProperties: { "^x-": {} }, additionalProperties: false },
      { a: 1 },
      '"a" is not a known property (names may match "^x-")',
    ],
    [
      { properties: { b: {} }, patternProperties: { "^x-": {} }, additionalProperties: false },
      { a: 1 },
      '"a" is not a known property (known: "b"; names may match "^x-")',
    ],
    [{ allOf: [{ properties: { b: {} } }], unevaluatedProperties: false }, { a: 1 }, '"a" is not a known property'],
    [{ type: "number" }, Number.NaN, "the value must be a number (got NaN)"],
    [{ type: "number" }, Number.POSITIVE_INFINITY, "the value must be a number (got Infinity)"],
    [{ type: "integer" }, Number.POSITIVE_INFINITY, "the value must be an integer (got Infinity)"],
    [{ prefixItems: [{}], unevaluatedItems: false }, [1, 2], "the value must have at most 1 item (got 2)"],
    [{ multipleOf: 0.1 }, 0.35, "the value must be a multiple of 0.1 (got 0.35)"],
  ])("reports one issue of %j for the value %j", (schema, value, message) => {
    expect(messages(schema, value)).toEqual([message]);
  });

  it.each([
    ["date", ["2024-02-29"], ["2023-02-29", "2024-13-01", "2024-1-1", "today"]],
    ["time", ["23:59:60Z", "10:00:00.5+01:00"], ["24:00:00Z", "10:00:00"]],
    ["date-time", ["2024-01-31T10:00:00Z"], ["2024-01-31", "2024-01-32T10:00:00Z", "2024-01-31x10:00:00Z"]],
    ["time-local", ["23:59:60", "10:00:00.5"], ["24:00:00", "10:00:00Z", "10:00"]],
    [
      "date-time-local",
      ["2025-04-17T12:00:00", "2025-04-17 12:00:00.25"],
      ["2025-04-17T12:00:00Z", "2025-02-29T12:00:00", "2025-04-17"],
    ],
    ["email", ["a.b@example.com"], ["a@", "a b@example.com", "a@.com"]],
    ["uri", ["https://example.com/a?b", "mailto:a@b"], ["example.com", "http://a b"]],
    ["uuid", ["123e4567-e89b-12d3-a456-426614174000"], ["123e4567"]],
    ["ipv4", ["127.0.0.1"], ["127.0.0", "256.0.0.1", "1.2.3.4."]],
    ["hasOwnProperty", ["unknown formats are ignored"], []],
  ])("checks the format %s", (format, right, wrong) => {
    const check = compileSchema({ format }, { assertFormats: true });
    for (const text of right) expect(check(text)).toEqual([]);
    for (const text of wrong) expect(check(text)).toHaveLength(1);
  });

  it.each([...formatExamples])("shows an example of the format %s that has the format", (format, example) => {
    expect(Object.keys(formatTests).toSorted()).toEqual([...formatExamples.keys()].toSorted());
    const check = compileSchema({ format }, { assertFormats: true });
    expect(check(example)).toEqual([]);
    expect(check("")[0]?.message).toContain(`such as "${example}"`);
  });

  it("applies draft-07 if the schema's $schema says so", () => {
    const items = [{ type: "string" }, { type: "number" }];
    const $schema = "http://json-schema.org/draft-07/schema#";
    const schema: unknown = { $schema, items, additionalItems: false };
    expect(messages(schema as JsonSchema, [1, 2, 3])).toEqual([
      "the value must have at most 2 items (got 3)",
      '"[0]" must be a string (got 1)',
    ]);
    expect(messages({ prefixItems: items }, [1, 2])).toEqual(['"[0]" must be a string (got 1)']);
  });

  describe("a union", () => {
    const shape: JsonSchema = {
      anyOf: [{ $ref: "#/$defs/Circle" }, { $ref: "#/$defs/Square" }, { type: "null" }],
      $defs: {
        Circle: {
          type: "object",
          properties: { kind: { const: "circle" }, radius: { $ref: "#/$defs/Length" } },
          required: ["kind", "radius"],
        },
        Square: {
          type: "object",
          properties: { kind: { const: "square" }, side: { $ref: "#/$defs/Length" } },
          required: ["kind", "side"],
        },
        Length: { type: "number", minimum: 0 },
      },
    };

    it("reports the issues of the branch that was clearly intended", () => {
      expect(messages(shape, { kind: "circle", radius: -1 })).toEqual(['"radius" must be at least 0 (got -1)']);
      expect(
        messages({ properties: { shape: { ...shape } }, $defs: shape.$defs ?? {} }, { shape: { kind: "square" } }),
      ).toEqual(['"shape.side" is required']);
    });

    it("lists the branches if none was clearly intended", () => {
      expect(messages({ anyOf: [{ type: "string" }, { type: "null" }, { enum: [1, 2] }] }, true)).toEqual([
        "the value must be a string, null or one of 1, 2 (got true)",
      ]);
      expect(messages(shape, { kind: "line" })).toEqual([
        expect.stringMatching(/^the value matches none of the allowed forms: /),
      ]);
    });

    it("reports that a value matches more than one branch of oneOf", () => {
      expect(messages({ oneOf: [{ type: "number" }, { type: "string" }, { type: "integer" }] }, 1)).toEqual([
        "the value must match exactly one of the allowed forms (matches 1 and 3)",
      ]);
    });

    const field = { type: "string" } as const;
    const self = { $ref: "#" } as const;
    const tagged = (op: string, arg: JsonSchema): JsonSchema => ({
      type: "object",
      properties: { op: { const: op }, arg },
      required: ["op", "arg"],
    });
    const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
      type: "object",
      properties,
      required: Object.keys(properties),
    });
    function nested(depth: number, around: (inner: unknown) => unknown, leaf: unknown): unknown {
      let value = leaf;
      for (let level = 0; level < depth; level++) value = around(value);
      return value;
    }

    it("reports the invalid leaf inside nested tagged unions", () => {
      const condition: JsonSchema = { oneOf: [tagged("not", self), tagged("eq", field)] };
      const value = nested(30, (arg) => ({ op: "not", arg }), { op: "eq", arg: 3 });
      expect(messages(condition, value)).toEqual([`"${"arg.".repeat(30)}arg" must be a string (got 3)`]);
    });

    it("reports a short message for nested unions without a tag", () => {
      const chain: JsonSchema = { anyOf: [object({ arg: self }), object({ name: field })] };
      const shapes: readonly [JsonSchema, unknown][] = [
        [chain, nested(30, (arg) => ({ arg }), { name: 3 })],
        [chain, nested(300, (arg) => ({ arg }), { name: 3 })],
        [
          { anyOf: [object({ left: self, right: self }), object({ name: field })] },
          nested(10, (inner) => ({ left: inner, right: inner }), { name: 3 }),
        ],
      ];
      for (const [schema, value] of shapes) {
        const all = messages(schema, value);
        expect(all).toEqual([expect.stringMatching(/^the value matches none of the allowed forms/)]);
        expect(all[0]?.length).toBeLessThan(510);
      }
      expect(messages(chain, shapes[0]?.[1])).toEqual([
        'the value matches none of the allowed forms: "arg" matches none of the allowed forms: "arg.arg" matches none of the allowed forms: "arg.arg.arg" matches none of the allowed forms; "arg.arg.name" is required; "arg.name" is required; "name" is required',
      ]);
    });

    it("still reports issues next to a union", () => {
      expect(messages({ minLength: 3, anyOf: [{ const: "abc" }, { const: "def" }] }, "x")).toEqual([
        'the value must be "abc" or "def" (got "x")',
        'the value must have at least 3 characters (got "x")',
      ]);
    });
  });

  it("treats names of Object.prototype like any other name", () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"}},"required":["__proto__","toString"],"additionalProperties":false}',
    );
    expect(messages(schema, JSON.parse('{"__proto__":3}'))).toEqual([
      '"toString" is required',
      '"__proto__" must be a string (got 3)',
    ]);
    expect(messages(schema, {})).toHaveLength(2);
  });

  it("ignores keywords that are not in JSON Schema", () => {
    expect(messages({ type: "string", nullable: true, "x-order": 1 }, null)).toEqual([
      "the value must be a string (got null)",
    ]);
    expect(messages({ anyOf: [{ type: "string" }], nullable: true }, "a")).toEqual([]);
  });

  it("validates any JSON value, however deep or unusual", () => {
    const tree: JsonSchema = { type: "object", properties: { next: { $ref: "#" } }, additionalProperties: false };
    let deep: unknown = {};
    for (let depth = 0; depth < 100_000; depth++) deep = { next: deep };
    expect(messages(tree, deep)).toEqual(["the value can't be checked: it is nested too deeply"]);
    expect(compileSchema({ uniqueItems: true })([{ valueOf: 1 }, { valueOf: 1 }])).toHaveLength(1);
    fc.assert(fc.property(fc.jsonValue(), (value) => void compileSchema(command)(value)));
  });

  it.each<[unknown, readonly string[]]>([
    [3, ["the schema must be an object, true or false (got 3)"]],
    [
      { type: "strng", minLength: -1 },
      [
        '"type" must be one of "array", "boolean", "integer", "null", "number", "object", "string" or a list of them, none of them twice (got "strng")',
        '"minLength" must be an integer, 0 or more (got -1)',
      ],
    ],
    [
      { properties: { a: { $ref: "#/$defs/constructor" }, b: { pattern: "(" } } },
      [
        '"properties.a.$ref" names no schema (got "#/$defs/constructor")',
        '"properties.b.pattern" must be a regular expression (got "(")',
      ],
    ],
    [
      { $ref: "https://example.com/x" },
      ['"$ref" names no schema (got "https://example.com/x"): pass the schema with this "$id" in the option "schemas"'],
    ],
    [
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } },
      ['"$defs.a.$ref" must not apply an enclosing schema to the same value again'],
    ],
    [{ $ref: "#foo" }, ['"$ref" names no schema (got "#foo")']],
    [{ minLength: Number.POSITIVE_INFINITY }, ['"minLength" must be an integer, 0 or more (got Infinity)']],
    [{ $dynamicRef: "#a" }, ['"$dynamicRef" names no schema (got "#a")']],
    [
      { $recursiveRef: "#" },
      ['"$recursiveRef" must be replaced by "$dynamicRef" of 2020-12, because 2019-09 is not supported (got "#")'],
    ],
    [
      { $schema: "https://example.com/mine" },
      ['"$schema" names an unknown meta-schema (got "https://example.com/mine"): pass it in the option "schemas"'],
    ],
    [{ $defs: { a: { $id: "x" }, b: { $id: "x" } } }, ['"$defs.b.$id" is the "$id" of another schema too ("x")']],
    [{ $defs: { a: { $anchor: "x" }, b: { $anchor: "x" } } }, ['"$defs.b.$anchor" names two schemas ("x")']],
  ])("refuses the schema %j", (schema, expected) => {
    try {
      compileSchema(schema as JsonSchema);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidSchemaError);
      expect((error as InvalidSchemaError).issues.map(({ message }) => message)).toEqual(expected);
    }
  });

  it("refuses a schema with a getter that throws; supports cyclic objects", () => {
    const properties: Record<string, JsonSchema> = {};
    const circle = { properties };
    properties["again"] = circle;
    const thrower = Object.defineProperty({}, "type", {
      enumerable: true,
      get: () => {
        throw new Error("gone");
      },
    });
    for (const make of [compileSchema, interpretSchema]) {
      expect(() => make(thrower)).toThrow(InvalidSchemaError);
      expect(() => make(thrower)).toThrow(/the schema is not usable: .*gone/);
    }
    for (const make of [compileSchema, interpretSchema]) {
      expect(make(circle)({ again: { again: {} } })).toEqual([]);
      expect(make({ ...circle, type: "object" })({ again: 3 })).toEqual([]);
      expect(make({ const: 1n })(1)).toHaveLength(1);
    }
  });

  it("supports recursion by $dynamicRef", () => {
    const tree = {
      $dynamicAnchor: "node",
      type: "object",
      properties: { next: { $dynamicRef: "#node" }, tags: { contains: { const: 1 } } },
      prefixItems: [{}],
      unevaluatedItems: false,
    };
    expect(messages(tree as JsonSchema, { next: { next: 3 }, tags: [] })).toEqual([
      '"next.next" must be an object (got 3)',
      '"tags" must have 1 or more items that match "contains"',
    ]);
  });

  it("validates objects with thousands of properties", () => {
    const names = Array.from({ length: 4000 }, (_, n) => `p${n}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string" } as const]));
    const schema = { type: "object", properties, additionalProperties: false } as const;
    expect(messages(schema, Object.fromEntries(names.map((name) => [name, ""])))).toEqual([]);
    expect(messages(schema, { p7: 1 })).toEqual(['"p7" must be a string (got 1)']);
    expect(messages(schema, Object.fromEntries(names.map((name) => [`${name}x`, ""])))).toHaveLength(4000);
  });

  it("refuses a schema that is nested too deeply quickly", () => {
    let schema: JsonSchema = {};
    for (let depth = 0; depth < 16_000; depth++) schema = { not: schema };
    expect(() => compileSchema(schema)).toThrow("the schema is nested too deeply");
  });
});

describe("patterns of a document that is not trusted", () => {
  const slow = `${"a".repeat(300)}!`;

  it.each([
    ["compileSchema", compileSchema],
    ["interpretSchema", interpretSchema],
  ])("do not block %s", (_name, create) => {
    const validator = create({
      type: "object",
      properties: { text: { type: "string", pattern: "(a+)+$" } },
      patternProperties: { "^(a|aa)+$": { type: "number" } },
    });
    expect(validator({ text: slow, [slow]: "not a number" }).map(({ path }) => path)).toEqual(["/text"]);
  });
});
