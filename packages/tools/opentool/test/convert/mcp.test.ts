import { fromMcpTools, type OpenTool, type Return, toMcpTools } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kettle } from "../documents.ts";
import { testOutsideData, testRoundTrip } from "./round-trip.ts";

function returning(returned: Return): OpenTool {
  return {
    ...kettle,
    info: { title: "Tools", version: "1" },
    functions: [{ name: "f", description: "F.", parameters: [], return: returned }],
    schemas: {},
  };
}

describe("toMcpTools", () => {
  it("writes the return of a function as outputSchema", () => {
    const { tools, losses } = toMcpTools(kettle);
    expect(tools[0]?.outputSchema).toEqual({
      type: "object",
      description: "A state.",
      properties: { hot: { type: "boolean" }, before: { $ref: "#/$defs/State" } },
      required: ["hot"],
      $defs: {
        State: {
          type: "object",
          description: "A state.",
          properties: { hot: { type: "boolean" }, before: { $ref: "#/$defs/State" } },
          required: ["hot"],
        },
      },
    });
    expect(losses.flatMap(({ path }) => (path?.startsWith("/functions") ? [path] : []))).toEqual([
      "/functions/0/return/name",
      "/functions/0/return/description",
      "/functions/0/return/schema/$ref",
      "/functions/1/return",
    ]);
  });

  it("wraps a result that is not an object, and reports this as a loss", () => {
    const { tools, losses } = toMcpTools(returning({ name: "__proto__", schema: { type: "string" } }));
    expect(JSON.stringify(tools[0]?.outputSchema)).toBe(
      '{"type":"object","properties":{"result":{"type":"string"}},"required":["result"]}',
    );
    expect(losses.map(({ message }) => message)).toEqual([
      'functions[0].return.name: MCP tools can\'t represent "__proto__" (it becomes "result")',
      "functions[0].return.schema: MCP tools can't represent a result that is not an object (it is wrapped as { result: … })",
    ]);
  });

  it("has no losses for a function whose result is an object", () => {
    const document = returning({ name: "result", schema: { type: "object", properties: { a: { type: "string" } } } });
    const { tools, losses } = toMcpTools(document);
    expect(losses).toEqual([]);
    expect(fromMcpTools(tools)).toEqual({ document: { ...document, schemas: undefined }, losses: [], issues: [] });
  });

  it("returns the same document after a round trip without losses", () => {
    testRoundTrip({
      there: (document) => {
        const { tools, losses } = toMcpTools(document);
        return { given: tools, losses };
      },
      back: fromMcpTools,
    });
  });
});

describe("fromMcpTools", () => {
  it("reports as losses what OpenTool can't represent, with their location in the tools", () => {
    const { document, losses } = fromMcpTools([
      {
        name: "f",
        title: "F",
        inputSchema: { type: "object" },
        outputSchema: { type: "object", properties: { at: { type: "string", format: "date" } } },
        annotations: { readOnlyHint: true },
      },
    ]);
    expect(document.functions[0]?.return).toEqual({
      name: "result",
      schema: { type: "object", properties: { at: { type: "string", format: "date" } } },
    });
    expect(losses.map(({ message, path }) => `${path} ${message}`)).toEqual([
      '/0/title tools[0]: OpenTool can\'t represent "title": "F"',
      '/0/annotations tools[0]: OpenTool can\'t represent "annotations"',
      '/0/outputSchema/properties/at/format tools[0].outputSchema.properties.at: other readers of OpenTool ignore "format": "date"',
    ]);
  });

  it("reports every issue at once", () => {
    expect(() => fromMcpTools([{ name: "a/b", inputSchema: {} }, { description: 3 }])).toThrow(
      [
        "tools[1].name is required (a string)",
        "tools[1].description must be a string (got 3)",
        "tools[1].inputSchema is required (an object)",
        'tools[0].name must be 1 to 64 of a-z, A-Z, 0-9, - and _ (got "a/b")',
      ].join("\n"),
    );
  });

  it("returns a valid document for any schema or throws OpenToolError", () => {
    const schema = fc.jsonValue({ maxDepth: 4 });
    const tool = fc.record({ name: fc.constantFrom("a", "b.c"), inputSchema: schema, outputSchema: schema });
    testOutsideData(fromMcpTools, fc.array(tool, { maxLength: 2 }));
  });
});
