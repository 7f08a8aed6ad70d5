import type { JsonSchema } from "@helve/core";
import {
  InvalidSchemaError,
  type OpenTool,
  type OpenToolFunction,
  parametersSchema,
  parseOpenTool,
  printOpenTool,
  type SchemaValidator,
  schemaValidator,
  toOpenToolFunction,
} from "@helve/opentool";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { functions } from "./documents.ts";
import { anySchema, anyValue } from "./interpret-schema/any-schema.ts";

function derive(properties: Readonly<Record<string, JsonSchema>>, beside: JsonSchema = {}) {
  return toOpenToolFunction({
    name: "f",
    description: "Does it.",
    parameters: { type: "object", properties, ...beside },
  });
}

/** The schema that readers see that know only OpenTool's own fields, and what they ignore. */
function schemaOf(schema: JsonSchema, beside: JsonSchema = {}): { schema: unknown; losses: readonly string[] } {
  const { function: fn, losses } = derive({ x: schema }, beside);
  return {
    schema: ownFields(fn.parameters[0]?.schema),
    losses: losses.map(({ code, path }) => `${code} ${path}`),
  };
}

/** Copies a schema with OpenTool's own fields only. */
function ownFields(schema: unknown): unknown {
  const { type, properties, items, enum: choices, required } = Object(schema);
  const members = Object.entries(Object(properties)).map(([name, property]) => [name, ownFields(property)] as const);
  return {
    type,
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: ownFields(items) }),
    ...(choices && { enum: choices }),
    ...(required && { required }),
  };
}

const at = "/parameters/properties/x";
const anything = { type: "object", properties: {} };

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
    [{ enum: ["a", null] }, { type: "string", enum: ["a", null] }, []],
    [{ anyOf: [{ const: "a" }, { const: "b" }] }, { type: "string", enum: ["a", "b"] }, []],
    [{ anyOf: [{ enum: ["a"] }, { enum: ["b"] }, { type: "null" }] }, { type: "string", enum: ["a", "b", null] }, []],
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
    [{ $ref: "#/$defs/Nothing" }, anything, [`$ref ${at}/$ref`, `$ref ${at}/$ref`]],
    [
      {
        oneOf: [
          { type: "object", properties: { kind: { const: "circle" }, r: { type: "number" } }, required: ["kind", "r"] },
          { type: "object", properties: { kind: { const: "rect" }, w: { type: "number" } }, required: ["kind", "w"] },
        ],
      },
      {
        type: "object",
        properties: {
          kind: { type: "string", enum: ["circle", "rect"] },
          r: { type: "number" },
          w: { type: "number" },
        },
        required: ["kind"],
      },
      [`oneOf ${at}/oneOf`],
    ],
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
      "parameters: other readers of OpenTool ignore that there may be other properties",
      "parameters: other readers of OpenTool ignore a description of all the parameters",
    ]);
  });

  it("treats arguments as closed and results as open objects", () => {
    const closed = { type: "object", additionalProperties: false } as const;
    const lossesOf = (returns: JsonSchema) =>
      toOpenToolFunction({ name: "f", description: "", parameters: closed, returns: { schema: returns } }).losses;
    expect(lossesOf({ type: "object", additionalProperties: true })).toEqual([]);
    expect(lossesOf(closed).map(({ message }) => message)).toEqual([
      "returns.schema: other readers of OpenTool ignore that there may be no other properties",
    ]);
  });

  it("keeps other keywords beside OpenTool's own fields, and other schemas as x-json-schema", () => {
    const { parameters } = derive({
      litres: { type: "number", minimum: 0, default: 1, description: "How much." },
      name: { type: ["string", "null"], maxLength: 3 },
      any: {},
      names: { type: "array", uniqueItems: true },
    }).function;
    expect(parameters).toEqual([
      {
        name: "litres",
        description: "How much.",
        schema: { type: "number", minimum: 0, default: 1 },
        required: false,
      },
      {
        name: "name",
        schema: { type: "string", "x-json-schema": { type: ["string", "null"], maxLength: 3 } },
        required: false,
      },
      { name: "any", schema: { ...anything, "x-json-schema": {} }, required: false },
      {
        name: "names",
        schema: { type: "array", items: { ...anything, "x-json-schema": true }, uniqueItems: true },
        required: false,
      },
    ]);
  });

  it("keeps the schema of all arguments if parameters can't express it", () => {
    const union: JsonSchema = {
      type: "object",
      oneOf: [
        { properties: { id: { type: "integer" } }, required: ["id"] },
        { properties: { name: { type: "string" } }, required: ["name"] },
      ],
    };
    const { function: fn } = derived(union);
    expect(fn.parameters.map(({ name, required }) => [name, required])).toEqual([
      ["id", false],
      ["name", false],
    ]);
    expect(parametersSchema(fn)).toEqual(union);
    const tree: JsonSchema = { type: "object", properties: { left: { $ref: "#" } } };
    expect(parametersSchema(derived(tree).function)).toEqual({ ...tree, additionalProperties: false });
  });

  it("reads draft-07 as draft-07", () => {
    const { function: fn } = derive(
      {
        pair: {
          type: "array",
          items: [{ type: "string" }, { type: "number" }],
          additionalItems: false,
        } as unknown as JsonSchema,
        both: { type: "object", dependencies: { a: ["b"], b: { required: ["c"] } } },
      },
      { $schema: "http://json-schema.org/draft-07/schema#" },
    );
    expect(parametersSchema(fn).properties).toMatchObject({
      pair: { prefixItems: [{ type: "string" }, { type: "number" }], items: false },
      both: { dependentRequired: { a: ["b"] }, dependentSchemas: { b: { required: ["c"] } } },
    });
  });

  it("reports invalid keywords, and does not keep them", () => {
    const { function: fn, losses } = derive({ x: { type: "integer", minimum: "1" } as JsonSchema });
    expect(losses.map(({ message }) => message)).toContain(
      'parameters.properties.x.minimum must be a number (got "1")',
    );
    expect(fn.parameters[0]?.schema).toEqual({ type: "integer" });
    parseOpenTool(documentOf(fn));
  });

  it("keeps every value that a schema accepts and refuses every value that it refuses", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("2020-12", "draft-07").chain((draft) => anySchema(draft as "2020-12")),
        fc.boolean(),
        fc.array(anyValue, { minLength: 8, maxLength: 8 }),
        (schema, additionalProperties, values) => {
          const root = { additionalProperties, ...schema };
          const check = compiled(root);
          if (check === undefined) return;
          const { function: fn } = toOpenToolFunction({
            name: "f",
            description: "",
            parameters: root,
            returns: { schema: root },
          });
          const read = parseOpenTool(printOpenTool(documentOf(fn))).functions[0];
          const again = schemaValidator(parametersSchema(read ?? fn));
          const { schema: returned = { type: "object", properties: {}, "x-json-schema": { type: "null" } } } =
            fn.return ?? {};
          const result = schemaValidator(
            parametersSchema({ ...empty, parameters: [{ name: "x", schema: returned, required: true }] }),
          );
          const { $schema, $defs, ...x } = schema;
          const member = { ...($schema && { $schema }), type: "object", properties: { x }, $defs } as JsonSchema;
          const checkMember = compiled({ ...member, additionalProperties: false });
          const againMember = schemaValidator(parametersSchema(derived(member).function));
          for (const value of values) {
            const isMemberValid = checkMember?.({ x: value }).length === 0;
            expect([value, againMember({ x: value }).length === 0]).toEqual([value, isMemberValid]);
            const isValid = check(value).length === 0;
            expect([value, again(value).length === 0]).toEqual([value, isValid]);
            expect([value, result({ x: value }).length === 0]).toEqual([value, isValid]);
          }
        },
      ),
      { numRuns: runs(100) },
    );
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
        parseOpenTool(documentOf(fn));
      }),
    );
  });
});

function derived(parameters: JsonSchema) {
  return toOpenToolFunction({ name: "f", description: "", parameters });
}

const empty = { name: "f", description: "", parameters: [] } as const;

function documentOf(fn: OpenToolFunction): OpenTool {
  return { opentool: "1.0.0", info: { title: "", version: "" }, functions: [fn] };
}

/** The validator of a schema; `undefined` if the schema is invalid. */
function compiled(schema: JsonSchema): SchemaValidator | undefined {
  try {
    return schemaValidator(schema);
  } catch (error) {
    if (error instanceof InvalidSchemaError) return undefined;
    throw error;
  }
}
