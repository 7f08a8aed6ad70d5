// The programs of Inspect's "Custom Tools" about tasks, datasets, solvers and scorers, in TypeScript, with scripted models. Each test has the
// name of its section.

import { type ModelRequest, scriptedModel } from "@helve/agent";
import {
  type EvalLog,
  evaluate,
  userMessage as followUpPrompt,
  generate,
  includes,
  logOf,
  match,
  react,
  type SampleEnd,
  type Solver,
  type TaskOptions,
  task,
  useTools,
} from "@helve/evals";
import { ActionExecutor } from "@helve/executor";
import { SandboxError } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { ToolError, tool, toolApi, toolDefinition, toolFromFunction, toolWith } from "@helve/tool";
import { Terminal } from "@helve/toolkits/terminal";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { differs } from "./differs.ts";
import { webSurfer } from "./web-surfer.ts";

const add = tool({
  name: "add",
  description: "Add two numbers.",
  parameters: z.object({ x: z.int().describe("First number to add."), y: z.int().describe("Second number to add.") }),
  execute: ({ x, y }) => x + y,
});

const call = (name: string, args: object) => ({
  tool_calls: [{ function: { name, arguments: JSON.stringify(args) } }],
});

/** Evaluates a task with one sample, and returns how it ended. */
async function evaluated(options: Partial<TaskOptions>): Promise<{ readonly log: EvalLog; readonly end: SampleEnd }> {
  const base = { dataset: [{ input: "What is 1 + 1?", target: ["2"] }], scorer: match({ numeric: true }) };
  const log = await logOf(evaluate(task({ ...base, ...options })));
  const end = log.samples[0]?.end;
  if (end === undefined) throw new Error("the sample has not ended");
  return { log, end };
}

/** A model that calls a tool once, and then answers. */
const callsOnce = (name: string, args: object = {}) => scriptedModel([call(name, args), "done"]);

/** The text that the model reads of a call. */
const read = ({ messages }: SampleEnd): string =>
  messages
    .flatMap((message) => (message.role === "tool" ? message.parts.map(({ content }) => String(content)) : []))
    .join("\n");

/** A tool that throws. */
const failing = (thrown: () => unknown) =>
  tool({
    name: "fetch",
    description: "Fetch a page.",
    parameters: z.object({}),
    execute: () => {
      throw thrown();
    },
  });

describe("Using Tools", () => {
  it("addition_problem: use_tools, generate and match(numeric=True)", async () => {
    const additionProblem = task({
      dataset: [{ input: "What is 1 + 1?", target: ["2"] }],
      solver: [useTools([add]), generate()],
      scorer: match({ numeric: true }),
    });
    const model = scriptedModel([call("add", { x: 1, y: 1 }), "The sum is 2."]);
    const { status, results, samples } = await logOf(evaluate(additionProblem, { model }));
    expect(status).toBe("success");
    expect(results?.scores[0]?.metrics[0]).toMatchObject({ name: "accuracy", value: 1 });
    expect(samples[0]?.end?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
  });
});

describe("Tool Errors", () => {
  it("1. the model is notified that an error occurred", async () => {
    const { log, end } = await evaluated({
      solver: [useTools([failing(() => new ToolError("the page does not exist"))]), generate()],
      model: callsOnce("fetch"),
    });
    expect(log.status).toBe("success");
    expect(read(end)).toContain("the page does not exist");
  });

  it("2. the tool handles the error itself, and tries another path", async () => {
    const config = tool({
      name: "config",
      description: "Read the configuration.",
      parameters: z.object({}),
      async execute(_args, { sandbox }) {
        const files = await sandbox();
        return files.readFile("config").catch(() => files.readFile("config.default"));
      },
    });
    const { end } = await evaluated({
      dataset: [{ input: "?", files: { "config.default": "size=1" } }],
      solver: [useTools([config]), generate()],
      sandbox: () => memorySandbox(),
      model: callsOnce("config"),
    });
    expect(read(end)).toBe("size=1");
  });

  it("3. the error propagates, and the sample fails with an error state", async () => {
    const { log, end } = await evaluated({
      solver: [useTools([failing(() => new Error("connection reset"))]), generate()],
      model: callsOnce("fetch"),
    });
    expect([log.status, end.status]).toEqual(["error", "error"]);
    expect(JSON.stringify(end.error)).toContain("connection reset");
  });
});

describe("Default Handling", () => {
  it.each([
    ["TimeoutError", () => new SandboxError("timeout", "the command timed out")],
    ["PermissionError", () => new SandboxError("permission", "a.txt: permission denied")],
    ["UnicodeDecodeError", () => new SandboxError("not_utf8", "a.bin is not UTF-8")],
    ["OutputLimitExceededError", () => new SandboxError("output_limit", "more than 10 MiB")],
    ["ToolError", () => new ToolError("try another page")],
  ] as const)("%s is reported to the model, and the sample goes on", async (_name, thrown) => {
    const { log, end } = await evaluated({
      solver: [useTools([failing(thrown)]), generate()],
      model: callsOnce("fetch"),
    });
    expect([log.status, end.output]).toEqual(["success", "done"]);
    expect(end.messages.find(({ role }) => role === "tool")).toMatchObject({ isError: true });
  });

  it("an unexpected error is not reported to the model", async () => {
    const { end } = await evaluated({
      solver: [useTools([failing(() => new Error("connection reset"))]), generate()],
      model: callsOnce("fetch"),
    });
    expect(end.output).not.toBe("done");
    expect(read(end)).not.toContain("connection reset");
  });
});

describe("Explicit Handling", () => {
  it("a time limit that is raised again as another error fails the sample", async () => {
    const decode = tool({
      name: "decode",
      description: "Decode a file.",
      parameters: z.object({ file: z.string().describe("File to decode") }),
      async execute({ file }, { sandbox }) {
        try {
          const { stdout } = await (await sandbox()).exec(["sleep", file], { timeout: 20 });
          return stdout;
        } catch (error) {
          if (!(error instanceof SandboxError && error.code === "timeout")) throw error;
          throw new Error("Decode operation timed out.");
        }
      },
    });
    const { end } = await evaluated({
      solver: [useTools([decode]), generate()],
      sandbox: () => memorySandbox(),
      model: callsOnce("decode", { file: "60" }),
    });
    expect(end.status).toBe("error");
    expect(JSON.stringify(end.error)).toContain("Decode operation timed out.");
  });
});

describe("Sandboxing", () => {
  const listFiles = tool({
    name: "list_files",
    description: "List the files in a directory.",
    parameters: z.object({ dir: z.string().describe("Directory") }),
    async execute({ dir }, { sandbox }) {
      const { success, stdout, stderr } = await (await sandbox()).exec(["ls", dir]);
      if (success) return stdout;
      throw new ToolError(stderr);
    },
  });

  it("list_files: lists the files of the sample, and reports a missing directory", async () => {
    const options: Partial<TaskOptions> = {
      dataset: [{ input: "?", files: { "data/bar.txt": "", "data/baz.txt": "" } }],
      solver: [useTools([listFiles]), generate()],
      sandbox: () => memorySandbox(),
    };
    const listed = await evaluated({ ...options, model: callsOnce("list_files", { dir: "data" }) });
    expect(read(listed.end)).toBe("bar.txt\nbaz.txt\n");
    const missing = await evaluated({ ...options, model: callsOnce("list_files", { dir: "nowhere" }) });
    expect(missing.log.status).toBe("success");
    expect(read(missing.end)).toContain("nowhere");
  });
});

describe("Stateful Tools", () => {
  /** Answers a web surfer with the number of questions that it has read, and otherwise as the script says. */
  const modelOf = (script: readonly object[]) => {
    const left = script.values();
    const isSurfing = ({ messages: [first] }: ModelRequest) =>
      first?.role === "system" && JSON.stringify(first).includes("browser");
    const turn = (request: ModelRequest) =>
      isSurfing(request)
        ? String(request.messages.filter(({ role }) => role === "user").length)
        : (left.next().value ?? "done");
    return scriptedModel(Array.from({ length: 20 }, () => turn as never));
  };

  it("await get_model(): the tool uses the model of the evaluation", async () => {
    const asks = call("web_surfer", { input: "tides?" });
    const solver = [useTools([webSurfer()]), generate()];
    const dataset = [{ input: "Research.", target: ["done"] }];
    const log = await logOf(evaluate(task({ dataset, solver, scorer: includes() }), { model: modelOf([asks]) }));
    expect(log.samples[0]?.end && read(log.samples[0].end)).toBe("1");
  });

  it("web_surfer: keeps its conversation in the store of the sample", async () => {
    const asks = (clear_history = false) => call("web_surfer", { input: "tides?", clear_history });
    const { end } = await evaluated({
      solver: [useTools([webSurfer()]), generate()],
      model: modelOf([asks(), asks(), asks(true)]),
    });
    expect(read(end)).toBe("1\n2\n1");
    expect(Object.keys(end.store)).toEqual(["WebSurferState"]);
  });

  it("react(..., tools=[web_surfer(instance=uuid())]): instances have their own state", async () => {
    const tools = [webSurfer(crypto.randomUUID(), "one"), webSurfer(crypto.randomUUID(), "other")];
    const turns = [call("one", { input: "a" }), call("one", { input: "b" }), call("other", { input: "c" })];
    const { end } = await evaluated({
      solver: react({ tools }),
      scorer: includes(),
      model: modelOf([...turns, call("submit", { answer: "2" })]),
    });
    expect(read(end)).toMatch(/^1\n2\n1\n/);
    expect(Object.keys(end.store)).toHaveLength(2);
    expect(end).toMatchObject({ output: "2", scores: { includes: { value: "C" } } });
  });
});

describe("Tool Choice", () => {
  /** The choice and the tools that the provider sees in each request. */
  async function choices(solver: readonly Solver[], turns: Parameters<typeof scriptedModel>[0]) {
    const seen: (readonly [unknown, number])[] = [];
    const script = Array.from(turns, (turn) => ({ toolChoice, tools = [] }: ModelRequest) => {
      seen.push([toolChoice, tools.length]);
      return turn as string;
    });
    const { end } = await evaluated({ solver, model: scriptedModel(script) });
    return { seen, end };
  }

  it('tool_choice="auto": the model decides', async () => {
    const { seen } = await choices([useTools([add], { toolChoice: "auto" }), generate()], ["2"]);
    expect(seen).toEqual([["auto", 1]]);
  });

  it("tool_choice=ToolFunction: the tool is forced until it was called", async () => {
    const solver = [useTools([add], { toolChoice: { tool: "add" } }), generate()];
    const { seen } = await choices(solver, [call("add", { x: 1, y: 1 }), "2"]);
    expect(seen).toEqual([
      [{ tool: "add" }, 1],
      ["auto", 1],
    ]);
  });

  it('tool_choice="none" after a generation turns tools off', async () => {
    const solver = [
      useTools([add], { toolChoice: { tool: "add" } }),
      generate(),
      followUpPrompt("Are you sure?"),
      useTools([], { toolChoice: "none" }),
      generate(),
    ];
    const { seen, end } = await choices(solver, [call("add", { x: 1, y: 1 }), "2", "Yes, it is 2"]);
    expect(seen.map(([choice]) => choice)).toEqual([{ tool: "add" }, "auto", "none"]);
    expect(end).toMatchObject({ output: "Yes, it is 2", scores: { match: { value: "C" } } });
  });
});

describe("Tool Descriptions", () => {
  it("tool_with: the model sees the new name and descriptions", async () => {
    const myAdd = toolWith(add, {
      name: "my_add",
      description: "a tool to add numbers",
      parameters: { x: "the x argument", y: "the y argument" },
    });
    let seen: ModelRequest["tools"];
    const model = scriptedModel([
      (request) => {
        seen = request.tools;
        return call("my_add", { x: 1, y: 1 });
      },
      "2",
    ]);
    const { end } = await evaluated({ solver: [useTools([myAdd]), generate()], model });
    expect(end.scores["match"]?.value).toBe("C");
    expect(seen).toMatchObject([
      {
        name: "my_add",
        description: "a tool to add numbers",
        parameters: { properties: { x: { description: "the x argument" }, y: { description: "the y argument" } } },
      },
    ]);
  });
});

describe("Tool Descriptions", () => {
  it("tool_with: only the main description, or a single parameter", () => {
    expect(toolWith(add, { description: "a tool to add numbers" })).toMatchObject({
      name: "add",
      description: "a tool to add numbers",
    });
    const one = toolWith(add, { parameters: { x: "the x argument" } });
    expect(one.parameters.properties).toMatchObject({
      x: { description: "the x argument" },
      y: { description: "Second number to add." },
    });
  });

  differs("tool_with modifies the passed tool in-place", "it returns a copy, so one tool has many variations", () => {
    toolWith(add, { name: "my_add" });
    expect(add.name).toBe("add");
  });

  it("tool_with takes any tool: also a toolkit, and a tool that is still a function", () => {
    const kit = toolWith(new Terminal(), { name: "Shell", tools: { Execute: { description: "Run a command." } } });
    expect(new ActionExecutor([kit]).names).toContain("Shell.Execute");
    const fn = toolApi("Add.\n\nArgs:\n    x (int): x", (x: number) => x, { name: "one" });
    expect(toolWith(fn, { name: "other" }).name).toBe("other");
  });
});

describe("Dynamic Tools", () => {
  it("ToolDef(bash()) discovers the name, the description and the parameters of a tool", () => {
    expect(toolDefinition(add)).toMatchObject({ name: "add", description: "Add two numbers." });
    expect(toolDefinition(toolWith(add, { name: "my_add" })).name).toBe("my_add");
  });

  it("ToolDef(tool=addition, name, description, parameters): type annotations must be provided", () => {
    const addition = async (x: number, y: number) => x + y;
    const parameters = {
      x: { type: "integer", description: "the x argument" },
      y: { type: "integer", description: "the y argument" },
    } as const;
    const dynamic = toolFromFunction(addition, { name: "add", description: "A tool to add numbers", parameters });
    expect(dynamic.parameters).toMatchObject({ required: ["x", "y"] });
  });

  it("ToolDef: a tool of any function is used like others", async () => {
    const addition = async (x: number, y: number) => x + y;
    const dynamic = tool({
      name: "add",
      description: "A tool to add numbers",
      parameters: {
        type: "object",
        properties: {
          x: { type: "integer", description: "the x argument" },
          y: { type: "integer", description: "the y argument" },
        },
        required: ["x", "y"],
      },
      execute: ({ x, y }) => addition(Number(x), Number(y)),
    });
    const model = scriptedModel([call("add", { x: 1, y: 1 }), "2"]);
    const { end } = await evaluated({ solver: [useTools([dynamic]), generate()], model });
    expect(read(end)).toBe("2");
    expect(end.scores["match"]?.value).toBe("C");
  });
});
