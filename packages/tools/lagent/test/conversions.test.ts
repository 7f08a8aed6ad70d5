import { fromLagentTools, toLagentTools } from "@helve/lagent";
import { type OpenTool, parseOpenTool } from "@helve/opentool";
import { testOutsideData, testRoundTrip } from "@helve/testing/round-trip";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const search: OpenTool = {
  opentool: "1.0.0",
  info: { title: "Web", description: "The web.", version: "1" },
  functions: [
    {
      name: "search",
      description: "Searches.",
      parameters: [
        { name: "query", description: "What for.", schema: { type: "string" }, required: true },
        { name: "1", schema: { type: "integer" }, required: false },
        { name: "__proto__", schema: { type: "number" }, required: true },
        { name: "safe", schema: { type: "boolean" }, required: false },
      ],
      return: { name: "found", description: "What was found.", schema: { type: "string" } },
    },
  ],
};

const kettle: OpenTool = {
  opentool: "1.0.0",
  info: { title: "Kettle", version: "0.3.0" },
  functions: [
    {
      name: "boil",
      description: "Boils water.",
      parameters: [
        { name: "litres", description: "How much.", schema: { type: "number" }, required: true },
        { name: "program", schema: { $ref: "#/schemas/Program" }, required: false },
        { name: "rate", schema: { type: "integer", enum: [9600, 19200] }, required: false },
      ],
      return: { name: "state", description: "What it does now.", schema: { $ref: "#/schemas/Program" } },
    },
    { name: "stop", description: "Stops.", parameters: [], return: null },
  ],
  schemas: { Program: { type: "array", items: { type: "string", enum: ["tea", "coffee"] } } },
};

describe("toLagentTools", () => {
  it("writes Lagent's keys in Lagent's order", () => {
    expect(JSON.stringify(toLagentTools(search).tools)).toBe(
      '[{"name":"search","description":"Searches.","parameters":[{"name":"query","type":"STRING","description":"What for."},' +
        '{"name":"1","type":"NUMBER","description":""},{"name":"__proto__","type":"FLOAT","description":""},' +
        '{"name":"safe","type":"BOOLEAN","description":""}],"required":["query","__proto__"],' +
        '"return_data":[{"name":"found","description":"What was found.","type":"STRING"}]}]',
    );
  });

  it("reports items, objects, enums and references as losses", () => {
    const { losses } = toLagentTools(kettle);
    expect(losses.flatMap(({ path, message }) => (path?.startsWith("/functions") ? [message] : []))).toEqual([
      "functions[0].parameters[1].schema.$ref: Lagent tools can't represent a schema by its name",
      "functions[0].parameters[2].schema.enum: Lagent tools can't represent the values to choose from",
      "functions[0].return.schema.$ref: Lagent tools can't represent a schema by its name",
      "functions[1].return: Lagent tools can't represent what a function returns",
    ]);
    const list = { name: "l", schema: { type: "array", items: { type: "string" } }, required: true } as const;
    const functions = [{ name: "f", description: "", parameters: [list] }];
    expect(toLagentTools({ ...search, functions }, { toolkit: true }).losses.map(({ message }) => message)).toEqual([
      'functions[0].parameters[0].schema.items.type: Lagent tools can\'t represent "string" (it becomes "object")',
    ]);
  });

  it("writes a document as one toolkit without losses", () => {
    const { tools, losses } = toLagentTools(search, { toolkit: true });
    expect(tools).toMatchObject([{ name: "Web", description: "The web.", api_list: [{ name: "search" }] }]);
    expect(losses).toEqual([]);
    expect(fromLagentTools(tools)).toEqual({ document: search, losses: [], issues: [] });
  });

  it.each([false, true])("returns the same document after a round trip without losses (toolkit: %s)", (toolkit) => {
    testRoundTrip({
      there: (document) => {
        const { tools, losses } = toLagentTools(document, { toolkit });
        return { given: tools, losses };
      },
      back: fromLagentTools,
      parse: parseOpenTool,
    });
  });
});

describe("fromLagentTools", () => {
  it("names the tools of several toolkits by toolkit and tool", () => {
    const api = { name: "run", description: "", parameters: [{ name: "l", type: "Array" }], required: [] };
    const { document, losses } = fromLagentTools([
      { name: "A", description: "", api_list: [api] },
      { name: "B", description: "Second.", api_list: [api] },
    ]);
    expect(document.functions.map(({ name }) => name)).toEqual(["A-run", "B-run"]);
    expect(losses.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "items /0/api_list/0/parameters/0",
      "description /1/description",
      "items /1/api_list/0/parameters/0",
      "name /0/api_list/0/name",
      "name /1/api_list/0/name",
    ]);
  });

  it("reads several results as the properties of an object", () => {
    const return_data = [
      { name: "a", description: "A.", type: "NUMBER" },
      { name: "b", description: "" },
    ];
    const { document } = fromLagentTools([{ name: "f", description: "", parameters: [], required: [], return_data }]);
    expect(document.functions[0]?.return).toEqual({
      name: "result",
      schema: {
        type: "object",
        properties: { a: { type: "integer", description: "A." }, b: { type: "string" } },
        required: ["a", "b"],
      },
    });
  });

  it("reports every issue at once", () => {
    const parameters = [
      { name: "a", type: "OBJECT" },
      { name: "a", type: "STRING" },
    ];
    expect(() => fromLagentTools([{ name: "f", parameters, required: ["toString"] }])).toThrow(
      [
        'tools[0].parameters[0].type must be one of "STRING", "BOOLEAN", "NUMBER", "FLOAT", "Array" (got "OBJECT")',
        'tools[0].parameters[1].name repeats "a"',
        'tools[0].required[0] must be the name of a parameter (got "toString")',
      ].join("\n"),
    );
  });

  it("returns a valid document or throws OpenToolError", () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    const parameter = fc.record({
      name: fc.constantFrom("a", "__proto__", "1"),
      type: fc.constantFrom("Array", "FLOAT", 3),
    });
    const parameters = fc.oneof(json, fc.array(parameter, { maxLength: 2 }));
    const tool = fc.record({ name: fc.constantFrom("a", "b.c"), parameters, return_data: fc.oneof(json, parameters) });
    testOutsideData(
      { back: fromLagentTools, parse: parseOpenTool },
      fc.array(fc.oneof(tool, fc.record({ name: json, api_list: fc.array(tool) })), { maxLength: 2 }),
    );
  });
});
