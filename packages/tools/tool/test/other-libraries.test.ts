import { ToolDefinitionError, tool, toolApi, toolFromFunction } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const described = z.object({ city: z.string().describe("which city") });
const execute = ({ city }: { city: string }) => city;
const untyped = tool as unknown as (...args: unknown[]) => unknown;

/** The messages of the error that a definition causes. */
function messagesOf(define: () => unknown): readonly string[] {
  try {
    define();
  } catch (error) {
    if (error instanceof ToolDefinitionError) return error.issues.map(({ message }) => message);
    throw error;
  }
  return [];
}

const noName = 'the tool has no name: write name: "…", with 1 to 64 letters, digits, "_" or "-"';
const oneObject = "tool takes one object: write tool({ name, description, parameters, execute })";

describe("a definition as other libraries take it says what to write", () => {
  it.each<[string, unknown[], string[]]>([
    [
      "AI SDK",
      [{ description: "Weather.", inputSchema: described, execute }],
      ['"inputSchema" is not an option of a tool: write "parameters"', noName],
    ],
    ["AI SDK 4", [{ description: "Weather.", parameters: described, execute }], [noName]],
    [
      "MCP SDK, as an object",
      [
        {
          name: "weather",
          description: "Weather.",
          inputSchema: described,
          outputSchema: z.string(),
          handler: execute,
        },
      ],
      [
        '"inputSchema" is not an option of a tool: write "parameters"',
        '"outputSchema" is not an option of a tool: write "returns"',
        '"handler" is not an option of a tool: write "execute"',
      ],
    ],
    ["MCP SDK", ["weather", { description: "Weather.", inputSchema: {} }, execute], [oneObject]],
    ["Claude Agent SDK", ["weather", "Weather.", { city: z.string() }, execute], [oneObject]],
    ["LangChain", [execute, { name: "weather", description: "Weather.", schema: described }], [oneObject]],
    [
      "LangChain's DynamicStructuredTool",
      [{ name: "weather", description: "Weather.", schema: described, func: execute }],
      ['"schema" is not an option of a tool: write "parameters"', '"func" is not an option of a tool: write "execute"'],
    ],
    [
      "Anthropic",
      [{ name: "weather", description: "Weather.", input_schema: described, run: execute }],
      [
        '"input_schema" is not an option of a tool: write "parameters"',
        '"run" is not an option of a tool: write "execute"',
      ],
    ],
    [
      "OpenAI Agents",
      [{ name: "weather", description: "Weather.", parameters: described, needsApproval: true, execute }],
      ['"needsApproval" is not an option of a tool: a rule with user_inspection asks a person'],
    ],
    [
      "OpenAI",
      [{ type: "function", function: { name: "weather", parameters: { type: "object", properties: {} } }, execute }],
      [
        '"function" must be a Function of an OpenTool document, and this is OpenAI\'s: write tool({ name, description, parameters, execute }), or convert the definition by fromOpenAiTools of @helve/opentool',
      ],
    ],
    [
      "a raw shape",
      [{ name: "weather", description: "Weather.", parameters: { city: z.string() }, execute }],
      ['the parameters of the tool "weather" must be one schema, not an object of schemas: write z.object({ … })'],
    ],
    ["nothing", [], [oneObject]],
    [
      "a misspelled option",
      [{ name: "weather", description: "Weather.", parameters: described, timeOut: 5, execute }],
      ['"timeOut" is not an option of a tool (did you mean "timeout"?)'],
    ],
  ])("%s", (_, args, messages) => {
    const missing = (message: string) =>
      !message.includes("needs a description") && !message.includes("an object schema");
    expect(messagesOf(() => untyped(...args)).filter(missing)).toEqual(messages);
  });

  it("also names the problems of a schema under another name", () => {
    const define = () =>
      untyped({ name: "weather", description: "Weather.", inputSchema: z.object({ city: z.string() }), execute });
    expect(messagesOf(define)).toEqual([
      '"inputSchema" is not an option of a tool: write "parameters"',
      'the parameter "city" of the tool "weather" needs a description: the model chooses by it',
    ]);
  });
});

it("toolApi and toolFromFunction say what they take", () => {
  const api = toolApi as unknown as typeof untyped;
  const fromFunction = toolFromFunction as unknown as typeof untyped;
  expect(() => api(execute)).toThrow("toolApi takes a docstring, the function, then the options");
  expect(() => fromFunction(execute)).toThrow("toolFromFunction takes a function, then its definition");
  const perParameter = "toolFromFunction takes a JSON Schema for each parameter";
  expect(() => fromFunction(execute, { description: "Weather.", parameters: described })).toThrow(perParameter);
  expect(() => fromFunction(execute, { description: "Weather." })).toThrow(perParameter);
  expect(() => api("Now.", () => 1)).toThrow(noName);
});

it("a description of Lagent names its conversion", () => {
  const member = { name: "bold", description: "Bold.", parameters: [{ name: "text", type: "STRING" }], required: [] };
  const toolkit = { name: "Emphasis", description: "Marks.", api_list: [member] };
  for (const given of [member, { ...member, parameters: [] }, toolkit]) {
    const message = `"${given.name}" is described as in Lagent: convert the description by fromLagentTools of @helve/lagent`;
    expect(() => tool({ ...given, execute } as never)).toThrow(message);
    expect(() => toolFromFunction(execute, given as never)).toThrow(message);
  }
});

it("a copy of a tool keeps the validation of its schema", () => {
  const even = z.object({
    x: z
      .number()
      .refine((x) => x % 2 === 0, "must be even")
      .describe("x"),
  });
  const add = tool({ name: "add", description: "Add.", parameters: even, execute: ({ x }) => x });
  const copy = tool({ ...add, execute: ({ x }) => x });
  expect(copy.validate?.({ x: 1 })).toMatchObject({ ok: false });
});
