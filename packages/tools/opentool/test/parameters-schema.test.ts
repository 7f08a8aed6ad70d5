import {
  interpretSchema,
  type OpenToolFunction,
  parametersSchema,
  schemaValidator,
  toOpenToolFunction,
} from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documents, kettle } from "./documents.ts";

const boil = kettle.functions[0] as OpenToolFunction;

describe("parametersSchema", () => {
  it("describes the arguments as an object, with the used schemas as definitions", () => {
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

  it("joins the parameter's description and the schema's description", () => {
    const parameters = [
      { name: "a", description: "One.", schema: { type: "string", description: "Two." }, required: true },
      { name: "b", description: "One.", schema: { type: "string", description: "One." }, required: true },
    ] as const;
    const { properties } = parametersSchema({ ...boil, parameters });
    expect(properties).toMatchObject({ a: { description: "One.\nTwo." }, b: { description: "One." } });
  });

  it("follows references between schemas, including recursion and unusual names", () => {
    const parameters = [{ name: "p", schema: { $ref: "#/schemas/a~1b %25" }, required: true }];
    const schemas = JSON.parse(
      '{"a/b %25":{"type":"array","items":{"$ref":"#/schemas/__proto__"}},"__proto__":{"type":"object","properties":{"toString":{"$ref":"#/schemas/a~1b %25"}},"required":["toString"]}}',
    );
    const check = schemaValidator(parametersSchema({ ...boil, parameters }, schemas));
    expect(check({ p: [{ toString: [] }] })).toEqual([]);
    expect(check({ p: [{ toString: [{}] }] }).map(({ path }) => path)).toEqual(["/p/0/toString/0/toString"]);
  });

  it("writes draft-07 from which toOpenToolFunction derives the same function", () => {
    const described = { ...kettle.schemas?.["Program"], $ref: "#/schemas/Program", description: "Which." };
    const fn = { ...boil, parameters: [{ name: "program", schema: described, required: false }] } as OpenToolFunction;
    const parameters = parametersSchema(fn, kettle.schemas, { draft: "draft-07" });
    expect(parameters).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { program: { description: "Which.", allOf: [{ $ref: "#/definitions/Program" }] } },
      required: [],
      additionalProperties: false,
      definitions: { Program: { type: "array", items: { type: "string", enum: ["tea", "coffee"] } } },
    });
    expect(schemaValidator(parameters)({ program: ["cocoa"] }).map(({ path }) => path)).toEqual(["/program/0"]);
    const { function: again, losses } = toOpenToolFunction({ name: "boil", description: "Boils water.", parameters });
    expect(losses).toEqual([]);
    expect(again.parameters).toEqual([
      {
        name: "program",
        description: "Which.",
        schema: { type: "array", items: { type: "string", enum: ["tea", "coffee"] } },
        required: false,
      },
    ]);
  });

  it("accepts the same values in both drafts", () => {
    fc.assert(
      fc.property(documents, fc.jsonValue(), (document, value) => {
        for (const fn of document.functions) {
          const [one, other] = (["2020-12", "draft-07"] as const).map((draft) =>
            interpretSchema(parametersSchema(fn, document.schemas, { draft })),
          );
          expect(one?.(value)).toEqual(other?.(value));
        }
      }),
    );
  });
});
