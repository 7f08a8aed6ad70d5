import {
  fromMcpTools,
  type OpenTool,
  parametersSchema,
  parseOpenTool,
  type Return,
  schemaValidator,
  toMcpTools,
} from "@helve/opentool";
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
    expect(() => fromMcpTools([{ name: "a", inputSchema: 3 }, { description: 3 }])).toThrow(
      [
        "tools[0].inputSchema must be an object (got 3)",
        "tools[1].name is required (a string)",
        "tools[1].inputSchema is required (an object)",
      ].join("\n"),
    );
  });

  it.each([
    ["a pattern of Python", { properties: { a: { type: "string", pattern: "(?i)^abc$" } } }, { a: "ABC" }, 1],
    [
      "a named group of Python",
      { properties: { a: { type: "string", pattern: "^(?P<y>\\d{4})$" } } },
      { a: "2026" },
      0,
    ],
    ["a bound of draft-04", { properties: { a: { minimum: 0, exclusiveMinimum: true } } }, { a: 1 }, 0],
    ["places of draft-07", { properties: { a: { items: [{ type: "number" }], minItems: 1 } } }, { a: [1] }, 0],
    ["a reference that leads nowhere", { properties: { a: { $ref: "#/$defs/A" } } }, { a: 1 }, 1],
    [
      "null for absent keywords",
      { properties: { a: { type: "string", enum: null, description: null } } },
      { a: "b" },
      0,
    ],
  ])("keeps a tool with %s", (_, schema, args, count) => {
    const { document, losses, issues } = fromMcpTools([
      { name: "t", description: "T.", inputSchema: { type: "object", ...schema } },
    ]);
    const [fn] = parseOpenTool(document).functions;
    expect(fn && schemaValidator(parametersSchema(fn, document.schemas))(args)).toEqual([]);
    expect(issues).toEqual([]);
    expect(losses.filter(({ message }) => message.includes("is ignored"))).toHaveLength(count);
  });

  it("keeps a tool whose result schema has an invalid pattern, and names the place", () => {
    const outputSchema = { type: "object", properties: { a: { type: "string", pattern: "(?<=a" } } };
    const { document, losses } = fromMcpTools([
      { name: "t", description: "T.", inputSchema: { type: "object" }, outputSchema },
    ]);
    expect(document.functions).toHaveLength(1);
    expect(losses.map(({ path, message }) => `${path} ${message}`)).toEqual([
      '/0/outputSchema/properties/a/pattern tools[0].outputSchema.properties.a.pattern must be a regular expression (got "(?<=a"): it is ignored',
    ]);
  });

  it("reads null as absent", () => {
    const nothing = { description: null, outputSchema: null, annotations: null };
    const { document, losses } = fromMcpTools([{ name: "t", inputSchema: { type: "object" }, ...nothing }]);
    expect(document.functions).toEqual([{ name: "t", description: "", parameters: [] }]);
    expect(losses).toEqual([]);
  });

  it("gives tools whose names OpenTool doesn't allow other names", () => {
    const long = `x${"_performance_analyze".repeat(5)}`;
    const names = ["user/update", "user.update", "user-update", "user update", long, `${long}2`, "日本"];
    const { document, losses } = fromMcpTools(names.map((name) => ({ name, inputSchema: { type: "object" } })));
    expect(document.functions.map(({ name }) => name)).toEqual([
      "user_update",
      "user-update_2",
      "user-update",
      "user_update_2",
      long.slice(0, 64),
      `${long.slice(0, 62)}_2`,
      "tool",
    ]);
    expect(losses[0]?.message).toBe(
      'tools[0].name: OpenTool can\'t represent the name "user/update" (it becomes "user_update")',
    );
  });

  it("leaves out a tool that has the name of another one", () => {
    const { document, issues } = fromMcpTools(
      ["a", "b", "a"].map((name) => ({ name, inputSchema: { type: "object" } })),
    );
    expect(document.functions.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(issues.map(({ message }) => message)).toEqual(['tools[2].name repeats "a" of tools[0].name']);
  });

  it("reads a result of tools/list", () => {
    const { document, losses } = fromMcpTools({ tools: [{ name: "t", title: "T", inputSchema: { type: "object" } }] });
    expect(document.functions.map(({ name }) => name)).toEqual(["t"]);
    expect(losses.map(({ path, message }) => `${path} ${message}`)).toEqual([
      '/tools/0/title tools[0]: OpenTool can\'t represent "title": "T"',
    ]);
  });

  it("returns a valid document for any schema or throws OpenToolError", () => {
    const schema = fc.jsonValue({ maxDepth: 4 });
    const tool = fc.record({ name: fc.constantFrom("a", "b.c"), inputSchema: schema, outputSchema: schema });
    testOutsideData(fromMcpTools, fc.array(tool, { maxLength: 2 }));
  });
});
