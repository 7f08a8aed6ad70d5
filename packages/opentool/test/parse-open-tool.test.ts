import { compileSchema, OpenToolError, parametersSchema, parseOpenTool } from "@helve/opentool";
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

  it("gives every valid document back as it was", () => {
    fc.assert(
      fc.property(documents, (document) => {
        const text = JSON.stringify(document);
        expect(JSON.stringify(parseOpenTool(text))).toBe(text);
      }),
    );
  });

  it("reads only documents whose parameters can be checked", { timeout: 300_000 }, () => {
    fc.assert(
      fc.property(documents, fc.jsonValue(), (document, value) => {
        for (const fn of parseOpenTool(document).functions) {
          compileSchema(parametersSchema(fn, document.schemas))(value);
        }
      }),
    );
  });

  it("throws nothing but OpenToolError", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.anything()), (input) => void issuesOf(input)));
  });

  // The tables of the specification: each field of each object, and what it has to be.
  const fn = "/functions/0";
  it.each([
    ["/opentool", "a string"],
    ["/info", "an object"],
    ["/info/title", "a string"],
    ["/info/version", "a string"],
    ["/functions", "a list"],
    [`${fn}/name`, "a string"],
    [`${fn}/description`, "a string"],
    [`${fn}/parameters`, "a list"],
    [`${fn}/parameters/0/name`, "a string"],
    [`${fn}/parameters/0/schema`, "an object"],
    [`${fn}/parameters/0/required`, "true or false"],
    [`${fn}/return/name`, "a string"],
    [`${fn}/return/schema`, "an object"],
    ["/schemas/State/properties", "an object"],
    ["/schemas/Program/items", "an object"],
    [`${fn}/parameters/0/schema/type`, "one of"],
  ])("asks for %s", (pointer, right) => {
    expect(issuesOf(kettleWith(pointer, undefined))).toContainEqual(expect.stringMatching(`^required ${pointer}: `));
    expect(issuesOf(kettleWith(pointer, 3))).toContainEqual(
      expect.stringMatching(`^(?:type|enum) ${pointer}: .* must be ${right}.*\\(got 3\\)$`),
    );
  });

  it.each([
    ["/info/description", "a string"],
    [`${fn}/parameters/0/description`, "a string"],
    [`${fn}/return`, "an object"],
    [`${fn}/return/description`, "a string"],
    ["/schemas", "an object"],
    ["/schemas/State", "an object"],
    ["/schemas/State/description", "a string"],
    ["/schemas/State/required", "a list"],
    ["/schemas/State/required/0", "a string"],
    ["/schemas/State/properties/hot", "an object"],
    ["/schemas/Program/items/enum", "a list"],
    [`${fn}/return/schema/$ref`, "a string"],
  ])("lets %s be absent, but not wrong", (pointer, right) => {
    expect(issuesOf(kettleWith(pointer, 3))).toContainEqual(
      expect.stringMatching(`^type ${pointer.replace("$", "\\$")}: .* must be ${right} \\(got 3\\)$`),
    );
    if (/description|return$/.test(pointer)) expect(issuesOf(kettleWith(pointer, undefined))).toEqual([]);
  });

  it.each([
    ["/opentool", "3.0.0", 'version /opentool: opentool must be a version 1 or 2, such as "1.0.0" (got "3.0.0")'],
    [
      "/functions/0/name",
      "MEASure:VOLTage:",
      'name /functions/0/name: functions[0].name must be 1 to 64 of a-z, A-Z, 0-9, - and _ (got "MEASure:VOLTage:")',
    ],
    ["/functions/1/name", "boil", 'duplicate /functions/1/name: functions[1].name repeats "boil" of functions[0]'],
    [
      "/functions/0/parameters/1/name",
      "litres",
      'duplicate /functions/0/parameters/1/name: functions[0].parameters[1].name repeats "litres" of functions[0].parameters[0]',
    ],
    [
      "/functions/0/parameters/2/schema/enum/1",
      "fast",
      'enum /functions/0/parameters/2/schema/enum/1: functions[0].parameters[2].schema.enum[1] must be an integer, as the type says (got "fast")',
    ],
    [
      "/schemas/Program/items/enum",
      [],
      "enum /schemas/Program/items/enum: schemas.Program.items.enum must have at least one value (got an empty list)",
    ],
    [
      "/schemas/State/required/0",
      "hott",
      'unknown_property /schemas/State/required/0: schemas.State.required[0] must be one of the properties (got "hott", did you mean "hot"?; known: "hot", "before")',
    ],
    [
      "/functions/0/return/schema/$ref",
      "#/schemas/toString",
      'ref /functions/0/return/schema/$ref: functions[0].return.schema.$ref must name one of the schemas (got "toString"; known: "State", "Program")',
    ],
    [
      "/functions/0/return/schema/$ref",
      "#/definitions/State",
      'ref /functions/0/return/schema/$ref: functions[0].return.schema.$ref must be "#/schemas/" and a name (got "#/definitions/State")',
    ],
    [
      "/schemas/Program",
      { $ref: "#/schemas/Program" },
      "ref /schemas/Program/$ref: schemas.Program.$ref must lead to a schema, not back to itself",
    ],
  ])("says what is wrong with %s being %j", (pointer, value, issue) => {
    expect(issuesOf(kettleWith(pointer, value))).toEqual([issue]);
  });

  it("names everything that is wrong at once", () => {
    const document = {
      opentool: "3",
      info: { title: 1 },
      functions: [{ name: "a b", parameters: [{ name: "x", schema: { type: "array" }, required: "yes" }] }],
    };
    expect(issuesOf(document).map((issue) => issue.split(":")[0])).toEqual([
      "type /info/title",
      "required /info/version",
      "required /functions/0/description",
      "type /functions/0/parameters/0/required",
      "version /opentool",
      "name /functions/0/name",
      "required /functions/0/parameters/0/schema/items",
    ]);
    expect(issuesOf([])).toEqual(["type : the document must be an object (got a list)"]);
  });

  it("keeps names like __proto__ as data, and checks what they stand for", () => {
    const text = JSON.stringify(kettle).replaceAll("State", "__proto__").replaceAll("hot", "constructor");
    expect(JSON.stringify(parseOpenTool(text))).toBe(text);
    expect(issuesOf(text.replace('"type":"boolean"', '"type":"bool"'))).toEqual([
      'enum /schemas/__proto__/properties/constructor/type: schemas.__proto__.properties.constructor.type must be one of "boolean", "integer", "number", "string", "array", "object" (got "bool")',
    ]);
  });

  it("refuses schemas that are nested too deeply, and circles", () => {
    const circle: Record<string, unknown> = { type: "array" };
    circle["items"] = circle;
    expect(issuesOf(kettleWith("/schemas/Program", circle))).toEqual([
      expect.stringMatching(/^depth .* is nested deeper than 100 schemas$/),
    ]);
  });
});
