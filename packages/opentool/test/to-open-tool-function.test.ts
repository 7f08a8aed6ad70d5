import type { JsonSchema } from "@helve/core";
import { parametersSchema, parseOpenTool, toOpenToolFunction } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { functions } from "./documents.ts";

function derive(properties: Readonly<Record<string, JsonSchema>>, beside: JsonSchema = {}) {
  return toOpenToolFunction({
    name: "f",
    description: "Does it.",
    parameters: { type: "object", properties, ...beside },
  });
}

function schemaOf(schema: JsonSchema, beside: JsonSchema = {}): { schema: unknown; losses: readonly string[] } {
  const { function: fn, losses } = derive({ x: schema }, beside);
  return { schema: fn.parameters[0]?.schema, losses: losses.map(({ code, path }) => `${code} ${path}`) };
}

const at = "/parameters/properties/x";

describe("toOpenToolFunction", () => {
  it("converts properties to parameters, without a loss for what OpenTool can represent", () => {
    const { function: fn, losses } = toOpenToolFunction({
      name: "search",
      description: "Searches.",
      parameters: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        title: "Search",
        type: "object",
        properties: {
          query: { type: "string", description: "What for." },
          sort: { type: "object", properties: { by: { const: "date" } }, required: ["by"] },
        },
        required: ["query"],
        additionalProperties: false,
      },
      returns: { description: "What was found.", schema: { type: "array", items: { type: "string" } } },
    });
    expect(losses).toEqual([]);
    expect(fn).toEqual({
      name: "search",
      description: "Searches.",
      parameters: [
        { name: "query", description: "What for.", schema: { type: "string" }, required: true },
        {
          name: "sort",
          schema: { type: "object", properties: { by: { type: "string", enum: ["date"] } }, required: ["by"] },
          required: false,
        },
      ],
      return: { name: "result", description: "What was found.", schema: { type: "array", items: { type: "string" } } },
    });
  });

  it("returns null as the return if the schema allows only null", () => {
    const source = { name: "f", description: "", parameters: { type: "object" } } as const;
    for (const schema of [{ type: "null" }, { type: ["null"] }, { const: null }] as const) {
      expect(toOpenToolFunction({ ...source, returns: { schema } }).function.return).toBeNull();
    }
    expect(toOpenToolFunction(source).function).not.toHaveProperty("return");
  });

  const anything = { type: "object", properties: {} };
  it.each<[JsonSchema, unknown, readonly string[]]>([
    [
      { type: "number", minimum: 1, default: 2 },
      { type: "number" },
      [`minimum ${at}/minimum`, `default ${at}/default`],
    ],
    [{ type: "string", format: "email" }, { type: "string" }, [`format ${at}/format`]],
    [{ type: ["string", "null"] }, { type: "string" }, [`type ${at}/type`]],
    [{ type: ["integer", "string"] }, { type: "integer" }, [`type ${at}/type`]],
    [{ enum: ["a", "b"] }, { type: "string", enum: ["a", "b"] }, []],
    [{ enum: [1, 2.5] }, { type: "number", enum: [1, 2.5] }, []],
    [{ enum: ["a", null] }, { type: "string", enum: ["a"] }, [`enum ${at}/enum`]],
    [{ anyOf: [{ const: "a" }, { const: "b" }] }, { type: "string", enum: ["a", "b"] }, []],
    [
      { anyOf: [{ enum: ["a"] }, { enum: ["b"] }, { type: "null" }] },
      { type: "string", enum: ["a", "b"] },
      [`anyOf ${at}/anyOf`],
    ],
    [
      { oneOf: [{ const: "a", description: "first" }, { const: "b" }] },
      { type: "string", enum: ["a", "b"] },
      [`description ${at}/oneOf/0/description`],
    ],
    [
      { anyOf: [{ enum: ["a"], description: "first", minLength: 1 }, { type: "string" }] },
      { type: "string" },
      [`anyOf ${at}/anyOf`, `minLength ${at}/anyOf/0/minLength`],
    ],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, { type: "string" }, [`anyOf ${at}/anyOf`]],
    [{ oneOf: [{ type: "string" }, { type: "number" }] }, { type: "string" }, [`oneOf ${at}/oneOf`]],
    [
      { type: "object", properties: { a: { type: "string" } }, anyOf: [{ required: ["a"] }, { minProperties: 2 }] },
      { type: "object", properties: { a: { type: "string" } } },
      [`anyOf ${at}/anyOf`],
    ],
    [
      { allOf: [{ properties: { a: { type: "string" } } }, { required: ["a"] }] },
      { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      [],
    ],
    [
      { type: "object", additionalProperties: { type: "string" } },
      anything,
      [`additionalProperties ${at}/additionalProperties`],
    ],
    [{ type: "object", additionalProperties: false }, anything, [`additionalProperties ${at}/additionalProperties`]],
    [{ type: "object", additionalProperties: true }, anything, []],
    [{ type: "object", required: ["q"] }, anything, [`required ${at}/required`]],
    [{ type: "array" }, { type: "array", items: anything }, [`items ${at}`]],
    [
      { prefixItems: [{ type: "string" }] },
      { type: "array", items: { type: "string" } },
      [`prefixItems ${at}/prefixItems`],
    ],
    [{}, anything, [`type ${at}`]],
    [{ $ref: "#/$defs/Nothing" }, anything, [`$ref ${at}/$ref`]],
  ])("converts %j as far as possible and reports the losses", (schema, expected, losses) => {
    expect(schemaOf(schema)).toEqual({ schema: expected, losses });
  });

  it("inlines references, and stops at recursion", () => {
    const $defs: Record<string, JsonSchema> = {
      Name: { type: "string", maxLength: 9 },
      Tree: { type: "object", properties: { label: { $ref: "#/$defs/Name" }, left: { $ref: "#/$defs/Tree" } } },
    };
    expect(schemaOf({ $ref: "#/$defs/Tree" }, { $defs })).toEqual({
      schema: { type: "object", properties: { label: { type: "string" }, left: anything } },
      losses: ["maxLength /parameters/$defs/Name/maxLength", "$ref /parameters/$defs/Tree/properties/left/$ref"],
    });
    expect(
      derive({ x: { $ref: "#/$defs/Name", description: "Its own." } }, { $defs }).function.parameters[0]?.description,
    ).toBe("Its own.");
  });

  it("reports paths through percent-encoded references", () => {
    const $defs = { "A B": { type: "string", minLength: 1 } } as const;
    expect(schemaOf({ $ref: "#/$defs/A%20B" }, { $defs }).losses).toEqual([
      "minLength /parameters/$defs/A B/minLength",
    ]);
  });

  it("stops inlining references that grow exponentially", () => {
    const level = (next: number): JsonSchema => ({
      type: "object",
      properties: { a: { $ref: `#/$defs/${next}` }, b: { $ref: `#/$defs/${next}` } },
    });
    const $defs = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}`, level(index + 1)]));
    expect(derive({ x: { $ref: "#/$defs/0" } }, { $defs: { ...$defs, 40: {} } }).losses).toContainEqual(
      expect.objectContaining({ code: "size" }),
    );
  });

  it("reports the losses of the root schema", () => {
    const { losses } = derive({}, { description: "Of all.", additionalProperties: true });
    expect(losses.map(({ message }) => message)).toEqual([
      "parameters: OpenTool can't represent that there may be other properties",
      "parameters: OpenTool can't represent a description of all the parameters",
    ]);
  });

  it("treats arguments as closed and results as open objects", () => {
    const closed = { type: "object", additionalProperties: false } as const;
    const lossesOf = (returns: JsonSchema) =>
      toOpenToolFunction({ name: "f", description: "", parameters: closed, returns: { schema: returns } }).losses;
    expect(lossesOf({ type: "object", additionalProperties: true })).toEqual([]);
    expect(lossesOf(closed).map(({ message }) => message)).toEqual([
      "returns.schema: OpenTool can't represent that there may be no other properties",
    ]);
  });

  it("returns the same function after a round trip through its JSON Schema", () => {
    fc.assert(
      fc.property(functions([]), ({ name, description, parameters }) => {
        const first = derived(parametersSchema({ name, description, parameters }));
        const second = derived(parametersSchema(first.function));
        expect(second).toEqual(first);
        expect(second.losses).toEqual([]);
      }),
    );
  });

  it("derives a valid function from any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), (value, properties) => {
        const parameters = { type: "object", properties, anyOf: value } as JsonSchema;
        const { function: fn } = derived(parameters);
        parseOpenTool({ opentool: "1.0.0", info: { title: "", version: "" }, functions: [fn] });
      }),
    );
  });
});

function derived(parameters: JsonSchema) {
  return toOpenToolFunction({ name: "f", description: "", parameters });
}
