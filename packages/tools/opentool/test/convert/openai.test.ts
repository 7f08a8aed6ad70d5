import { fromOpenAiTools, type OpenTool, toOpenAiTools } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kettle } from "../documents.ts";
import { testOutsideData, testRoundTrip } from "./round-trip.ts";

const chat = (fn: object) => [{ type: "function", function: fn }];

describe("toOpenAiTools", () => {
  it("writes one function tool for each function, and reports losses", () => {
    const { tools, losses } = toOpenAiTools(kettle);
    expect(tools[1]).toEqual({
      type: "function",
      function: {
        name: "stop",
        description: "Stops.",
        parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
      },
    });
    expect(losses.map(({ message }) => message)).toEqual([
      'info.title: OpenAI tools can\'t represent "Kettle" (it becomes "Tools")',
      "info.description: OpenAI tools can't represent this description",
      'info.version: OpenAI tools can\'t represent "0.3.0" (it becomes "1")',
      "functions[0].return: OpenAI tools can't represent what a function returns",
      "functions[1].return: OpenAI tools can't represent what a function returns",
      "schemas.State: OpenAI tools can't represent a schema that no function uses",
    ]);
  });

  it("reports unknown fields and joined descriptions as losses", () => {
    const fn = {
      name: "f",
      description: "",
      "x-cost": 3,
      parameters: [
        { name: "a", description: "A.", schema: { type: "string", description: "B." }, required: true },
        { name: "b", schema: { type: "string", maxLength: 3 }, required: true },
      ],
    } as const;
    const document: OpenTool = { opentool: "1.0.0", info: { title: "Tools", version: "1" }, functions: [fn] };
    expect(toOpenAiTools(document).losses.map(({ code, path }) => [code, path])).toEqual([
      ["x-cost", "/functions/0/x-cost"],
      ["description", "/functions/0/parameters/0/description"],
      ["description", "/functions/0/parameters/0/schema/description"],
    ]);
  });

  it("converts names with a dot to wire names", () => {
    const functions = [{ name: "Terminal.Execute", description: "", parameters: [] }];
    const { tools, losses } = toOpenAiTools({ ...kettle, functions });
    expect(tools[0]?.function.name).toBe("Terminal-Execute");
    expect(losses).toContainEqual(expect.objectContaining({ code: "name", path: "/functions/0/name" }));
  });

  it("in strict mode, closes objects, requires every property and makes optional ones nullable", () => {
    const { tools, losses } = toOpenAiTools(kettle, { strict: true });
    const state = toOpenAiTools(
      {
        ...kettle,
        functions: [
          {
            name: "f",
            description: "",
            parameters: [{ name: "s", schema: { $ref: "#/schemas/State" }, required: true }],
          },
        ],
      },
      { strict: true },
    );
    expect(tools[0]?.function).toMatchObject({
      strict: true,
      parameters: {
        properties: {
          litres: { type: "number" },
          program: { anyOf: [{ $ref: "#/$defs/Program" }, { type: "null" }] },
          rate: { type: ["integer", "null"], enum: [9600, 19200, null] },
        },
        required: ["litres", "program", "rate"],
        additionalProperties: false,
      },
    });
    expect(losses.some(({ code }) => code === "additionalProperties")).toBe(false);
    expect(state.tools[0]?.function.parameters?.$defs).toEqual({
      State: {
        type: "object",
        description: "A state.",
        properties: { hot: { type: "boolean" }, before: { anyOf: [{ $ref: "#/$defs/State" }, { type: "null" }] } },
        required: ["hot", "before"],
        additionalProperties: false,
      },
    });
    expect(state.losses).toContainEqual({
      code: "additionalProperties",
      message: "schemas.State: strict OpenAI tools can't represent that there may be other properties",
      path: "/schemas/State",
    });
  });

  it.each([false, true])("returns the same document after a round trip without losses (strict: %s)", (strict) => {
    testRoundTrip({
      there: (document) => {
        const { tools, losses } = toOpenAiTools(document, { strict });
        return { given: tools, losses };
      },
      back: fromOpenAiTools,
    });
  });
});

describe("fromOpenAiTools", () => {
  it("reports as losses what OpenTool can't represent, with their location in the tools", () => {
    const parameters = { type: "object", properties: { n: { type: "integer", minimum: 1 } }, required: ["n"] };
    const { document, losses } = fromOpenAiTools(
      [{ type: "function", function: { name: "a.b", parameters }, cache: true }],
      { info: { title: "T", version: "2" } },
    );
    expect(document).toEqual({
      opentool: "1.0.0",
      info: { title: "T", version: "2" },
      functions: [
        {
          name: "a-b",
          description: "",
          parameters: [{ name: "n", schema: { type: "integer", minimum: 1 }, required: true }],
        },
      ],
    });
    expect(losses.map(({ message, path }) => `${path} ${message}`)).toEqual([
      '/0/cache tools[0]: OpenTool can\'t represent "cache": true',
      '/0/function/name tools[0].function.name: OpenTool can\'t represent the name "a.b" (it becomes "a-b")',
      '/0/function/parameters/properties/n/minimum tools[0].function.parameters.properties.n: other readers of OpenTool ignore "minimum": 1',
    ]);
  });

  it("keeps recursive, shared and conflicting definitions", () => {
    const tool = (name: string, type: string) =>
      chat({
        name,
        parameters: {
          type: "object",
          properties: { a: { $ref: "#/$defs/T" } },
          $defs: { T: { type: "object", properties: { t: { $ref: "#/$defs/T" }, v: { type } } } },
        },
      });
    const { document, losses } = fromOpenAiTools([
      ...tool("f", "string"),
      ...tool("g", "string"),
      ...tool("h", "number"),
    ]);
    expect(document.functions.map(({ parameters }) => parameters[0]?.schema)).toEqual([
      { $ref: "#/schemas/T" },
      { $ref: "#/schemas/T" },
      { $ref: "#/schemas/T_2" },
    ]);
    expect(document.schemas?.["T_2"]).toEqual({
      type: "object",
      properties: { t: { $ref: "#/schemas/T_2" }, v: { type: "number" } },
    });
    expect(losses).toEqual([]);
  });

  it("reads the flat format of the responses API", () => {
    expect(fromOpenAiTools([{ type: "function", name: "f", description: "F." }]).document.functions).toEqual([
      { name: "f", description: "F.", parameters: [] },
    ]);
  });

  it("reports every issue at once", () => {
    expect(() => fromOpenAiTools([{ type: "web_search" }, ...chat({ name: "a b", parameters: 3 }), "x"])).toThrow(
      [
        'tools[0].type must be of type "function": OpenTool has no other tools',
        "tools[0].function is required (an object)",
        "tools[1].function.parameters must be an object (got 3)",
      ].join("\n"),
    );
    expect(() => fromOpenAiTools([...chat({}), null])).toThrow(
      "tools[0].function.name is required (a string)\ntools[1] must be an object (got null)",
    );
    expect(() => fromOpenAiTools("x")).toThrow('tools must be a list (got "x")');
  });

  it("leaves out an invalid tool, reports it, and imports the rest", () => {
    const { document, issues, losses } = fromOpenAiTools([
      ...chat({ name: "a b", cache: true }),
      ...chat({ name: "c.d" }),
      ...chat({ name: "c-d" }),
      ...chat({ name: "e", parameters: { type: "object", properties: { n: { type: "integer", minimum: "1" } } } }),
      ...chat({ name: "f", parameters: 3 }),
    ]);
    expect(document.functions.map(({ name }) => name)).toEqual(["a_b", "c-d_2", "c-d", "e"]);
    expect(issues.map(({ path, message }) => `${path} ${message}`)).toEqual([
      "/4/function/parameters tools[4].function.parameters must be an object (got 3)",
    ]);
    expect(losses.map(({ path }) => path)).toEqual([
      "/0/function/cache",
      "/0/function/name",
      "/1/function/name",
      "/3/function/parameters/properties/n/minimum",
    ]);
  });

  it("reads the former functions, without a type", () => {
    const { document } = fromOpenAiTools([{ name: "f", description: "F.", parameters: { type: "object" } }]);
    expect(document.functions).toEqual([{ name: "f", description: "F.", parameters: [] }]);
  });

  it("returns a valid document for any schema or throws OpenToolError", () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    const parameters = fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(fc.string(), json),
      $defs: json,
    });
    const tool = fc.record({
      name: fc.constantFrom("a", "b.c", "d e"),
      parameters: fc.oneof(json, parameters),
      strict: fc.boolean(),
    });
    testOutsideData(
      fromOpenAiTools,
      fc.array(
        tool.map((fn) => ({ type: "function", function: fn })),
        { maxLength: 2 },
      ),
    );
  });
});
