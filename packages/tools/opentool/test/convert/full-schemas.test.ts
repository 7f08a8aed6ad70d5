import type { JsonSchema } from "@helve/core";
import {
  fromMcpTools,
  type OpenTool,
  type ToolSource,
  toAnthropicTools,
  toGeminiTools,
  toMcpTools,
  toOpenAiTools,
} from "@helve/opentool";
import { describe, expect, it } from "vitest";

const circle = {
  type: "object",
  properties: { kind: { const: "circle" }, radius: { type: "number", minimum: 0 } },
  required: ["kind", "radius"],
  additionalProperties: false,
} as const;
const rect = {
  type: "object",
  properties: { kind: { const: "rect" }, width: { type: "number" }, color: { type: "string" } },
  required: ["kind", "width"],
  additionalProperties: false,
} as const;

const properties = {
  shape: { oneOf: [circle, rect], description: "what to draw" },
  id: { type: ["string", "number"] },
  point: { type: "array", prefixItems: [{ type: "number" }, { type: "string" }], items: false, minItems: 2 },
  note: { type: ["string", "null"] },
  size: { type: "integer", minimum: 1, maximum: 5, default: 3 },
  code: { type: "string", pattern: "^[A-Z]{2}$", minLength: 2 },
  at: { type: "string", format: "date-time" },
  scores: { type: "object", additionalProperties: { type: "number", minimum: 0 } },
} as const;

function drawing<Name extends keyof typeof properties>(...names: readonly Name[]): ToolSource {
  const chosen = Object.fromEntries(names.map((name) => [name, properties[name]]));
  return {
    name: "draw",
    description: "Draw a shape.",
    parameters: { type: "object", properties: chosen, required: ["shape"], additionalProperties: false },
  };
}

const everything = drawing("shape", "id", "point", "note", "size", "code", "at", "scores");

function messages(losses: readonly { readonly message: string }[]): readonly string[] {
  return losses.map(({ message }) => message);
}

describe("the schema of a tool's arguments", () => {
  it.each([
    ["OpenAI", (tool: ToolSource) => toOpenAiTools([tool]).tools[0]?.function.parameters],
    ["Anthropic", (tool: ToolSource) => toAnthropicTools([tool]).tools[0]?.input_schema],
    ["MCP", (tool: ToolSource) => toMcpTools([tool]).tools[0]?.inputSchema],
  ])("reaches %s whole", (_, show) => {
    expect(show(everything)).toEqual(everything.parameters);
  });

  it("has no losses where the provider takes it whole", () => {
    expect(toOpenAiTools([everything]).losses).toEqual([]);
    expect(toAnthropicTools([everything]).losses).toEqual([]);
    expect(toMcpTools([everything]).losses).toEqual([]);
  });

  it("reaches Gemini in the keywords that it supports, the others in words", () => {
    const { tools, losses } = toGeminiTools([everything]);
    expect(tools[0]?.parametersJsonSchema?.properties).toEqual({
      shape: {
        description: "what to draw",
        anyOf: [
          {
            ...circle,
            properties: { kind: { type: "string", enum: ["circle"] }, radius: { type: "number", minimum: 0 } },
          },
          { ...rect, properties: { ...rect.properties, kind: { type: "string", enum: ["rect"] } } },
        ],
      },
      id: { type: ["string", "number"] },
      point: { type: "array", prefixItems: [{ type: "number" }, { type: "string" }], minItems: 2, maxItems: 2 },
      note: { type: ["string", "null"] },
      size: { type: "integer", minimum: 1, maximum: 5, description: "default: 3" },
      code: { type: "string", description: "at least 2 characters; matches the regular expression ^[A-Z]{2}$" },
      at: { type: "string", format: "date-time" },
      scores: { type: "object", additionalProperties: { type: "number", minimum: 0 } },
    });
    expect(messages(losses)).toEqual([
      'draw.parameters.properties.size: Gemini functions can\'t represent "default": 3 (the description says it)',
      'draw.parameters.properties.code: Gemini functions can\'t represent "pattern": "^[A-Z]{2}$" (the description says it)',
      'draw.parameters.properties.code: Gemini functions can\'t represent "minLength": 2 (the description says it)',
    ]);
    expect(losses[0]).toMatchObject({ code: "default", path: "/0/parameters/properties/size/default" });
  });
});

describe("strict OpenAI tools", () => {
  const strict = (tool: ToolSource) => {
    const { tools, losses } = toOpenAiTools([tool], { api: "responses", strict: true });
    return { tool: tools[0], losses: messages(losses) };
  };

  it("keep unions, ranges, patterns and formats, and make optional properties nullable", () => {
    const { tool, losses } = strict(drawing("shape", "id", "note", "size", "code", "at"));
    const closed = { type: "object", additionalProperties: false };
    expect(tool).toEqual({
      type: "function",
      name: "draw",
      description: "Draw a shape.",
      strict: true,
      parameters: {
        ...closed,
        properties: {
          shape: {
            description: "what to draw",
            anyOf: [
              {
                ...closed,
                properties: { kind: { type: "string", const: "circle" }, radius: { type: "number", minimum: 0 } },
                required: ["kind", "radius"],
              },
              {
                ...closed,
                properties: {
                  kind: { type: "string", const: "rect" },
                  width: { type: "number" },
                  color: { type: ["string", "null"] },
                },
                required: ["kind", "width", "color"],
              },
            ],
          },
          id: { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
          note: { type: ["string", "null"] },
          size: { type: ["integer", "null"], minimum: 1, maximum: 5, description: "default: 3" },
          code: { type: ["string", "null"], pattern: "^[A-Z]{2}$", description: "at least 2 characters" },
          at: { type: ["string", "null"], format: "date-time" },
        },
        required: ["shape", "id", "note", "size", "code", "at"],
      },
    });
    expect(losses).toEqual([
      'draw.parameters.properties.size: strict OpenAI tools can\'t represent "default": 3 (the description says it)',
      'draw.parameters.properties.code: strict OpenAI tools can\'t represent "minLength": 2 (the description says it)',
    ]);
  });

  it("are not strict if strict mode can't represent them, and keep their schema", () => {
    const open = drawing("shape", "scores");
    expect(strict(open)).toEqual({
      tool: {
        type: "function",
        name: "draw",
        description: "Draw a shape.",
        parameters: open.parameters,
        strict: false,
      },
      losses: [
        "draw.parameters.properties.scores: strict OpenAI tools can't represent properties that the schema does not name, so this tool is not strict",
      ],
    });
    expect(strict(drawing("shape", "point")).losses).toEqual([
      "draw.parameters.properties.point: strict OpenAI tools can't represent a list with a schema for each place, so this tool is not strict",
    ]);
    const [chat] = toOpenAiTools([open], { strict: true }).tools;
    expect(chat?.function.strict).toBe(false);
  });

  it.each<[string, JsonSchema]>([
    ["a value of any type", {}],
    ['"not"', { type: "string", not: { const: "a" } }],
    ['"if"', { type: "string", if: { const: "a" }, else: false }],
    ["fixed objects", { type: "object", properties: {}, additionalProperties: false, enum: [{}] }],
    ["properties that the schema does not name", { type: "object" }],
    ["more than 1000 enum values (there are 1001)", { enum: Array.from({ length: 1001 }, (_, index) => index) }],
  ])("are not strict because of %s", (what, schema) => {
    const parameters = {
      type: "object",
      properties: { a: schema },
      required: ["a"],
      additionalProperties: false,
    } as const;
    const { tool, losses } = strict({ name: "t", description: "T.", parameters });
    expect(tool?.strict).toBe(false);
    expect(losses).toContainEqual(expect.stringContaining(`can't represent ${what}, so this tool is not strict`));
  });

  it("need no type at the root", () => {
    const parameters = { properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false } as const;
    const { tool, losses } = strict({ name: "t", description: "T.", parameters });
    expect(tool).toMatchObject({ strict: true, parameters: { type: "object", ...parameters } });
    expect(losses).toEqual([]);
  });

  it("say regular expressions that look around in words, also if they are not strict", () => {
    const pattern = "^(?!\\.)";
    const mail = { type: "string", format: "email", pattern } as const;
    const parameters = { type: "object", properties: { name: { type: "string", pattern }, mail } } as const;
    const { tools } = toOpenAiTools([{ name: "t", description: "T.", parameters }]);
    expect(tools[0]?.function.parameters?.properties).toEqual({
      name: { type: "string", description: "matches the regular expression ^(?!\\.)" },
      mail: { type: "string", format: "email" },
    });
  });
});

describe("a union at the root", () => {
  const shapes: ToolSource = { name: "draw", description: "Draw a shape.", parameters: { oneOf: [circle, rect] } };

  it("becomes one object with the properties of all members, and a sentence about which belong together", () => {
    const merged = {
      type: "object",
      properties: {
        kind: { enum: ["circle", "rect"] },
        radius: { type: "number", minimum: 0 },
        width: { type: "number" },
        color: { type: "string" },
      },
      required: ["kind"],
      additionalProperties: false,
    };
    const { tools, losses } = toAnthropicTools([shapes]);
    expect(tools[0]).toEqual({
      name: "draw",
      description:
        'Draw a shape.\nExactly one of these sets of arguments: (kind: "circle", radius) or (kind: "rect", width, color?).',
      input_schema: merged,
    });
    expect(losses).toEqual([
      {
        code: "oneOf",
        message:
          'draw.parameters: Anthropic tools can\'t represent "oneOf" at the root (the properties of its members are merged)',
        path: "/0/parameters/oneOf",
      },
    ]);
    expect(toOpenAiTools([shapes]).tools[0]?.function.parameters).toEqual(merged);
    expect(toMcpTools([shapes]).tools[0]?.inputSchema).toEqual({ oneOf: [circle, rect], type: "object" });
  });

  it("keeps the properties beside it, and what its members require together", () => {
    const parameters = {
      type: "object",
      properties: { id: { type: "string" }, title: { type: "string" }, state: { type: "string" } },
      required: ["id"],
      anyOf: [{ required: ["title"] }, { required: ["state"] }],
    } as const;
    const { tools } = toOpenAiTools([{ name: "update", description: "Update.", parameters }]);
    const { anyOf: _, ...rest } = parameters;
    expect(tools[0]?.function).toEqual({
      name: "update",
      description: "Update.\nAt least one of these sets of arguments: (title) or (state).",
      parameters: rest,
    });
  });

  it("is merged exactly if it is an allOf of objects", () => {
    const member = (name: string) =>
      ({ type: "object", properties: { [name]: { type: "string" } }, required: [name] }) as const;
    const parameters = { allOf: [member("a"), { $ref: "#/$defs/B" }], $defs: { B: member("b") } };
    const { tools, losses } = toAnthropicTools([{ name: "t", description: "T.", parameters }]);
    expect(losses).toEqual([]);
    expect(tools[0]?.input_schema).toMatchObject({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      required: ["a", "b"],
    });
  });
});

describe("a composed object that is closed as a whole", () => {
  const closing = { properties: { a: true, b: true }, additionalProperties: false } as const;
  const member = (name: string) =>
    ({ type: "object", properties: { [name]: { type: "string" } }, required: [name] }) as const;

  it("is merged exactly, and can be strict", () => {
    const whole = { allOf: [member("a"), member("b"), closing] };
    const parameters = {
      type: "object",
      properties: { whole },
      required: ["whole"],
      additionalProperties: false,
    } as const;
    const { tools, losses } = toOpenAiTools([{ name: "t", description: "T.", parameters }], { strict: true });
    expect(losses).toEqual([]);
    expect(tools[0]?.function.parameters?.properties).toEqual({
      whole: {
        type: "object",
        properties: { a: { type: "string" }, b: { type: "string" } },
        required: ["a", "b"],
        additionalProperties: false,
      },
    });
  });

  it("keeps what the members of its union say about the properties", () => {
    const parameters = { anyOf: [member("a"), member("b")], allOf: [closing] };
    const { tools } = toAnthropicTools([{ name: "t", description: "T.", parameters }]);
    expect(tools[0]?.input_schema).toEqual({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      additionalProperties: false,
    });
    expect(tools[0]?.description).toBe("T.\nAt least one of these sets of arguments: (a) or (b).");
  });
});

describe("property names that Anthropic refuses", () => {
  it("get another name, in nested objects and in what they require", () => {
    const inner = {
      type: "object",
      properties: { "x y": { type: "integer" } },
      required: ["x y"],
      additionalProperties: false,
    } as const;
    const parameters = {
      type: "object",
      properties: { $filter: { type: "string", description: "the filter" }, _top: { type: "integer" }, $top: inner },
      required: ["$filter", "$top"],
      additionalProperties: false,
    } as const;
    const { tools, losses } = toAnthropicTools([{ name: "t", description: "T.", parameters }]);
    const schema = tools[0]?.input_schema;
    const top = Object.keys(schema?.properties ?? {})[2] ?? "";
    expect(top).toMatch(/^_top_[0-9a-f]{8}$/);
    expect(schema?.required).toEqual(["_filter", top]);
    expect(schema?.properties).toMatchObject({
      _filter: { type: "string", description: 'the filter (the tool calls it "$filter")' },
      [top]: { properties: { x_y: { type: "integer" } }, required: ["x_y"] },
    });
    expect(losses.map(({ path }) => path)).toEqual([
      "/0/parameters/properties/$top/properties/x y",
      "/0/parameters/properties/$filter",
      "/0/parameters/properties/$top",
    ]);
  });
});

describe("a schema of draft-07", () => {
  it("is converted to 2020-12 with its definitions", () => {
    const parameters: JsonSchema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        pair: {
          type: "array",
          items: [{ type: "number" }, { $ref: "#/definitions/Unit" }],
          additionalItems: false,
        } as never,
        again: { $ref: "#/properties/pair" },
      },
      dependencies: { again: ["pair"] },
      definitions: { Unit: { enum: ["m", "s"] } },
    };
    const pair = { type: "array", prefixItems: [{ type: "number" }, { $ref: "#/$defs/Unit" }], items: false };
    expect(toAnthropicTools([{ name: "t", description: "T.", parameters }]).tools[0]?.input_schema).toEqual({
      type: "object",
      properties: { pair, again: { $ref: "#/$defs/pair" } },
      dependentRequired: { again: ["pair"] },
      $defs: { Unit: { enum: ["m", "s"] }, pair },
    });
  });
});

describe("a recursive schema", () => {
  const tree = {
    type: "object",
    properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#" } } },
    required: ["name", "children"],
    additionalProperties: false,
  } as const;

  it("is shown to Gemini with optional recursive properties", () => {
    const { tools, losses } = toGeminiTools([{ name: "plant", description: "Plant.", parameters: tree }]);
    expect(tools[0]?.parametersJsonSchema?.$defs?.["root"]).toMatchObject({ required: ["name"] });
    expect(messages(losses)).toEqual([
      'plant.parameters.$defs.root: Gemini functions can\'t represent that the recursive property "children" is required',
    ]);
  });

  it("can be strict", () => {
    const { tools, losses } = toOpenAiTools([{ name: "plant", description: "Plant.", parameters: tree }], {
      strict: true,
    });
    expect(tools[0]?.function).toMatchObject({ strict: true, parameters: { $defs: { root: { type: "object" } } } });
    expect(losses).toEqual([]);
  });
});

describe("what a tool returns", () => {
  const returning = (returns: JsonSchema): ToolSource => ({
    name: "t",
    description: "T.",
    parameters: { type: "object" },
    returns,
  });

  it("is a loss for providers that don't say it, unless nothing is known", () => {
    expect(messages(toOpenAiTools([returning({ type: "string" })]).losses)).toEqual([
      "t: OpenAI tools can't represent what a tool returns",
    ]);
    expect(toAnthropicTools([returning({ description: "the temperature" })]).losses).toEqual([]);
  });

  it("is shown to Gemini and MCP, unless nothing is known", () => {
    expect(toGeminiTools([returning({ const: "ok" })]).tools[0]?.responseJsonSchema).toEqual({
      type: "string",
      enum: ["ok"],
    });
    expect(toGeminiTools([returning({ description: "the temperature" })]).tools[0]).not.toHaveProperty(
      "responseJsonSchema",
    );
    expect(toMcpTools([returning({ description: "the temperature" })]).tools[0]).not.toHaveProperty("outputSchema");
    expect(toMcpTools([returning({ type: "null" })]).tools[0]).not.toHaveProperty("outputSchema");
  });
});

describe("losses of a document", () => {
  it("are none for keywords of JSON Schema that the provider takes", () => {
    const { parameters } = everything;
    const { document } = fromMcpTools([{ name: "draw", description: "Draw a shape.", inputSchema: parameters }]);
    for (const convert of [toOpenAiTools, toAnthropicTools, toMcpTools]) expect(convert(document).losses).toEqual([]);
    const { scores, ...others } = properties;
    expect(toMcpTools(document).tools[0]?.inputSchema).toMatchObject({ properties: others, required: ["shape"] });
    expect(toMcpTools(document).tools[0]?.inputSchema.properties?.["scores"]).toMatchObject(scores);
  });

  it("point into the document", () => {
    const document: OpenTool = {
      opentool: "1.0.0",
      info: { title: "Tools", version: "1" },
      functions: [
        { name: "f", description: "F.", parameters: [{ name: "a b", schema: { type: "string" }, required: true }] },
        {
          name: "g",
          description: "G.",
          parameters: [{ name: "x", schema: { $ref: "#/schemas/Map" }, required: true }],
        },
      ],
      schemas: { Map: { type: "object", properties: {} } },
    };
    expect(toAnthropicTools(document).losses.map(({ path }) => path)).toEqual(["/functions/0/parameters/0/schema"]);
    expect(toOpenAiTools(document, { strict: true }).losses.map(({ path }) => path)).toEqual(["/schemas/Map"]);
  });
});

describe("propertyNames", () => {
  it("is left out without a loss where every name matches", () => {
    const scores = {
      type: "object",
      propertyNames: { type: "string" },
      additionalProperties: { type: "number" },
    } as const;
    const tool = { name: "rate", description: "d", parameters: { type: "object", properties: { scores } } } as const;
    const { tools, losses } = toGeminiTools([tool]);
    expect(losses).toEqual([]);
    expect(tools[0]?.parametersJsonSchema?.properties).toEqual({
      scores: { type: "object", additionalProperties: { type: "number" } },
    });
  });
});
