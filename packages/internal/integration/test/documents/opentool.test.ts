// The statements of the OpenTool specification 1.0.0. Each test has the name of its section.

import { toolkitFrom } from "@helve/client";
import { ActionExecutor } from "@helve/executor";
import { fromOpenAiTools, parseOpenTool, printOpenTool, readOpenTool, toOpenAiTools } from "@helve/opentool";
import { createServer } from "@helve/server";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { differs } from "./differs.ts";

const sum = {
  name: "sum",
  description: "Adds two numbers.",
  parameters: [
    { name: "x", description: "the first", schema: { type: "integer" }, required: true },
    { name: "y", description: "the second", schema: { type: "integer" }, required: false },
  ],
  return: { name: "sum", description: "the sum", schema: { type: "integer" } },
};
const document = {
  opentool: "1.0.0",
  info: { title: "Sums", description: "Sums.", version: "1.0.0" },
  functions: [sum],
};

type Path = readonly (string | number)[];

/** The document with another value at a path; `undefined` removes it. */
function changed(path: Path, value?: unknown): unknown {
  const copy = structuredClone(document) as unknown as Record<PropertyKey, unknown>;
  const owner = path.slice(0, -1).reduce((at, key) => at[key] as typeof copy, copy);
  owner[path.at(-1) ?? ""] = value;
  return JSON.parse(JSON.stringify(copy));
}

/** The errors of a document. */
const errors = (given: unknown): readonly string[] =>
  readOpenTool(given)
    .issues.filter(({ severity }) => severity !== "warning")
    .map(({ message }) => message);

/** Asserts that a member is required, and that it is refused with another type. */
function expectRequired(path: Path, wrong: unknown = 1): void {
  for (const given of [changed(path), changed(path, wrong)]) {
    expect(errors(given).join("\n")).toContain(String(path.at(-1)));
  }
}

function expectOptional(path: Path): void {
  expect(errors(changed(path))).toEqual([]);
}

const parameter: Path = ["functions", 0, "parameters", 0];
const schema: Path = [...parameter, "schema"];

describe("OpenTool规范", () => {
  it("版本 1.0.0", () => {
    expect(errors(document)).toEqual([]);
    expect(errors(changed(["opentool"], "9.9"))).not.toEqual([]);
  });

  it("配合Client(Agent端)和Server(工具端)使用", async () => {
    const add = tool({
      name: "sum",
      description: "Adds two numbers.",
      parameters: z.object({ x: z.int().describe("the first"), y: z.int().describe("the second") }),
      execute: ({ x, y }) => x + y,
    });
    const server = createServer(new ActionExecutor([add]), {});
    const kit = await toolkitFrom("http://127.0.0.1/opentool", {
      name: "Sums",
      fetch: async (input, init) => server.fetch(new Request(input, init)),
    });
    const ret = await new ActionExecutor([kit]).execute({ id: "1", name: "Sums.sum", arguments: '{"x": 1, "y": "2"}' });
    expect(ret).toMatchObject({ status: "success", result: [{ content: { result: 3 } }] });
  });

  it("大语言模型的 Function Calling：根据描述，驱动具体工具完成函数调用", async () => {
    const parsed = parseOpenTool(document);
    const { tools } = toOpenAiTools(parsed);
    expect(tools).toMatchObject([{ type: "function", function: { name: "sum", parameters: { required: ["x"] } } }]);
    expect(fromOpenAiTools(tools).document.functions[0]?.name).toBe("sum");
  });
});

describe("OpenTool对象", () => {
  it("opentool: string, 必填", () => expectRequired(["opentool"]));
  it("info: Info对象, 必填", () => expectRequired(["info"]));
  it("functions: [Function对象], 必填", () => {
    expectRequired(["functions"], {});
    expect(errors(changed(["functions"], []))).toEqual([]);
  });
  it("schemas: Map<string, Schema对象>", () => {
    expectOptional(["schemas"]);
    expect(errors(changed(["schemas"], []))).not.toEqual([]);
    expect(errors(changed(schema, { $ref: "#/schemas/None" })).join()).toContain("None");
  });
});

describe("Info对象", () => {
  it("title 必填, description, version 必填", () => {
    expectRequired(["info", "title"]);
    expectRequired(["info", "version"]);
    expectOptional(["info", "description"]);
  });
});

describe("Function对象", () => {
  it("name: 只包含a-z、A-Z、0-9、-、_符号，且不超过64个字符", () => {
    const nameIssues = (name: string) => errors(changed(["functions", 0, "name"], name));
    expect(nameIssues("aZ09-_".padEnd(64, "a"))).toEqual([]);
    for (const name of ["a".repeat(65), "名", "a.b", ""]) expect(nameIssues(name)).not.toEqual([]);
  });
  it("description 必填", () => expectRequired(["functions", 0, "description"]));
  it("parameters 必填", () => {
    expectRequired(["functions", 0, "parameters"], {});
    expect(errors(changed(["functions", 0, "parameters"], null))).not.toEqual([]);
  });
  it("return: 如果为 null，则表示无返回值", () => {
    expectOptional(["functions", 0, "return"]);
    const { value } = readOpenTool(changed(["functions", 0, "return"], null));
    expect(value && printOpenTool(value)).toContain('"return": null');
  });
});

describe("Parameter对象", () => {
  it("name, schema, required 必填, description", () => {
    expectRequired([...parameter, "name"]);
    expectRequired([...parameter, "schema"]);
    expectRequired([...parameter, "required"], "yes");
    expectOptional([...parameter, "description"]);
  });
});

describe("Return对象", () => {
  it("name, schema 必填, description", () => {
    expectRequired(["functions", 0, "return", "name"]);
    expectRequired(["functions", 0, "return", "schema"]);
    expectOptional(["functions", 0, "return", "description"]);
  });
});

describe("Schema对象", () => {
  it("type: boolean、integer、number、string、array、object", () => {
    for (const type of ["boolean", "integer", "number", "string"])
      expect(errors(changed(schema, { type }))).toEqual([]);
    expect(errors(changed(schema, { type: "array", items: { type: "string" } }))).toEqual([]);
    expect(errors(changed(schema, { type: "object", properties: {} }))).toEqual([]);
    for (const type of ["null", "file"]) expect(errors(changed(schema, { type }))).not.toEqual([]);
  });
  it("description", () => expect(errors(changed(schema, { type: "integer", description: "a number" }))).toEqual([]));
  it("properties: 当 type 为 object 时必填", () => expect(errors(changed(schema, { type: "object" }))).not.toEqual([]));
  it("items: 当 type 为 array 时必填", () => expect(errors(changed(schema, { type: "array" }))).not.toEqual([]));
  differs("enum: [string]", "the values have the type of their schema, so integers have integers", () => {
    expect(errors(changed(schema, { type: "integer", enum: [1, 2] }))).toEqual([]);
    expect(errors(changed(schema, { type: "integer", enum: ["1"] }))).not.toEqual([]);
  });
  differs("required: 哪些子格式必须传入", "a name that is no property is an error, since no value could fit", () => {
    const object = { type: "object", properties: { a: { type: "string" } } };
    expect(errors(changed(schema, { ...object, required: ["a"] }))).toEqual([]);
    expect(errors(changed(schema, { ...object, required: ["b"] }))).not.toEqual([]);
  });
});
