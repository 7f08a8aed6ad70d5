import { fromGeminiTools, toGeminiTools } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kettle } from "../documents.ts";
import { testOutsideData, testRoundTrip } from "./round-trip.ts";

describe("toGeminiTools", () => {
  it("writes JSON Schemas, with descriptions and references apart", () => {
    const { tools, losses } = toGeminiTools(kettle);
    const hot = { type: "boolean" };
    const State = {
      type: "object",
      description: "A state.",
      properties: { hot, before: { $ref: "#/$defs/State" } },
      required: ["hot"],
    };
    expect(tools).toEqual([
      {
        name: "boil",
        description: "Boils water.",
        parametersJsonSchema: {
          type: "object",
          properties: {
            litres: { type: "number", description: "How much." },
            program: { $ref: "#/$defs/Program" },
            rate: { type: "integer", enum: [9600, 19200] },
          },
          required: ["litres"],
          additionalProperties: false,
          $defs: { Program: { type: "array", items: { type: "string", enum: ["tea", "coffee"] } } },
        },
        responseJsonSchema: { ...State, $defs: { State } },
      },
      { name: "stop", description: "Stops." },
    ]);
    expect(losses.map(({ path }) => path)).toEqual([
      "/info/title",
      "/info/description",
      "/info/version",
      "/functions/0/return/name",
      "/functions/0/return/description",
      "/functions/0/return/schema/$ref",
      "/functions/1/return",
    ]);
  });

  it("keeps an empty description beside an enum", () => {
    const schema = { type: "object", properties: { a: { type: "string", description: "", enum: ["x"] } } } as const;
    const { tools } = toGeminiTools([{ name: "f", description: "a tool", parameters: schema }]);
    expect(JSON.stringify(tools)).toContain('"a":{"type":"string","enum":["x"],"description":""}');
  });

  it("returns the same document after a round trip without losses", () => {
    testRoundTrip({
      there: (document) => {
        const { tools, losses } = toGeminiTools(document);
        // A name that Gemini refuses is reported, and stays as it is.
        return { given: tools, losses: losses.filter(({ message }) => !message.includes("a name must start with")) };
      },
      back: fromGeminiTools,
    });
  });
});

describe("fromGeminiTools", () => {
  it("reports as losses what OpenTool can't represent, including nullable", () => {
    const { document, losses } = fromGeminiTools([
      {
        name: "f",
        behavior: "BLOCKING",
        parameters: {
          type: "OBJECT",
          properties: {
            a: { type: "STRING", format: "enum", enum: ["x"] },
            b: { type: "NUMBER", nullable: true, maximum: 3 },
          },
        },
      },
    ]);
    expect(document.functions[0]?.parameters).toEqual([
      { name: "a", schema: { type: "string", enum: ["x"] }, required: false },
      {
        name: "b",
        schema: { type: "number", "x-json-schema": { type: ["number", "null"], maximum: 3 } },
        required: false,
      },
    ]);
    expect(losses.map(({ message }) => message)).toEqual([
      'tools[0]: OpenTool can\'t represent "behavior": "BLOCKING"',
      'tools[0].parameters.properties.b: other readers of OpenTool ignore "maximum": 3',
      "tools[0].parameters.properties.b: other readers of OpenTool ignore that null is allowed",
    ]);
  });

  it("reads declarations with JSON Schema", () => {
    const parametersJsonSchema = { type: "object", properties: { n: { type: "integer", enum: [1, 2] } } };
    expect(fromGeminiTools([{ name: "f", parametersJsonSchema }]).document.functions[0]?.parameters).toEqual([
      { name: "n", schema: { type: "integer", enum: [1, 2] }, required: false },
    ]);
  });

  it("returns a valid document for any schema or throws OpenToolError", () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const schema = fc.record({
      type: fc.constantFrom("OBJECT", "STRING", "ARRAY", "x", 3),
      nullable: fc.oneof(fc.boolean(), json),
      properties: fc.dictionary(fc.string(), fc.oneof(json, fc.constant({ type: "INTEGER" }))),
    });
    testOutsideData(
      fromGeminiTools,
      fc.array(fc.record({ name: fc.constantFrom("a", "b.c"), parameters: fc.oneof(json, schema) })),
    );
  });
});
