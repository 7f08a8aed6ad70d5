import type { JsonSchema } from "@helve/core";
import { InvalidSchemaError, interpretSchema, type SchemaOptions } from "@helve/opentool";
import { compileSchema } from "@helve/opentool/compile-schema";
import { describe, expect, it } from "vitest";

const draft07 = "http://json-schema.org/draft-07/schema#";

describe.each([
  ["compileSchema", compileSchema],
  ["interpretSchema", interpretSchema],
] as const)("%s", (_name, create) => {
  function expectChecked(
    schema: JsonSchema | boolean,
    right: readonly unknown[],
    wrong: readonly unknown[],
    options: SchemaOptions = {},
  ): void {
    const check = create(schema, options);
    for (const value of right) expect([value, check(value), check.is(value)]).toEqual([value, [], true]);
    for (const value of wrong) {
      expect([value, check(value)]).not.toEqual([value, []]);
      expect(check(value).map(({ code }) => code)).not.toContain("not_checked");
      expect([value, check.is(value)]).toEqual([value, false]);
    }
  }

  it("takes true and false", () => {
    expectChecked(true, [1, null], []);
    expectChecked(false, [], [1, null]);
    expect(create(false)(1)).toEqual([{ code: "false", message: "the value is not allowed", path: "" }]);
  });

  it("reads a schema without $schema by the option draft", () => {
    const schema = { items: [{ type: "string" }], additionalItems: false } as unknown as JsonSchema;
    expectChecked(schema, [["a"]], [[1], ["a", 1]], { draft: "draft-07" });
    expect(() => create(schema)).toThrow('"items" must be a schema');
  });

  it("ignores keywords beside a reference in draft-07 only", () => {
    const schema: JsonSchema = { $defs: { a: { type: "string" } }, $ref: "#/$defs/a", maxLength: 1 };
    expectChecked({ ...schema, $schema: draft07 }, ["ab"], [1]);
    expectChecked(schema, ["a"], ["ab", 1]);
    const tagged = [1, 2].map((n) => ({ properties: { kind: { $ref: "#/$defs/any", const: n } }, required: ["kind"] }));
    expectChecked({ $schema: draft07, anyOf: tagged, $defs: { any: {} } }, [{ kind: 3 }], [{}]);
  });

  it("resolves relative references, anchors and references to the schemas in the option schemas", () => {
    const schema: JsonSchema = {
      $id: "https://example.com/tools/root",
      properties: {
        a: { $ref: "point" },
        b: { $ref: "point#x" },
        c: { $id: "inner/", properties: { d: { $ref: "../point#/$defs/y" } } },
        e: { $ref: "#text" },
        f: { $ref: "https://example.com/tools/root#/$defs/text" },
      },
      $defs: { text: { $anchor: "text", type: "string" } },
    };
    const point: JsonSchema = {
      $id: "https://example.com/tools/point",
      required: ["x"],
      $defs: { x: { $anchor: "x", type: "number" }, y: { type: "boolean" } },
    };
    const schemas = [point, { $id: "https://example.com/unused", type: "nothing" } as never];
    expectChecked(
      schema,
      [{ a: { x: 1 }, b: 1, c: { d: true }, e: "", f: "" }],
      [{ a: {} }, { b: "" }, { c: { d: 1 } }, { e: 1 }, { f: 1 }],
      { schemas },
    );
    expect(() => create(schema)).toThrow(InvalidSchemaError);
    expect(() => create({ $ref: "https://example.com/unused" }, { schemas })).toThrow('"type" must be one of');
  });

  it("resolves $dynamicRef in the outermost schema with the anchor", () => {
    const tree: JsonSchema = {
      $id: "https://example.com/tree",
      $dynamicAnchor: "node",
      type: "object",
      properties: { children: { type: "array", items: { $dynamicRef: "#node" } } },
    };
    const strictTree: JsonSchema = {
      $dynamicAnchor: "node",
      $ref: "tree",
      $id: "https://example.com/strict-tree",
      unevaluatedProperties: false,
    };
    const child = { children: [{ children: [{ data: 1 }] }] };
    expectChecked(tree, [child], [{ children: [1] }]);
    expectChecked(strictTree, [{ children: [{ children: [{}] }] }], [child], { schemas: [tree] });
  });

  it("applies the vocabularies of a meta-schema", () => {
    const uri = "https://json-schema.org/draft/2020-12/vocab/";
    const metaSchema = (vocabularies: object): JsonSchema => ({
      $id: "https://example.com/meta",
      $vocabulary: vocabularies,
    });
    const schema = { $schema: "https://example.com/meta", minimum: 3, properties: { a: false } } as const;
    expectChecked(schema, [1], [{ a: 1 }], {
      schemas: [metaSchema({ [`${uri}core`]: true, [`${uri}applicator`]: true })],
    });
    const unknown = metaSchema({ "https://example.com/vocabulary": true });
    expect(() => create(schema, { schemas: [unknown] })).toThrow('"$schema" names an unknown meta-schema');
    const assertion = metaSchema({ [`${uri}format-assertion`]: true });
    expectChecked({ $schema: "https://example.com/meta", format: "date" }, ["2024-02-29"], ["x"], {
      schemas: [assertion],
    });
  });

  it("takes format as an annotation unless formats are asserted", () => {
    expectChecked({ format: "date" }, ["today"], []);
    expectChecked({ format: "date" }, ["2024-02-29", 1], ["today"], { assertFormats: true });
    const schema = { format: "date" };
    expect([create(schema)("x"), create(schema, { assertFormats: true })("x")].map(({ length }) => length)).toEqual([
      0, 1,
    ]);
  });

  it("follows references into unknown keywords", () => {
    const schema: JsonSchema = {
      $ref: "#/components/schemas/Pet",
      components: {
        schemas: {
          Pet: { required: ["name"], properties: { name: { $ref: "#/components/schemas/Name" } } },
          Name: { type: "string" },
        },
      },
    };
    expectChecked(schema, [{ name: "a" }], [{}, { name: 1 }]);
  });

  it("names every unresolved reference and every invalid keyword of the schemas that it reaches", () => {
    const other = { $id: "https://example.com/other", minLength: -1, properties: { a: { $ref: "#/$defs/b" } } };
    try {
      create({ $ref: "https://example.com/other", items: { $ref: "#none" } }, { schemas: [other] });
      expect.unreachable();
    } catch (error) {
      expect((error as InvalidSchemaError).issues.map(({ code, path }) => [code, path])).toEqual([
        ["$ref", "/items/$ref"],
        ["minLength", "/minLength"],
        ["$ref", "/properties/a/$ref"],
      ]);
    }
  });
});
