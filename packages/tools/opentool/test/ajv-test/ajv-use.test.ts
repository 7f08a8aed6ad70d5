import type { JsonSchema } from "@helve/core";
import { afterEach, describe, expect, it, vi } from "vitest";

/** Loads the package with an ajv whose `compile` is replaced. */
async function withAjv(compile: (original: (schema: object) => unknown, schema: object) => unknown) {
  vi.resetModules();
  vi.doMock("ajv", async (importOriginal) => {
    const { Ajv } = await importOriginal<typeof import("ajv")>();
    class Other extends Ajv {
      override compile = ((schema: object) => compile((one) => super.compile(one), schema)) as never;
    }
    return { Ajv: Other };
  });
  return { ...(await import("@helve/opentool")), ...(await import("@helve/opentool/compile-schema")) };
}

afterEach(() => {
  vi.doUnmock("ajv");
  vi.resetModules();
});

const self = { $ref: "#" } as const;
const text = { type: "string" } as const;
const draft07 = "http://json-schema.org/draft-07/schema#";

describe("compileSchema", () => {
  it.each<readonly [what: string, schema: object]>([
    ["an object", { type: "object", properties: { a: text }, required: ["a"], additionalProperties: false }],
    ["unknown keywords", { ...text, "x-order": 1 }],
    ["keywords of OpenAPI", { properties: { a: { ...text, nullable: true } }, discriminator: { propertyName: "a" } }],
    ["an $id and a draft", { $schema: draft07, $id: "https://example.com/a", properties: { a: text } }],
    [
      "a described reference",
      { $schema: draft07, properties: { a: { $ref: "#/$defs/A", description: "x" } }, $defs: { A: text } },
    ],
    ["a list of two types", { prefixItems: [text, { type: "number" }], maxItems: 2 }],
    ["a union with a tag", { oneOf: ["a", "b"].map((kind) => ({ properties: { kind: { const: kind } } })) }],
    ["a tree", { type: "object", properties: { left: self, right: self } }],
    ["a list that may end", { anyOf: [{ type: "null" }, { type: "object", properties: { next: self } }] }],
    ["a schema object that is used twice", { properties: { a: text, b: text } }],
  ])("uses ajv for %s", async (_what, schema) => {
    const compile = vi.fn((original, one) => original(one));
    const { compileSchema } = await withAjv(compile);
    compileSchema(schema as JsonSchema);
    expect(compile).toHaveBeenCalledOnce();
  });

  it("interprets a schema if code generation is not allowed", async () => {
    const { compileSchema } = await withAjv(() => {
      throw new EvalError("Code generation from strings disallowed for this context");
    });
    const validator = compileSchema({ properties: { n: { maximum: 3 } } });
    expect(validator.is({ n: 3 })).toBe(true);
    expect(validator({ n: 4 })).toMatchObject([{ code: "maximum", path: "/n" }]);
  });
});

describe("schemaValidator", () => {
  const schema: JsonSchema = { properties: { n: { maximum: 3 } } };

  it("compiles a schema once it has validated many values", async () => {
    const compile = vi.fn((original, one) => original(one));
    const { schemaValidator } = await withAjv(compile);
    const validator = schemaValidator(schema);
    validator.is({ n: 3 });
    await vi.dynamicImportSettled();
    expect(compile).not.toHaveBeenCalled();
    for (let count = 0; count < 1000; count += 1) validator.is({ n: 3 });
    await vi.dynamicImportSettled();
    expect(compile).toHaveBeenCalledOnce();
    expect([validator.is({ n: 3 }), validator.is({ n: 4 })]).toEqual([true, false]);
    expect(validator({ n: 4 })).toMatchObject([{ code: "maximum", path: "/n" }]);
  });

  it("goes on interpreting where code generation is not allowed", async () => {
    const { schemaValidator } = await withAjv(() => {
      throw new EvalError("Code generation from strings disallowed for this context");
    });
    const validator = schemaValidator(schema);
    for (let count = 0; count < 1000; count += 1) validator.is({ n: 3 });
    await vi.dynamicImportSettled();
    expect([validator.is({ n: 3 }), validator.is({ n: 4 })]).toEqual([true, false]);
  });

  it("refuses an invalid schema at once", async () => {
    const { schemaValidator, InvalidSchemaError } = await withAjv((original, one) => original(one));
    expect(() => schemaValidator({ maximum: "3" } as never)).toThrow(InvalidSchemaError);
  });
});
