import { JsonParser } from "@helve/arguments";
import { TupleParser } from "@helve/arguments/tuple";
import { ActionExecutor, CallError, ExecutorError, runTool } from "@helve/executor";
import { parametersSchema, toOpenApi, WireNameError } from "@helve/opentool";
import { ToolError, Toolkit, tool, toolApi } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { callOf, saying } from "./one-tool.ts";

class Emphasis extends Toolkit {
  override readonly name = "Emphasis";
  override readonly description = "Makes text stand out.";

  @toolApi(`Make text bold.

    Args:
        text (str): the text`)
  bold(text: string): string {
    return `**${text}**`;
  }

  @toolApi(`Make text italic.

    Args:
        text (str): the text`)
  italic(text: string): string {
    return `*${text}*`;
  }
}

class Bold extends Toolkit {
  static readonly docstring = "Make text bold.\n\nArgs:\n    text (str): the text";

  run(text: string): string {
    return `**${text}**`;
  }
}

const one = saying("one", () => 1);
const two = saying("two", () => 2);

describe("the tools of an executor", () => {
  it("come and go", async () => {
    const executor = new ActionExecutor([one]);
    expect(executor.add(two, new Emphasis()).names).toEqual(["one", "two", "Emphasis.bold", "Emphasis.italic"]);
    expect((await executor.execute({ id: "1", name: "Emphasis-bold", arguments: { text: "a" } })).status).toBe(
      "success",
    );
    expect([executor.remove("one"), executor.remove("one")]).toEqual([true, false]);
    expect(executor.remove("Emphasis-bold")).toBe(true);
    expect(executor.names).toEqual(["two", "Emphasis.italic"]);
    expect(executor.remove("Emphasis")).toBe(true);
    expect([executor.has("Emphasis.italic"), executor.has("Emphasis-italic"), executor.has("two")]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await executor.execute(callOf("one"))).status).toBe("unknown_tool");
    expect(executor.add(one).names).toEqual(["two", "one"]);
  });

  it("are all added, or none is", () => {
    const executor = new ActionExecutor([one]);
    expect(() => executor.add(two, one)).toThrow(ExecutorError);
    expect(() => executor.add(two, two)).toThrow('there are two tools named "two"');
    expect(() =>
      executor.add(
        two,
        { name: "A", tools: [one] },
        saying("A-one", () => 1),
      ),
    ).toThrow(WireNameError);
    expect(executor.add({ name: "A", tools: [one] }).names).toEqual(["one", "A.one"]);
    expect(() =>
      executor.add(
        two,
        saying("A-one", () => 1),
      ),
    ).toThrow(WireNameError);
    expect(executor.names).toEqual(["one", "A.one"]);
  });

  it("are listed in the error for an unknown name, but not all of many", async () => {
    const many = Array.from({ length: 60 }, (_, n) => ({ ...one, name: `tool_number_${n}` }));
    const { errmsg } = await new ActionExecutor(many).execute(callOf("zzz"));
    expect(errmsg).toMatch(/The tools are: tool_number_0, .* tool_number_49 and 10 others\.$/);
    expect((await new ActionExecutor([]).execute(callOf("zzz"))).errmsg).toContain("There are no tools.");
  });
});

describe("runTool", () => {
  it("runs a single tool on JSON, or on a tuple with another parser", async () => {
    const bold = [{ type: "text", content: "**a**" }];
    const parser = new TupleParser();
    expect((await runTool(new Bold(), '{"text": "a"}')).result).toEqual(bold);
    expect((await runTool(new Bold(), { text: "a" })).result).toEqual(bold);
    expect((await runTool(new Bold(), '("a",)', { parser })).result).toEqual(bold);
    expect((await runTool(new Bold(), ["a"], { parser })).result).toEqual(bold);
    expect((await runTool(new Bold({ parser }), '("a",)')).result).toEqual(bold);
    expect(await runTool(one, {}, { id: "c" })).toMatchObject({ id: "c", type: "one", result: [{ content: 1 }] });
  });

  it("runs the tool of a toolkit that it names", async () => {
    const ret = await runTool(new Emphasis(), { text: "a" }, { name: "italic" });
    expect(ret).toMatchObject({ type: "Emphasis.italic", result: [{ content: "*a*" }] });
  });

  it.each([
    ["a toolkit without a name", new Emphasis(), undefined],
    ["another name", new Emphasis(), "underline"],
    ["a name of a single tool's", new Bold(), "italic"],
  ])("knows no tool by %s", async (_what, given, name) => {
    expect((await runTool(given, { text: "a" }, { name })).status).toBe("unknown_tool");
  });

  it("gives back a failure", async () => {
    expect((await runTool(new Bold(), "{")).status).toBe("invalid_arguments");
  });
});

describe("a direct call", () => {
  const divide = tool({
    name: "divide",
    description: "Divide.",
    parameters: z.object({ by: z.number().describe("by") }),
    execute: ({ by }) => {
      if (by === 0) throw new ToolError("Nothing can be divided by 0.");
      return { result: 6 / by, at: new Date(0) };
    },
  });
  const executor = new ActionExecutor([divide, new Emphasis()]);

  it("returns the tool's own value", async () => {
    expect(await executor.call("divide", { by: 2 })).toEqual({ result: 3, at: new Date(0) });
    expect(await executor.call("Emphasis.bold", { text: "a" })).toBe("**a**");
  });

  it("throws an error with the code, the cause and the action return", async () => {
    const error = await executor.call("divide", { by: 0 }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({
      code: "tool_error",
      message: "Nothing can be divided by 0.",
      cause: { code: "tool_error" },
      actionReturn: { status: "failed" },
    });
  });

  it("is guarded like any other call", async () => {
    const guarded = new ActionExecutor([divide], {
      guards: [{ before: async () => ({ kind: "stop", reason: "no", decision: { passes: [] } }) }],
    });
    await expect(guarded.call("divide", { by: 2 })).rejects.toMatchObject({ code: "stopped" });
  });
});

describe("actionsInfo", () => {
  const executor = new ActionExecutor([new Emphasis({ parser: new TupleParser() }), one]);

  it("is an OpenTool document by default; the tools are listed with the parsers of their arguments", () => {
    expect(executor.actionsInfo()).toEqual(executor.actionsInfo({ format: "opentool" }));
    expect(executor.describedTools.map(({ tool, parser }) => [tool.name, parser.constructor])).toEqual([
      ["Emphasis.bold", TupleParser],
      ["Emphasis.italic", TupleParser],
      ["one", JsonParser],
    ]);
  });

  it.each([
    ["openai", ({ openai }: Formats) => openai.map((tool) => ("function" in tool ? tool.function : tool).name)],
    ["anthropic", ({ anthropic }: Formats) => anthropic.map(({ name }) => name)],
    ["mcp", ({ mcp }: Formats) => mcp.map(({ name }) => name)],
    ["gemini", ({ gemini }: Formats) => gemini.map(({ name }) => name)],
    ["opentool", ({ opentool }: Formats) => opentool.functions.map(({ name }) => name)],
  ] as const)("speaks %s, by names on the wire", (_format, namesIn) => {
    const formats = {
      openai: executor.actionsInfo({ format: "openai" }),
      anthropic: executor.actionsInfo({ format: "anthropic" }),
      mcp: executor.actionsInfo({ format: "mcp" }),
      gemini: executor.actionsInfo({ format: "gemini" }),
      opentool: executor.actionsInfo({ format: "opentool" }),
    };
    expect(namesIn(formats)).toEqual(["Emphasis-bold", "Emphasis-italic", "one"]);
  });

  it("has the schemas of a function's document in place", () => {
    const greet = tool({
      function: {
        name: "greet",
        description: "Greet.",
        parameters: [{ name: "who", description: "whom", schema: { $ref: "#/schemas/Person" }, required: true }],
      },
      schemas: { Person: { type: "object", properties: { name: { type: "string" } } } },
      execute: () => "hi",
    });
    const [described] = new ActionExecutor([greet]).actionsInfo({ format: "anthropic" });
    expect(JSON.stringify(described)).not.toContain("#/schemas/");
    expect(JSON.stringify(described)).toContain('"name":{"type":"string"}');
  });

  const query = tool({
    name: "query",
    description: "Query orders.",
    parameters: {
      type: "object",
      properties: {
        $filter: { type: "string", description: "which" },
        top: { type: "integer", minimum: 1, description: "how many" },
        by: {
          oneOf: [{ const: "date" }, { type: "object", properties: { field: { type: "string" } } }],
          description: "order",
        },
      },
      required: ["$filter"],
      additionalProperties: false,
    },
    execute: (args) => ({ ...args }),
  });

  it("shows providers the whole schema, and reports what they can't take", () => {
    const queries = new ActionExecutor([query]);
    const losses: string[] = [];
    const onLosses = (found: readonly { readonly message: string }[]): void => {
      losses.push(...found.map(({ message }) => message));
    };
    expect(queries.actionsInfo({ format: "openai", onLosses })[0]?.function.parameters).toEqual(query.parameters);
    expect(queries.actionsInfo({ format: "mcp", onLosses })[0]?.inputSchema).toEqual(query.parameters);
    expect(losses).toEqual([]);
    const [anthropic] = queries.actionsInfo({ format: "anthropic", onLosses });
    expect(Object.keys(anthropic?.input_schema.properties ?? {})).toEqual(["_filter", "top", "by"]);
    expect(losses).toEqual([
      'query.parameters.properties.$filter: Anthropic tools can\'t represent the name "$filter" (it becomes "_filter", and is mapped back)',
    ]);
  });

  it("writes the whole schema into an OpenTool document, and so into those converted from it", () => {
    const document = new ActionExecutor([query]).actionsInfo();
    const [fn] = document.functions;
    expect(fn && parametersSchema(fn)).toMatchObject({ properties: query.parameters.properties });
    const { openApi } = toOpenApi(document);
    const post = openApi.paths["/query"]?.post;
    expect(post?.requestBody.content["application/json"].schema).toMatchObject({
      properties: query.parameters.properties,
    });
  });

  it("shows tools that calls are decoded by, whichever format the model was shown", async () => {
    const queries = new ActionExecutor([query]);
    const execute = async (args: object) => {
      const { result, repairs } = await queries.execute({ id: "1", name: "query", arguments: args });
      return { result, kinds: repairs.map(({ kind }) => kind) };
    };
    expect(await execute({ _filter: "open", top: 2 })).toEqual({
      result: [{ type: "json", content: { $filter: "open", top: 2 } }],
      kinds: ["property_name", "property_name"],
    });
    expect(await execute({ $filter: "open", top: null, by: null })).toEqual({
      result: [{ type: "json", content: { $filter: "open" } }],
      kinds: ["absent_null", "absent_null"],
    });
  });
});

type Formats = {
  [Format in "openai" | "anthropic" | "mcp" | "gemini" | "opentool"]: ReturnType<
    typeof ActionExecutor.prototype.actionsInfo<Format>
  >;
};
