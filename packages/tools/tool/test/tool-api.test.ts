import type { ToolContext } from "@helve/core";
import { schemaValidator } from "@helve/opentool";
import { ToolDefinitionError, toolApi } from "@helve/tool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const context: ToolContext = { signal: new AbortController().signal, actionId: "1", progress: () => undefined };

describe("toolApi on a function", () => {
  const bold = toolApi(
    `make text bold

    Args:
        text (str): input text

    Returns:
        str: bold text
    `,
    function bold(text: string) {
      return `**${text}**`;
    },
  );

  it("describes the tool by the docstring", () => {
    expect(bold.name).toBe("bold");
    expect(bold.description).toBe("make text bold");
    expect(bold.parameters).toEqual({
      type: "object",
      properties: { text: { type: "string", description: "input text" } },
      required: ["text"],
      additionalProperties: false,
    });
    expect(bold.function).toMatchObject({
      name: "bold",
      parameters: [{ name: "text", description: "input text", required: true, schema: { type: "string" } }],
      return: { description: "bold text", schema: { type: "string" } },
    });
  });

  it("passes the arguments by position, whatever the source calls them, and the context last", async () => {
    const seen: unknown[] = [];
    const list = toolApi(
      `Return arguments in dict format

      Args:
          a (str): a
          b (int): b
          c (float): c
      `,
      (x: string, y: number, z = 0.5, last?: ToolContext) => void seen.push(x, y, z, last?.actionId),
      { name: "list_args" },
    );
    await list.execute({ c: 2.5, b: 1, a: "x" }, context);
    await list.execute({ a: "x", b: 1 }, context);
    expect(seen).toEqual(["x", 1, 2.5, "1", "x", 1, 0.5, "1"]);
    expect(list.parameters.required).toEqual(["a", "b"]);
  });

  it("takes the docstring's word for what is optional", () => {
    const find = toolApi(
      `Find files.

      Args:
          pattern (str): what to look for
          depth (int, optional): how deep
      `,
      (pattern: string, depth: number) => [pattern, depth],
      { name: "find" },
    );
    expect(find.parameters.required).toEqual(["pattern"]);
  });

  it.each([
    ["str", { type: "string" }],
    ["int", { type: "integer" }],
    ["float", { type: "number" }],
    ["bool", { type: "boolean" }],
    ["List[int]", { type: "array", items: { type: "integer" } }],
    ["list[list[str]]", { type: "array", items: { type: "array", items: { type: "string" } } }],
    ["string[]", { type: "array", items: { type: "string" } }],
    ["dict", { type: "object" }],
    ["Optional[int]", { anyOf: [{ type: "integer" }, { type: "null" }] }],
    ["str | None", { anyOf: [{ type: "string" }, { type: "null" }] }],
    ["Union[int, List[str]]", { anyOf: [{ type: "integer" }, { type: "array", items: { type: "string" } }] }],
    ["Any", {}],
  ])("reads the type %s", (type, schema) => {
    const tool = toolApi(`Do.\n\nArgs:\n    a (${type}): what`, (a: unknown) => a, { name: "do" });
    expect(tool.parameters.properties?.["a"]).toEqual({ ...schema, description: "what" });
  });

  it("makes a schema of any text where a type stands", () => {
    const word = fc.constantFrom(
      "int",
      "List",
      "Optional",
      "[",
      "]",
      "|",
      ",",
      "<",
      "{",
      "}",
      "str",
      "[]",
      " ",
      "(",
      ")",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join("")),
        ),
        (type) => {
          const tool = toolApi(`Do.\n\nArgs:\n    a (${type}): what`, () => 1, { name: "do", types: "optional" });
          expect(schemaValidator(tool.parameters)({})).toBeDefined();
        },
      ),
    );
  });

  it("leaves out what a call can't name", () => {
    const tool = toolApi(
      "Do.\n\nArgs:\n    a (str): what\n    *rest: more\n    **options: even more",
      (a: string) => a,
      {
        name: "do",
      },
    );
    expect(Object.keys(tool.parameters.properties ?? {})).toEqual(["a"]);
  });

  it("gives the context where the docstring describes it, and asks no call for it", async () => {
    const read = toolApi(
      "Read.\n\n@param {string} path - which\n@param {ToolContext} context - the tool's",
      (path: string, context: ToolContext) => `${path} ${context.actionId}`,
      { name: "read" },
    );
    expect(read.parameters.required).toEqual(["path"]);
    expect(read.diagnostics).toEqual([]);
    expect(await read.execute({ path: "a.txt" }, context)).toBe("a.txt 1");
  });

  it("never takes an argument from the prototype", async () => {
    const tool = toolApi("Do.\n\nArgs:\n    constructor (str): what", (a?: unknown) => a ?? "absent", { name: "do" });
    expect(await tool.execute({}, context)).toBe("absent");
  });

  it("refuses a function that requires more than its docstring names", () => {
    const define = () =>
      toolApi("Do.\n\nArgs:\n    a (int): a", (a: number, b: number, c: number) => a + b + c, { name: "do" });
    expect(define).toThrow(
      [
        'the parameter "b" in the function of the tool "do" is not described, so it would receive the context: describe it, or, if it is the context, name it "context"',
        'the parameter "c" in the function of the tool "do" is not described, so it would receive nothing: describe it',
      ].join("\n"),
    );
  });

  it("needs a name and a description", () => {
    expect(() => toolApi("Args:\n    a (int): a", (a: number) => a)).toThrow(ToolDefinitionError);
  });
});
