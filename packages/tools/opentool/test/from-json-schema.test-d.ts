import type { Args, JsonSchema } from "@helve/core";
import {
  type ArgsFromFunction,
  defineOpenTool,
  type FromJsonSchema,
  interpretSchema,
  type ResultFromFunction,
  type SchemaValidator,
  schemaValidator,
} from "@helve/opentool";
import { describe, expectTypeOf, it } from "vitest";

describe("FromJsonSchema", () => {
  it("reads tuples, whose items may be missing up to minItems", () => {
    type Pair = { type: "array"; prefixItems: [{ type: "string" }, { type: "number" }]; items: false };
    expectTypeOf<FromJsonSchema<Pair>>().toEqualTypeOf<readonly [string?, number?]>();
    expectTypeOf<FromJsonSchema<Pair & { minItems: 1 }>>().toEqualTypeOf<readonly [string, number?]>();
    expectTypeOf<FromJsonSchema<Pair & { minItems: 2 }>>().toEqualTypeOf<readonly [string, number]>();
    expectTypeOf<FromJsonSchema<Pair & { minItems: 5 }>>().toEqualTypeOf<readonly [string, number]>();
    type Rest = { type: "array"; prefixItems: [{ type: "string" }]; items: { type: "null" }; minItems: 1 };
    expectTypeOf<FromJsonSchema<Rest>>().toEqualTypeOf<readonly [string, ...null[]]>();
    type Open = { type: "array"; prefixItems: [{ type: "string" }] };
    expectTypeOf<FromJsonSchema<Open>>().toEqualTypeOf<readonly [string?, ...unknown[]]>();
    type Draft07 = { type: "array"; items: [{ type: "string" }]; additionalItems: { type: "number" } };
    expectTypeOf<FromJsonSchema<Draft07>>().toEqualTypeOf<readonly [string?, ...number[]]>();
  });

  it("reads records", () => {
    type Scores = { type: "object"; additionalProperties: { type: "number" } };
    expectTypeOf<FromJsonSchema<Scores>>().toEqualTypeOf<{ readonly [name: string]: number }>();
    type Named = Scores & { properties: { name: { type: "string" } }; required: ["name"] };
    const named = {} as FromJsonSchema<Named>;
    expectTypeOf(named.name).toEqualTypeOf<string>();
    expectTypeOf(named["score"]).toEqualTypeOf<string | number | undefined>();
    expectTypeOf<FromJsonSchema<{ type: "object" }>>().toEqualTypeOf<Args>();
  });

  it("reads nullable types, unions, constants and intersections", () => {
    expectTypeOf<FromJsonSchema<{ type: ["string", "null"] }>>().toEqualTypeOf<string | null>();
    expectTypeOf<FromJsonSchema<{ anyOf: [{ type: "string" }, { const: 5 }] }>>().toEqualTypeOf<string | 5>();
    expectTypeOf<FromJsonSchema<{ oneOf: [{ type: "string" }, { type: "null" }] }>>().toEqualTypeOf<string | null>();
    type Both = {
      allOf: [
        { type: "object"; properties: { a: { type: "string" } }; required: ["a"] },
        { type: "object"; properties: { b: { enum: [1, 2] } }; required: ["b"] },
      ];
    };
    const both = {} as FromJsonSchema<Both>;
    expectTypeOf(both.a).toEqualTypeOf<string>();
    expectTypeOf(both.b).toEqualTypeOf<1 | 2>();
  });

  it("follows references, recursive ones included", () => {
    type Tree = {
      $ref: "#/$defs/node";
      $defs: {
        node: {
          type: "object";
          properties: { name: { $ref: "#/$defs/name" }; children: { type: "array"; items: { $ref: "#/$defs/node" } } };
          required: ["name", "children"];
        };
        name: { type: "string" };
      };
    };
    const tree = {} as FromJsonSchema<Tree>;
    expectTypeOf(tree.name).toEqualTypeOf<string>();
    expectTypeOf(tree.children[0]?.children[0]?.name).toEqualTypeOf<string | undefined>();
    expectTypeOf<FromJsonSchema<{ $ref: "https://example.com/x" }>>().toEqualTypeOf<unknown>();
    expectTypeOf<FromJsonSchema<{ $ref: "#/$defs/missing" }>>().toEqualTypeOf<unknown>();
  });

  it("doesn't narrow a schema that is known at run time only, and true and false", () => {
    expectTypeOf<FromJsonSchema<JsonSchema>>().toEqualTypeOf<unknown>();
    expectTypeOf<FromJsonSchema<true>>().toEqualTypeOf<unknown>();
    expectTypeOf<FromJsonSchema<false>>().toEqualTypeOf<never>();
  });
});

describe("schemaValidator and interpretSchema", () => {
  it("return a type guard", () => {
    const value: unknown = {};
    for (const create of [schemaValidator, interpretSchema])
      expectTypeOf(create({} as JsonSchema)).toExtend<SchemaValidator>();
    const validator = schemaValidator({ type: "object", properties: { name: { type: "string" } }, required: ["name"] });
    if (validator.is(value)) expectTypeOf(value).toEqualTypeOf<{ readonly name: string }>();
    const interpreted = interpretSchema({ enum: ["a", 1] });
    if (interpreted.is(value)) expectTypeOf(value).toEqualTypeOf<"a" | 1>();
    expectTypeOf(validator).toExtend<SchemaValidator>();
  });
});

describe("defineOpenTool", () => {
  it("keeps the types of a literal document", () => {
    const document = defineOpenTool({
      opentool: "1.0.0",
      info: { title: "Stove", version: "1" },
      functions: [
        {
          name: "heat",
          description: "Heats.",
          parameters: [
            { name: "level", schema: { $ref: "#/schemas/Level" }, required: true },
            { name: "minutes", schema: { type: "integer" }, required: false },
          ],
          return: { name: "levels", schema: { type: "array", items: { $ref: "#/schemas/Level" } } },
        },
      ],
      schemas: { Level: { type: "string", enum: ["low", "high"] } },
    });
    type Heat = (typeof document.functions)[0];
    type Schemas = typeof document.schemas;
    expectTypeOf<ArgsFromFunction<Heat, Schemas>>().toEqualTypeOf<{
      readonly level: "low" | "high";
      readonly minutes?: number;
    }>();
    expectTypeOf<ResultFromFunction<Heat, Schemas>>().toEqualTypeOf<readonly ("low" | "high")[]>();
  });

  it("reads the full JSON Schema of a function and of a value", () => {
    type Union = { type: "object"; "x-json-schema": { type: ["string", "null"] } };
    type Parameters = readonly [{ readonly name: "u"; readonly schema: Union; readonly required: true }];
    type Fn = { readonly name: "f"; readonly description: ""; readonly parameters: Parameters };
    expectTypeOf<ArgsFromFunction<Fn>>().toEqualTypeOf<{ readonly u: string | null }>();
    type Whole = { type: "object"; properties: { a: { const: 1 } }; required: ["a"] };
    expectTypeOf<ArgsFromFunction<Fn & { "x-json-schema": Whole }>>().toEqualTypeOf<{ readonly a: 1 }>();
  });
});
