import { fromGeminiTools, type OpenTool, toGeminiTools } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kettle } from "../documents.ts";
import { testOutsideData, testRoundTrip } from "./round-trip.ts";

describe("toGeminiTools", () => {
  it("writes types in upper case and inlines references", () => {
    const { tools, losses } = toGeminiTools(kettle);
    expect(tools).toEqual([
      {
        name: "boil",
        description: "Boils water.",
        parameters: {
          type: "OBJECT",
          properties: {
            litres: { type: "NUMBER", description: "How much." },
            program: { type: "ARRAY", items: { type: "STRING", enum: ["tea", "coffee"] } },
            rate: { type: "INTEGER" },
          },
          required: ["litres"],
        },
        response: {
          type: "OBJECT",
          description: "A state.",
          properties: {
            hot: { type: "BOOLEAN" },
            before: {
              type: "OBJECT",
              description: "A state.",
              properties: { hot: { type: "BOOLEAN" }, before: { type: "OBJECT" } },
              required: ["hot"],
            },
          },
          required: ["hot"],
        },
      },
      { name: "stop", description: "Stops." },
    ]);
    expect(losses.map(({ path }) => path)).toEqual([
      "/info/title",
      "/info/description",
      "/info/version",
      "/functions/0/parameters/1/schema/$ref",
      "/functions/0/parameters/2/schema/enum",
      "/functions/0/return/name",
      "/functions/0/return/description",
      "/functions/0/return/schema/$ref",
      "/functions/1/return",
      "/schemas",
      "/schemas/State",
    ]);
    expect(losses.at(-1)?.message).toBe("schemas.State: Gemini functions can't represent a recursive schema");
  });

  it("stops inlining references that grow exponentially", () => {
    const level = (next: number) => ({ $ref: `#/schemas/s${next}` });
    const schemas: OpenTool["schemas"] = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `s${index}`,
        index === 29
          ? { type: "string" as const }
          : { type: "object" as const, properties: { a: level(index + 1), b: level(index + 1) } },
      ]),
    );
    const functions = [{ name: "f", description: "", parameters: [{ name: "p", schema: level(0), required: true }] }];
    expect(toGeminiTools({ ...kettle, functions, schemas }).losses).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining("can't represent a schema of this size") }),
    );
  });

  it("returns the same document after a round trip without losses", () => {
    testRoundTrip({
      there: (document) => {
        const { tools, losses } = toGeminiTools(document);
        return { given: tools, losses };
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
      { name: "b", schema: { type: "number" }, required: false },
    ]);
    expect(losses.map(({ message }) => message)).toEqual([
      'tools[0]: OpenTool can\'t represent "behavior": "BLOCKING"',
      'tools[0].parameters.properties.b: OpenTool can\'t represent "maximum": 3',
      "tools[0].parameters.properties.b: OpenTool can't represent that null is allowed",
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
