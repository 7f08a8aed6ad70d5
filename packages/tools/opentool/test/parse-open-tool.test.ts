import { OpenToolError, parametersSchema, parseOpenTool, schemaValidator } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documents, kettle, kettleWith } from "./documents.ts";

function issuesOf(input: unknown): readonly string[] {
  try {
    parseOpenTool(input);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(OpenToolError);
    return (error as OpenToolError).issues.map(({ code, path, message }) => `${code} ${path}: ${message}`);
  }
}

describe("parseOpenTool", () => {
  it("reads JSON text and values", () => {
    expect(parseOpenTool(JSON.stringify(kettle))).toEqual(kettle);
    expect(parseOpenTool(kettle)).toEqual(kettle);
  });

  it("returns every valid document unchanged", () => {
    fc.assert(
      fc.property(documents, (document) => {
        const text = JSON.stringify(document);
        expect(JSON.stringify(parseOpenTool(text))).toBe(text);
      }),
    );
  });

  it("accepts only documents whose parameters compile to validators", { timeout: 300_000 }, () => {
    fc.assert(
      fc.property(documents, fc.jsonValue(), (document, value) => {
        for (const fn of parseOpenTool(document).functions) {
          schemaValidator(parametersSchema(fn, document.schemas))(value);
        }
      }),
    );
  });

  it("throws only OpenToolError", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.anything()), (input) => void issuesOf(input)));
  });

  it("reports every issue at once", () => {
    const document = {
      opentool: "3",
      info: { title: 1 },
      functions: [{ name: "a b", parameters: [{ name: "x", schema: { type: "array" }, required: "yes" }] }],
    };
    expect(issuesOf(document).map((issue) => issue.split(":")[0])).toEqual([
      "version /opentool",
      "required /info/version",
      "type /info/title",
      "required /functions/0/description",
      "name /functions/0/name",
      "required /functions/0/parameters/0/schema/items",
      "type /functions/0/parameters/0/required",
    ]);
    expect(issuesOf([])).toEqual(["type : the document must be an object (got a list)"]);
  });

  it("keeps names like __proto__ as data, and checks their values", () => {
    const text = JSON.stringify(kettle).replaceAll("State", "__proto__").replaceAll("hot", "constructor");
    expect(JSON.stringify(parseOpenTool(text))).toBe(text);
    expect(issuesOf(text.replace('"type":"boolean"', '"type":"bool"'))).toEqual([
      'enum /schemas/__proto__/properties/constructor/type: schemas.__proto__.properties.constructor.type must be one of "boolean", "integer", "number", "string", "array", "object" (got "bool")',
    ]);
  });

  it("finds issues at any depth", () => {
    let schema: unknown = { type: "strin" };
    for (let depth = 0; depth < 250; depth++) schema = { type: "array", items: schema };
    const place = `/schemas/Program${"/items".repeat(250)}`;
    expect(issuesOf(kettleWith("/schemas/Program", schema)).map((issue) => issue.split(": ")[0])).toEqual([
      `depth /schemas/Program${"/items".repeat(100)}`,
      `enum ${place}/type`,
    ]);
  });

  it("refuses schemas that are nested too deeply or circular", () => {
    const circle: Record<string, unknown> = { type: "array" };
    circle["items"] = circle;
    expect(issuesOf(kettleWith("/schemas/Program", circle))).toEqual([
      expect.stringMatching(/^depth .* is nested deeper than 100 schemas$/),
    ]);
  });
});
