import type { JsonSchema } from "@helve/core";
import { fromMcpTools, normalizeSchema, parseOpenTool, schemaValidator } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anySchema } from "./interpret-schema/any-schema.ts";

function normalized(schema: object) {
  const { schema: result, losses } = normalizeSchema(schema as JsonSchema);
  return { schema: result, losses: losses.map(({ message }) => message) };
}

describe("normalizeSchema", () => {
  it.each([
    [
      { minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: false },
      { exclusiveMinimum: 1, maximum: 2 },
    ],
    [
      { items: [{ type: "string" }], additionalItems: false },
      { prefixItems: [{ type: "string" }], items: false },
    ],
    [
      { dependencies: { a: ["b"], c: { minProperties: 2 } } },
      { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { minProperties: 2 } } },
    ],
    [
      { properties: { a: { type: "string", required: true }, b: { required: false } } },
      { properties: { a: { type: "string" }, b: {} }, required: ["a"] },
    ],
    [{ type: "str" }, { type: "string" }],
    [{ type: ["STRING", "None"] }, { type: ["string", "null"] }],
    [{ type: "any", title: null }, {}],
    [{ type: ["string", "string"] }, { type: "string" }],
    [{ required: ["a", "a"] }, { required: ["a"] }],
    [{ properties: [] }, { properties: {} }],
    [{ pattern: "\\A(?P<y>\\d{4})-(?P=y)\\Z" }, { pattern: "^(?<y>\\d{4})-\\k<y>$" }],
    [{ pattern: "^[[:alpha:][:digit:]_]+$" }, { pattern: "^[A-Za-z0-9_]+$" }],
    [{ patternProperties: { "\\Ax": true } }, { patternProperties: { "^x": true } }],
    [
      { items: { $ref: "#/properties/a/items/0" }, properties: { a: { items: [{ type: "string" }] } } },
      { items: { $ref: "#/properties/a/prefixItems/0" }, properties: { a: { prefixItems: [{ type: "string" }] } } },
    ],
    [
      { $schema: "http://json-schema.org/draft-04/schema#", minimum: 1, exclusiveMinimum: true },
      { exclusiveMinimum: 1 },
    ],
    [{ $schema: "https://example.com/schema", type: "string" }, { type: "string" }],
  ])("converts %j without a loss", (schema, expected) => {
    expect(normalized(schema)).toEqual({ schema: expected, losses: [] });
  });

  it.each([
    [{ pattern: "(?i)^a" }, {}, 'pattern must be a regular expression (got "(?i)^a"): it is ignored'],
    [
      { properties: { a: "string" } },
      { properties: { a: true } },
      'properties.a must be a schema (got "string"): any value is accepted',
    ],
    [
      { properties: { required: ["a"] } },
      { properties: { required: true } },
      "properties.required must be a schema (got a list): any value is accepted",
    ],
    [{ enum: [] }, {}, "enum must be a list (got a list): it is ignored"],
    [{ type: "file" }, {}, 'type must be the name of a JSON type or a list of them (got "file"): it is ignored'],
    [{ $ref: "#/$defs/A" }, {}, '$ref must name a schema (got "#/$defs/A"): it is ignored'],
    [
      { items: { $ref: "https://example.com/other" } },
      { items: {} },
      'items.$ref must name a schema (got "https://example.com/other"): it is ignored',
    ],
  ])("ignores what is invalid in %j", (schema, expected, loss) => {
    expect(normalized(schema)).toEqual({ schema: expected, losses: [loss] });
  });

  it.each([
    ["not", { not: { pattern: "(?i)^a" } }, "abc"],
    ["if", JSON.parse('{"if":{"pattern":"(?i)^a"},"then":false}'), "xyz"],
    ["oneOf", { oneOf: [{ pattern: "(?i)^a" }, { pattern: "^b" }] }, "b"],
    ["contains", { contains: { type: "file" }, maxContains: 1 }, [1, 2]],
    ["patternProperties", { patternProperties: { "(?i)^a": true }, additionalProperties: false }, { A: 1 }],
    ["a reference inside not", { not: { $ref: "#/$defs/A" }, $defs: { A: { pattern: "(?i)^a" } } }, "xyz"],
  ])("refuses no further values because a part of %s is ignored", (_, schema, value) => {
    expect(schemaValidator(normalizeSchema(schema as JsonSchema).schema)(value)).toEqual([]);
  });

  it("returns a valid schema unchanged", () => {
    fc.assert(
      fc.property(anySchema("2020-12"), (schema) => {
        expect(normalizeSchema(schema)).toEqual({ schema, losses: [] });
      }),
    );
  });

  it("makes a tool with any JSON as its schema importable", () => {
    const keywords = [
      "type",
      "properties",
      "items",
      "required",
      "enum",
      "pattern",
      "minimum",
      "anyOf",
      "not",
      "$ref",
      "$defs",
    ];
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom("#", "#/$defs/a", "string", "(", [], null, {}),
    );
    const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.dictionary(
        fc.constantFrom(...keywords),
        fc.oneof(value, tie("schema"), fc.array(tie("schema"), { maxLength: 2 })),
        { maxKeys: 4 },
      ),
    }));
    fc.assert(
      fc.property(schema, (inputSchema) => {
        const { document, issues } = fromMcpTools([{ name: "t", inputSchema }]);
        expect(issues).toEqual([]);
        expect(parseOpenTool(document).functions).toHaveLength(1);
      }),
    );
  });
});
