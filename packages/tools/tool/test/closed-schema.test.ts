import type { JsonSchema } from "@helve/core";
import { schemaValidator } from "@helve/opentool";
import { runs } from "@helve/testing/property-runs";
import { type SchemaSource, tool } from "@helve/tool";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const text = { type: "string", description: "a text" } as const;

/** The schema that a tool enforces. */
function enforced(parameters: SchemaSource): JsonSchema {
  return tool({ name: "t", description: "T.", parameters, execute: () => "" }).parameters;
}

function accepts(parameters: SchemaSource, value: unknown): boolean {
  return schemaValidator(enforced(parameters))(value).length === 0;
}

describe("the parameters of a tool", () => {
  it.each<[string, SchemaSource]>([
    ["zod", z.object({ a: z.object({ b: z.string() }).describe("A") })],
    ["arktype", type({ a: type({ b: "string" }).describe("A") })],
    ["valibot", toStandardJsonSchema(v.object({ a: v.pipe(v.object({ b: v.string() }), v.description("A")) }))],
    [
      "a JSON Schema",
      {
        type: "object",
        properties: { a: { type: "object", description: "A", properties: { b: { type: "string" } }, required: ["b"] } },
        required: ["a"],
      },
    ],
  ])("of %s admit only what they list, at any depth, and say so", (_, parameters) => {
    expect(enforced(parameters)).toMatchObject({
      properties: { a: { additionalProperties: false } },
      additionalProperties: false,
    });
    expect(accepts(parameters, { a: { b: "x" } })).toBe(true);
    expect(accepts(parameters, { a: { b: "x" }, c: 1 })).toBe(false);
    expect(accepts(parameters, { a: { b: "x", c: 1 } })).toBe(false);
  });

  it.each<[string, SchemaSource]>([
    ["zod's looseObject", z.looseObject({ a: z.looseObject({ b: z.string() }).describe("A") })],
    [
      "zod's catchall",
      z.object({ a: z.object({ b: z.string() }).catchall(z.number()).describe("A") }).catchall(z.number()),
    ],
    [
      "an index signature of arktype",
      type({ a: type({ b: "string", "[string]": "unknown" }).describe("A"), "[string]": "unknown" }),
    ],
    [
      "valibot's objectWithRest",
      toStandardJsonSchema(
        v.objectWithRest(
          { a: v.pipe(v.objectWithRest({ b: v.string() }, v.unknown()), v.description("A")) },
          v.unknown(),
        ),
      ),
    ],
    [
      "additionalProperties",
      {
        type: "object",
        properties: {
          a: { type: "object", description: "A", properties: { b: text }, additionalProperties: { type: "number" } },
        },
        additionalProperties: true,
      },
    ],
    [
      "unevaluatedProperties",
      {
        type: "object",
        properties: { a: { type: "object", description: "A", properties: { b: text }, unevaluatedProperties: {} } },
        unevaluatedProperties: true,
      },
    ],
    [
      "patternProperties",
      {
        type: "object",
        properties: {
          a: { type: "object", description: "A", properties: { b: text }, patternProperties: { "^c$": true } },
        },
        patternProperties: { "^c$": true },
      },
    ],
  ])("admit other properties by %s", (_, parameters) => {
    expect(accepts(parameters, { a: { b: "x", c: 1 }, c: 1 })).toBe(true);
  });

  it("are the given schema if there is nothing to close", () => {
    const parameters = { type: "object", properties: { a: text }, additionalProperties: false } as const;
    expect(enforced(parameters)).toBe(parameters);
  });

  it("leave an object open that lists no property, except for the arguments themselves", () => {
    const parameters = { type: "object", properties: { a: { type: "object", description: "any" } } } as const;
    expect(accepts(parameters, { a: { b: 1 } })).toBe(true);
    expect(
      accepts({ ...parameters, properties: { a: { ...parameters.properties.a, properties: {} } } }, { a: { b: 1 } }),
    ).toBe(true);
    expect(accepts(z.object({ a: z.record(z.string(), z.number()).describe("A") }), { a: { b: 1 } })).toBe(true);
    expect(accepts({ type: "object" }, {})).toBe(true);
    expect(accepts({ type: "object" }, { b: 1 })).toBe(false);
  });

  describe("of several parts", () => {
    const named = { type: "object", properties: { name: text }, required: ["name"] } as const;
    const aged = { type: "object", properties: { age: { type: "number", description: "the age" } } } as const;

    it("admit what any member of allOf lists", () => {
      const parameters = { type: "object", allOf: [named, aged] } as const;
      expect(accepts(parameters, { name: "Ada", age: 36 })).toBe(true);
      expect(accepts(parameters, { name: "Ada", agee: 36 })).toBe(false);
    });

    it("admit what a definition lists, used alone and as a part of another object", () => {
      const parameters = {
        type: "object",
        properties: {
          one: { $ref: "#/$defs/Named", description: "one" },
          other: { description: "other", allOf: [{ $ref: "#/$defs/Named" }, aged] },
        },
        $defs: { Named: named },
      } as const;
      expect(accepts(parameters, { one: { name: "Ada" }, other: { name: "Ada", age: 36 } })).toBe(true);
      expect(accepts(parameters, { one: { name: "Ada", age: 36 } })).toBe(false);
      expect(accepts(parameters, { other: { name: "Ada", agee: 36 } })).toBe(false);
    });

    it("admit what a condition lists", () => {
      const parameters = {
        ...named,
        if: { properties: { name: { const: "Ada" } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { born: text } },
        dependentSchemas: { name: { properties: { alias: text } } },
      } as const;
      expect(accepts(parameters, { name: "Ada", born: "1815", alias: "A" })).toBe(true);
      expect(accepts(parameters, { name: "Ada", bron: "1815" })).toBe(false);
    });

    it("admit the properties of several branches of a JSON Schema's anyOf, and not those of other sources", () => {
      const parameters = { type: "object", properties: { a: { description: "A", anyOf: [named, aged] } } } as const;
      expect(accepts(parameters, { a: { name: "Ada", age: 36 } })).toBe(true);
      expect(accepts(parameters, { a: { name: "Ada", agee: 36 } })).toBe(false);
      const union = z.union([z.object({ name: z.string() }), z.object({ age: z.number() })]).describe("A");
      expect(accepts(z.object({ a: union }), { a: { name: "Ada" } })).toBe(true);
      expect(accepts(z.object({ a: union }), { a: { name: "Ada", age: 36 } })).toBe(false);
    });

    it("admit only the properties of the branch that a tag selects", () => {
      const branch = (kind: string, name: string): JsonSchema => ({
        type: "object",
        properties: { kind: { const: kind }, [name]: { type: "number" } },
        required: ["kind"],
      });
      const shape = { description: "A", oneOf: [branch("circle", "radius"), branch("square", "side")] };
      const parameters = { type: "object", properties: { shape } } as const;
      expect(accepts(parameters, { shape: { kind: "circle", radius: 1 } })).toBe(true);
      expect(accepts(parameters, { shape: { kind: "circle", side: 1 } })).toBe(false);
    });

    it("do not admit a value by refusing a branch that matched it", () => {
      const oneOf: JsonSchema[] = [named, { ...named, properties: { ...named.properties, age: { type: "number" } } }];
      const parameters = { type: "object", properties: { a: { description: "A", oneOf } } } as const;
      expect(accepts(parameters, { a: { name: "Ada", age: 36 } })).toBe(false);
    });
  });

  it("keep a definition that a condition uses as it is", () => {
    const box = { type: "object", properties: { in: { type: "object", properties: { a: true } } } } as const;
    const parameters = {
      type: "object",
      properties: {
        a: { description: "A", oneOf: [{ $ref: "#/$defs/Box" }, { required: ["in"] }] },
        b: { items: { $ref: "#/$defs/Box" }, description: "B" },
      },
      $defs: { Box: box },
    } as const;
    expect(accepts(parameters, { a: { in: { b: 1 } } })).toBe(false);
    expect(accepts(parameters, { b: [{ in: {} }] })).toBe(true);
    expect(accepts(parameters, { b: [{ other: {} }] })).toBe(false);
  });

  it("never admit what the schema refuses, and refuse only properties that some object does not list", () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const parameters = { type: "object", properties: { p: { description: "P", ...schema } }, $defs } as const;
        const isValid = schemaValidator(parameters)({ p: value }).length === 0;
        if (!isValid || isListed(value, [schema])) expect(accepts(parameters, { p: value })).toBe(isValid);
      }),
      { numRuns: runs(100, 10_000) },
    );
  });

  it("do not change if they are closed again", () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const closed = enforced({ type: "object", properties: { p: { description: "P", ...schema } }, $defs });
        expect(enforced(closed)).toEqual(closed);
      }),
      { numRuns: runs(25) },
    );
  });
});

/** Whether some schema lists each property of a value, at any depth. */
function isListed(value: unknown, schemas: readonly unknown[]): boolean {
  const all = new Set(schemas);
  for (const schema of all) for (const part of partsOf(schema)) all.add(part);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, member]) => {
    const described = [...all].flatMap((schema) => {
      const { properties = {}, items, additionalProperties } = Object(schema);
      if (Array.isArray(value)) return items ?? [];
      return Object.hasOwn(properties, name) ? properties[name] : additionalProperties === true ? {} : [];
    });
    return (Array.isArray(value) || described.length > 0) && isListed(member, described);
  });
}

/** The schemas that a schema applies to the same value. */
function partsOf(schema: unknown): readonly unknown[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], if: condition, then } = Object(schema);
  return [...allOf, ...anyOf, ...oneOf, condition, then, $ref && $defs[$ref.at(-1) as keyof typeof $defs]];
}

const names = ["a", "b", "c"];
const $defs = {
  D: { type: "object", properties: { a: true, b: { type: "object", properties: { a: true } } } },
  E: { allOf: [{ $ref: "#/$defs/D" }, { properties: { c: true } }] },
} as const;

/** Schemas of nested objects in which every part of a composition lists all the names, or only its own. */
const { schemas } = fc.letrec<{ schemas: JsonSchema; object: JsonSchema }>((tie) => ({
  schemas: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<JsonSchema>({ $ref: "#/$defs/D" }, { $ref: "#/$defs/E" }, { type: "string" }),
    tie("object"),
    fc.record({ allOf: fc.array(tie("schemas"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ anyOf: fc.array(tie("schemas"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie("schemas"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie("schemas") }),
    fc.record({ items: tie("schemas") }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    fc.record({ if: tie("schemas"), then: tie("schemas") }),
  ),
  object: fc.record(
    {
      type: fc.constant("object" as const),
      properties: fc.dictionary(fc.constantFrom(...names), fc.oneof(tie("schemas"), fc.constant(true)), { maxKeys: 3 }),
      required: fc.subarray(names),
      additionalProperties: fc.boolean(),
      allOf: fc.array(tie("schemas"), { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: ["properties"] },
  ),
}));

const { values } = fc.letrec((tie) => ({
  values: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("x", 1),
    fc.dictionary(fc.constantFrom(...names, "other"), tie("values"), { maxKeys: 3 }),
    fc.array(tie("values"), { maxLength: 2 }),
  ),
}));
