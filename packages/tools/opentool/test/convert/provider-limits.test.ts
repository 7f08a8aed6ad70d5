import type { JsonSchema } from "@helve/core";
import {
  type OpenTool,
  type ToolSource,
  type ToTools,
  toAnthropicTools,
  toGeminiTools,
  toMcpTools,
  toOpenAiTools,
  toOpenApi,
  toOpenRpc,
} from "@helve/opentool";
import { describe, expect, it } from "vitest";

const described = (description: string, parameters: JsonSchema = { type: "object" }) => ({
  name: "t",
  description,
  parameters,
});
const sentences = "This is a sentence of words. ".repeat(50).trim();

describe("limits of providers", () => {
  it("cuts a description off after 1,024 characters for OpenAI, and reports it", () => {
    const { tools, losses } = toOpenAiTools([described(sentences)]);
    const { description = "" } = tools[0]?.function ?? {};
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(description).toMatch(/a sentence of words\.…$/);
    expect(losses).toEqual([
      {
        code: "limit",
        message:
          "t.description: OpenAI tools can't represent a description of more than 1024 characters (there are 1449): it is cut off",
        path: "/0/description",
      },
    ]);
    expect(toAnthropicTools([described(sentences)])).toMatchObject({ tools: [{ description: sentences }], losses: [] });
  });

  it("keeps a description of 1,024 characters, and cuts one without words", () => {
    expect(toOpenAiTools([described("a".repeat(1024))]).losses).toEqual([]);
    expect(toOpenAiTools([described("😀".repeat(600))]).tools[0]?.function.description).toBe(`${"😀".repeat(511)}…`);
  });

  it("adds no remark about a union that would exceed the limit", () => {
    const member = (kind: string): JsonSchema => ({
      type: "object",
      properties: { kind: { const: kind } },
      required: ["kind"],
    });
    const parameters: JsonSchema = { oneOf: [member("a"), member("b")] };
    const text = "a".repeat(1000);
    const { tools, losses } = toOpenAiTools([described(text, parameters)]);
    expect(tools[0]?.function.description).toBe(text);
    expect(losses.filter(({ code }) => code === "limit")).toHaveLength(1);
    expect(toOpenAiTools([described("Short.", parameters)]).tools[0]?.function.description).toMatch(
      /^Short\.\nExactly one/,
    );
  });

  it("reports more tools than a provider accepts in a request", () => {
    const tools = Array.from({ length: 129 }, (_, index) => ({ ...described("T."), name: `t${index}` }));
    expect(toOpenAiTools(tools).losses.map(({ message }) => message)).toEqual([
      "OpenAI tools can't represent more than 128 tools in one request (there are 129): the provider refuses it",
    ]);
    expect(toGeminiTools(tools).losses).toEqual([]);
  });

  it("reports an enum whose values are too long for strict mode", () => {
    const values = Array.from({ length: 251 }, (_, index) => `${index}`.padStart(60, "x"));
    const parameters = { type: "object", properties: { a: { type: "string", enum: values } } } as const;
    const { tools, losses } = toOpenAiTools([described("T.", parameters)], { strict: true });
    expect(tools[0]?.function.strict).toBe(false);
    expect(losses[0]?.message).toBe(
      "t.parameters.properties.a: strict OpenAI tools can't represent more than 15000 characters in the values of one enum (there are 15060), so this tool is not strict",
    );
  });
});

describe("the limits of each provider", () => {
  const text: JsonSchema = { type: "string" };
  const nested = (levels: number): JsonSchema =>
    levels === 0
      ? text
      : { type: "object", properties: { inner: nested(levels - 1) }, required: ["inner"], additionalProperties: false };
  const lossesOf = (convert: (tools: readonly ToolSource[]) => ToTools<unknown>, parameters: JsonSchema) =>
    convert([described("T.", parameters)]).losses.map(({ path, message }) => [path, message]);
  const strict = (tools: readonly ToolSource[]) => toOpenAiTools(tools, { strict: true });

  it("OpenAI's strict mode: nesting, with the place of the deepest object", () => {
    expect(lossesOf(strict, nested(9))).toEqual([]);
    expect(lossesOf(strict, nested(10))[0]).toEqual([
      `/0/parameters${"/properties/inner".repeat(10)}`,
      expect.stringContaining("more than 10 levels of objects (there are 11), so this tool is not strict"),
    ]);
    expect(lossesOf((tools) => toOpenAiTools(tools), nested(10))).toEqual([]);
  });

  it("OpenAI's strict mode: properties, values, and the characters of names and values", () => {
    const properties = (count: number, name: (index: number) => string, schema: JsonSchema = text): JsonSchema => {
      const names = Array.from({ length: count }, (_, index) => name(index));
      return {
        type: "object",
        properties: Object.fromEntries(names.map((key) => [key, schema])),
        required: names,
        additionalProperties: false,
      };
    };
    const message = (parameters: JsonSchema) => lossesOf(strict, parameters)[0]?.[1];
    expect(message(properties(5000, String))).toBeUndefined();
    expect(message(properties(5001, String))).toContain("more than 5000 properties (there are 5001)");
    expect(message(properties(1001, String, { const: 1 }))).toContain("more than 1000 enum values (there are 1001)");
    expect(message(properties(10, (index) => `${index}`.padStart(12_001, "x")))).toContain(
      "more than 120000 characters",
    );
  });

  it("Gemini: 512 functions", () => {
    const many = Array.from({ length: 513 }, (_, index) => ({ ...described("T."), name: `t${index}` }));
    expect(toGeminiTools(many).losses.map(({ message }) => message)).toEqual([
      "Gemini functions can't represent more than 512 tools in one request (there are 513): the provider refuses it",
    ]);
  });

  it.each([
    ["OpenAI", toOpenAiTools],
    ["Anthropic", toAnthropicTools],
    ["Gemini", toGeminiTools],
    ["MCP", toMcpTools],
  ])("%s: a name of more than 64 characters is refused", (_, convert) => {
    const name = "n".repeat(65);
    expect(() => convert([{ ...described("T."), name }])).toThrow(name.slice(0, 50));
  });
});

describe("invalid schemas", () => {
  it.each([
    [
      { properties: { type: "object" } },
      "t.parameters.properties must be an object whose members are schemas (got an object)",
    ],
    [
      { properties: { a: { $ref: "#/$defs/A" } } },
      't.parameters.properties.a.$ref must name a schema (got "#/$defs/A")',
    ],
    [
      { properties: { a: { items: [{ type: "number" }] } } },
      "t.parameters.properties.a.items must be a schema: an object, true or false (got a list)",
    ],
    [{ properties: null }, "t.parameters.properties must be an object whose members are schemas (got null)"],
    [{ properties: { a: { $ref: "#a" } } }, 't.parameters.properties.a.$ref must name a schema (got "#a")'],
  ])("are errors that name the tool and the place: %j", (schema, message) => {
    const source = [described("T.", { type: "object", ...schema } as JsonSchema)];
    for (const convert of [toOpenAiTools, toAnthropicTools, toGeminiTools, toMcpTools]) {
      expect(() => convert(source)).toThrow(message);
    }
    expect(() => toOpenAiTools(source, { strict: true })).toThrow(message);
  });

  it("are errors in a document, too", () => {
    const schema = { $ref: "#/schemas/Missing" };
    const functions = [{ name: "f", description: "F.", parameters: [{ name: "a", schema, required: true }] }];
    const document: OpenTool = { opentool: "1.0.0", info: { title: "T", version: "1" }, functions };
    const message = 'functions[0].parameters[0].schema.$ref must name a schema (got "#/$defs/Missing")';
    for (const convert of [toOpenAiTools, toMcpTools, toOpenApi, toOpenRpc])
      expect(() => convert(document)).toThrow(message);
  });
});

describe("anchors", () => {
  it("become definitions", () => {
    const parameters: JsonSchema = {
      type: "object",
      properties: { tree: { $ref: "#node" } },
      $defs: { Tree: { $anchor: "node", type: "object", properties: { next: { $ref: "#node" } } } },
    };
    const { tools } = toAnthropicTools([described("T.", parameters)]);
    expect(tools[0]?.input_schema).toEqual({
      type: "object",
      properties: { tree: { $ref: "#/$defs/node" } },
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
    });
  });
});
