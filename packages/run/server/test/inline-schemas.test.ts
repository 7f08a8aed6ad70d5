import { type OpenTool, parametersSchema, parseOpenTool, type Schema, schemaValidator } from "@helve/opentool";
import { describe, expect, it } from "vitest";
import { inlineSchemas } from "../src/inline-schemas.ts";

function documentOf(schema: Schema, schemas: OpenTool["schemas"]): OpenTool {
  const parameters = [{ name: "x", schema, required: true }];
  return parseOpenTool({
    opentool: "1.0.0",
    info: { title: "t", version: "1" },
    functions: [{ name: "f", description: "", parameters }],
    schemas,
  });
}

const inlined = (document: OpenTool) => inlineSchemas(document).functions[0]?.parameters[0]?.schema;
const ref = (name: string) => ({ $ref: `#/schemas/${name}` });

describe("inlineSchemas", () => {
  it("replaces references, also in each other, and keeps the schemas", () => {
    const document = documentOf(
      { type: "array", items: { ...ref("User"), description: "one user" } },
      { User: { type: "object", properties: { age: ref("Age") } }, Age: { type: "integer", minimum: 0 } },
    );
    expect(inlined(document)).toEqual({
      type: "array",
      items: { type: "object", properties: { age: { type: "integer", minimum: 0 } }, description: "one user" },
    });
    expect(inlineSchemas(document).schemas).toEqual(document.schemas);
  });

  it("keeps the references of a tree, and its meaning", () => {
    const tree = {
      type: "object",
      properties: { children: { type: "array", items: ref("Tree") } },
      required: ["children"],
    } as const;
    const document = documentOf(ref("Tree"), { Tree: tree });
    expect(inlined(document)).toEqual(tree);
    const { functions, schemas } = parseOpenTool(inlineSchemas(document));
    const check = schemaValidator(parametersSchema(functions[0] as never, schemas));
    expect(check({ x: { children: [{ children: [] }] } })).toEqual([]);
    expect(check({ x: { children: [{}] } })).toHaveLength(1);
  });

  it("keeps a reference with constraints of its own", () => {
    const schema = { ...ref("Age"), maximum: 10 };
    expect(inlined(documentOf(schema, { Age: { type: "integer", maximum: 5 } }))).toEqual(schema);
  });

  it("stays small for schemas that double at each step", () => {
    const pair = (name: string) => ({ type: "object", properties: { a: ref(name), b: ref(name) } }) as const;
    const names = Array.from({ length: 30 }, (_, n) => `S${n}`);
    const schemas = Object.fromEntries(
      names.map((name, n) => [name, n === 29 ? { type: "string" as const } : pair(`S${n + 1}`)]),
    );
    expect(JSON.stringify(inlineSchemas(documentOf(ref("S0"), schemas))).length).toBeLessThan(2_000_000);
  });

  it("handles names of prototypes", () => {
    const schemas = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "number"}}');
    expect(inlined(documentOf(ref("__proto__"), schemas))).toEqual({ type: "string" });
  });
});
