import { compileSchema, type OpenToolFunction, parametersSchema } from "@helve/opentool";
import { describe, expect, it } from "vitest";
import { kettle } from "./documents.ts";

const boil = kettle.functions[0] as OpenToolFunction;

describe("parametersSchema", () => {
  it("describes the arguments as an object, with the schemas that are used", () => {
    const fn = { ...boil, parameters: boil.parameters.slice(0, 2) };
    expect(parametersSchema(fn, kettle.schemas)).toEqual({
      type: "object",
      properties: {
        litres: { type: "number", description: "How much." },
        program: { $ref: "#/$defs/Program" },
      },
      required: ["litres"],
      additionalProperties: false,
      $defs: { Program: { type: "array", items: { type: "string", enum: ["tea", "coffee"] } } },
    });
  });

  it("keeps the parameter's description and the schema's", () => {
    const parameters = [
      { name: "a", description: "One.", schema: { type: "string", description: "Two." }, required: true },
      { name: "b", description: "One.", schema: { type: "string", description: "One." }, required: true },
    ] as const;
    const { properties } = parametersSchema({ ...boil, parameters });
    expect(properties).toMatchObject({ a: { description: "One.\nTwo." }, b: { description: "One." } });
  });

  it("follows references between schemas, recursion and strange names included", () => {
    const parameters = [{ name: "p", schema: { $ref: "#/schemas/a~1b %25" }, required: true }];
    const schemas = JSON.parse(
      '{"a/b %25":{"type":"array","items":{"$ref":"#/schemas/__proto__"}},"__proto__":{"type":"object","properties":{"toString":{"$ref":"#/schemas/a~1b %25"}},"required":["toString"]}}',
    );
    const check = compileSchema(parametersSchema({ ...boil, parameters }, schemas));
    expect(check({ p: [{ toString: [] }] })).toEqual([]);
    expect(check({ p: [{ toString: [{}] }] }).map(({ path }) => path)).toEqual(["/p/0/toString/0/toString"]);
  });
});
