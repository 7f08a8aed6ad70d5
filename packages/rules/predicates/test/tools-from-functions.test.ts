import { toolsFromFunctions, unmappedTools } from "@helve/predicates";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, predicate } from "./finding.ts";

const text = (description: string, more: object = {}) => ({ type: "string", description, ...more });
const tool = (name: string, properties: object, description = "") => ({
  name,
  description,
  inputSchema: { properties },
});
const languages = ["shell", "python", "sql"] as const;

describe("toolsFromFunctions", () => {
  it.each([
    [tool("job", { line: text("The shell command to execute") }), [{ code: "line", language: "shell" }]],
    [tool("job", { input: text("Python code that is evaluated") }), [{ code: "input", language: "python" }]],
    [tool("ask_db", { query: text("The SQL query") }), [{ code: "query", language: "sql" }]],
    [
      tool("exec", { argv: { type: "array", items: { type: "string" }, description: "The command to run" } }),
      [{ code: "argv", language: "shell", items: "words" }],
    ],
    [tool("delete_note", { notePath: text("") }), [{ delete: "notePath" }]],
    [tool("saveNote", { file: text(""), content: text("") }), [{ write: "file", content: "content" }]],
    [
      tool("rename", { source: text("The path of the file"), target_path: text("") }),
      [{ move: "source", to: "target_path" }],
    ],
    [tool("visit", { address: text("", { format: "uri" }) }), [{ fetch: "address" }]],
    [tool("notify", { webhook_url: text(""), payload: text("") }), [{ fetch: "webhook_url", body: "payload" }]],
    [tool("run", { command: text(""), directory: text("Where it starts") }), [{ code: "command", language: "shell" }]],
  ])("%j means %j", (described, uses) => {
    expect(toolsFromFunctions([described], languages)).toEqual({ [described.name]: uses });
  });

  it.each([
    tool("add", { a: { type: "number" }, b: text("The second number") }),
    tool("send_mail", { to: text("The mail address"), body: text("The text") }),
    tool("set_mode", { command: text("The command to run", { enum: ["on", "off"] }) }),
    tool("convert", { path: text("The path of the file") }),
    tool("list_files", { file_type: text("The type") }),
    tool("run_lua", { code: text("The Lua code") }),
    tool("ps", { command: text("The PowerShell command"), script: text("A PowerShell script") }),
    { name: "empty" },
  ])("has no entry for %j, because it says too little or has another language", (described) => {
    expect(toolsFromFunctions([described], languages)).toEqual({});
  });

  it("reads the parameters of OpenTool Functions", () => {
    const parameters = [
      { name: "to_run", description: "The bash command.", schema: { type: "string" }, required: true },
    ];
    expect(toolsFromFunctions([{ name: "job", description: "", parameters }], languages)).toEqual({
      job: [{ code: "to_run", language: "shell" }],
    });
  });

  it.each([
    ["OpenAI", (name: string, schema: object) => ({ type: "function", function: { name, parameters: schema } })],
    ["OpenAI Responses", (name: string, schema: object) => ({ type: "function", name, parameters: schema })],
    ["Anthropic", (name: string, schema: object) => ({ name, input_schema: schema })],
    ["MCP", (name: string, schema: object) => ({ name, inputSchema: schema })],
    ["Gemini", (name: string, schema: object) => ({ name, parametersJsonSchema: schema })],
    ["Bedrock", (name: string, schema: object) => ({ toolSpec: { name, inputSchema: { json: schema } } })],
  ])("reads tools as %s lists them", (_api, toolOf) => {
    const listed = [
      toolOf("delete_file", { type: "object", properties: { target: text("The path of the file to delete.") } }),
      toolOf("save", { type: "OBJECT", properties: { filename: { type: "STRING" }, content: { type: "STRING" } } }),
    ];
    expect(toolsFromFunctions(listed, languages)).toEqual({
      delete_file: [{ delete: "target" }],
      save: [{ write: "filename", content: "content" }],
    });
    expect(unmappedTools(listed, { presets: false })).toHaveLength(2);
  });

  it("rejects a tool without a name", () => {
    const tools = [{ name: "a" }, { functionDeclarations: [] } as object];
    const message =
      "The tool at index 1 has no name: pass OpenTool Functions, or tools in the form of MCP, OpenAI, Anthropic";
    expect(() => toolsFromFunctions(tools, languages)).toThrow(message);
    expect(() => unmappedTools(tools, {})).toThrow(message);
  });

  it("never throws, whatever a server lists", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.jsonValue(), fc.jsonValue(), (name, parameters, inputSchema) => {
        toolsFromFunctions([{ name, parameters, inputSchema }], languages);
        unmappedTools([{ name, parameters, inputSchema }], {});
      }),
    );
    expect(Object.keys(toolsFromFunctions([tool("__proto__", { path: text("") }, "Reads a file")], []))).toEqual([
      "__proto__",
    ]);
  });
});

describe("unmappedTools", () => {
  const job = tool("job", { line: text("The shell command to execute") });

  it("warns about a tool whose command rules do not see", () => {
    expect(unmappedTools([job], {})).toEqual([
      {
        code: "unmapped_tool",
        severity: "warning",
        path: "/0",
        message:
          'job: "line" seems to be a command, but the policy\'s "tools" does not name job, so rules do not see what it does',
      },
    ]);
  });

  it("is content with tools of the policy, tools of presets, and commands with a usual name", () => {
    const others = [
      tool("Bash", { command: text("The shell command") }),
      tool("x", { cmd: text("The shell command") }),
    ];
    expect(unmappedTools([job, ...others], { tools: { job: [] } })).toEqual([]);
    expect(unmappedTools(others, { presets: false })).toEqual([]);
  });
});

describe("a command of a tool that nothing names", () => {
  const reasonOf = async (tool: string) =>
    (await evaluate(predicate("is_destructive"), [], { command: "ls" }, { tool })).reason;

  it("is read as the language of the shell that the tool's name says", async () => {
    expect(await reasonOf("run_powershell")).toBe("powershell code that is not read: pass languages: { powershell }");
    expect(await reasonOf("pwsh")).toContain("powershell");
    expect(await reasonOf("windows_cmd")).toBe("cmd code that is not read: pass languages: { cmd }");
    expect(await reasonOf("run_cmd")).toBe("nothing in the code deletes or destroys anything");
  });
});
