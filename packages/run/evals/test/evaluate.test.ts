import { handoff, type Model, scriptedModel } from "@helve/agent";
import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import {
  type EvalEvent,
  type EvalLog,
  evaluate,
  generate,
  includes,
  logOf,
  match,
  meanScore,
  parseLog,
  passAt,
  type Scorer,
  type Solver,
  systemMessage,
  TaskError,
  type TaskOptions,
  task,
  userMessage,
  useTools,
} from "@helve/evals";
import { ActionExecutor } from "@helve/executor";
import { memorySandbox } from "@helve/sandbox/memory";
import { type Tool, ToolError, tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { add, calculator, call, lastText, modelOf } from "./tasks.ts";

const sums = [
  { input: "What is 1 + 1?", target: "2" },
  { input: "What is 2 + 2?", target: "4" },
  { input: "What is 3 + 3?", target: "7" },
];

const valuesOf = ({ samples }: EvalLog) => samples.map(({ end }) => end?.scores["match"]?.value);
const firstEnd = ({ samples }: EvalLog) => samples[0]?.end;

/** Evaluates one sample. */
async function evaluateOne(options: Partial<TaskOptions>): Promise<EvalLog> {
  const base = { dataset: [{ input: "Begin.", target: "done" }], scorer: includes(), model: scriptedModel(["done"]) };
  return logOf(evaluate(task({ ...base, ...options })));
}

describe("evaluate", () => {
  it("solves and scores each sample, and computes the results", async () => {
    const log = await logOf(evaluate(task({ dataset: sums, scorer: match({ numeric: true }), model: calculator })));
    expect(log.status).toBe("success");
    expect(valuesOf(log)).toEqual(["C", "C", "I"]);
    expect(log.results).toMatchObject({
      total: 3,
      succeeded: 3,
      failed: 0,
      scores: [
        {
          scorer: "match",
          reducer: "mean",
          scored: 3,
          metrics: [{ name: "accuracy", value: 2 / 3 }, { name: "stderr" }],
        },
      ],
    });
  });

  it("runs samples at the same time, but at most maxSamples", async () => {
    let running = 0;
    let most = 0;
    const releases: (() => void)[] = [];
    const model = modelOf(async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => {
        releases.push(resolve);
        if (running === 2) for (const release of releases.splice(0)) release();
      });
      running--;
      return "1";
    });
    const four = [1, 2, 3, 4].map((id) => ({ id, input: "?", target: "1" }));
    await logOf(evaluate(task({ dataset: four, scorer: match(), model }), { maxSamples: 2 }));
    expect(most).toBe(2);
  });

  it("emits the entries of the log and the progress", async () => {
    const events: EvalEvent[] = [];
    for await (const event of evaluate(task({ dataset: sums, scorer: match(), model: calculator }), {
      maxSamples: 1,
    })) {
      events.push(event);
    }
    expect(events.filter(({ type }) => type !== "progress").map(({ type }) => type)).toEqual([
      "start",
      ...[
        "sample_start",
        "event",
        "sample_end",
        "sample_start",
        "event",
        "sample_end",
        "sample_start",
        "event",
        "sample_end",
      ],
      "end",
    ]);
    const progress = events.filter((event) => event.type === "progress");
    expect(progress.map(({ done }) => done).at(-1)).toBe(3);
    expect(progress.at(-1)?.left).toBe(0);
    expect(progress.at(-1)?.usage.outputTokens).toBeGreaterThan(0);
  });

  it("scores by several scorers, and numbers those with the same name", async () => {
    const length: Scorer = { name: "length", score: ({ output }) => output.length };
    const log = await evaluateOne({ scorer: [includes(), includes({ ignoreCase: false }), length] });
    expect(firstEnd(log)?.scores).toMatchObject({
      includes: { value: "C" },
      includes1: { value: "C" },
      length: { value: 4 },
    });
  });

  it("runs only the first samples, or those with given ids", async () => {
    const three = task({ dataset: sums, scorer: match(), model: calculator });
    expect((await logOf(evaluate(three, { limit: 2 }))).samples.map(({ id }) => id)).toEqual([1, 2]);
    expect((await logOf(evaluate(three, { samples: [3] }))).samples.map(({ id }) => id)).toEqual([3]);
  });

  it("combines the epochs of a sample by each reducer", async () => {
    const turns = ["2", "5", "2", "5"];
    const model = modelOf(() => turns.shift() ?? "");
    const epochs = { count: 4, reducers: [meanScore(), passAt(2)] };
    const log = await logOf(evaluate(task({ dataset: sums.slice(0, 1), scorer: match(), epochs, model })));
    const values = log.results?.scores.map(({ reducer, metrics }) => [reducer, metrics[0]?.value]);
    expect(values).toEqual([
      ["mean", 0.5],
      ["passAt(2)", 1 - (2 * 1) / (4 * 3)],
    ]);
  });

  it("names every member of a sample that is invalid or misspelled, and what is no scorer or solver", () => {
    const dataset = [
      null,
      { input: 1, target: 2, id: {}, choices: "a", metadata: [], files: { a: 1 }, setup: 1, sandbox: 1 },
      { input: "a", traget: "b", other: 1 },
    ];
    expect(() => task({ dataset: dataset as never, scorer: "match" as never, solver: ["generate"] as never })).toThrow(
      [
        "dataset[0]: must be an object with an input",
        "dataset[1]: input must be a text or a conversation",
        "dataset[1]: target must be a text, or a list of texts",
        "dataset[1]: id must be a text or a number",
        "dataset[1]: choices must be a list of texts",
        "dataset[1]: metadata must be an object",
        "dataset[1]: files must be an object with the text of each file",
        "dataset[1]: setup must be a text",
        "dataset[1]: sandbox must be a text",
        'dataset[2]: traget is not a member of a sample (did you mean "target"?)',
        "scorer must be an object with a name and a function score, or a list of these that is not empty",
        "solver must be a function, or a list of functions",
      ].join("\n"),
    );
    expect(() => task({} as never)).toThrow("dataset must be a list of samples\nscorer must be an object");
  });

  it("gives scorers of one name numbers that no other scorer has", () => {
    const named = (name: string) => ({ ...match(), name });
    const { scorers } = task({ dataset: sums, scorer: [named("a"), named("a1"), named("a"), named("a")] });
    expect(scorers.map(({ name }) => name)).toEqual(["a", "a1", "a2", "a3"]);
  });

  it.each([
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [undefined, "undefined"],
    [null, "null"],
    [{}, "{}"],
    [[1], "[1]"],
    [{ a: Number.NaN }, '{"a":null}'],
    [{ value: Number.NaN, answer: "x" }, "NaN"],
  ])("fails a sample whose scorer returns %o, and no other one", async (returned, shown) => {
    const scorer: Scorer = { name: "odd", score: ({ sample }) => (sample.id === 1 ? (returned as never) : 1) };
    const log = await logOf(evaluate(task({ dataset: sums, scorer, failOnError: false }), { model: calculator }));
    expect(log.status).toBe("success");
    expect(log.samples.map(({ end }) => end?.status)).toEqual(["error", ...sums.slice(1).map(() => "success")]);
    expect(log.samples[0]?.end?.error?.message).toBe(
      `the scorer "odd" must return a finite number, a text, a truth value, or several of these by name (got ${shown})`,
    );
    expect(log.results).toMatchObject({ failed: 1, succeeded: sums.length - 1 });
  });

  it("fails a sample whose scorer returns an answer that is no text", async () => {
    const scorer: Scorer = { name: "odd", score: () => ({ value: 1, answer: 5 as never }) };
    const log = await logOf(evaluate(task({ dataset: sums, scorer }), { model: calculator, limit: 1 }));
    expect(log.samples[0]?.end?.error?.message).toBe('the scorer "odd" must return a text as answer (got 5)');
  });

  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  const noState = "a solver must return a state, whose output is a text and whose messages are a conversation";
  it.each([
    ["nothing", () => undefined, noState],
    ["a text", () => "2", noState],
    ["an output that is no text", (state: object) => ({ ...state, output: 5 }), noState],
    ["messages that are none", (state: object) => ({ ...state, messages: [{ role: "bot" }] }), noState],
    ["metadata with a cycle", (state: object) => ({ ...state, metadata: cyclic }), "metadata of a state must be JSON"],
    [
      "metadata with a bigint",
      (state: object) => ({ ...state, metadata: { n: 5n } }),
      "metadata of a state must be JSON",
    ],
  ])("fails a sample whose solver returns %s, and leaves a log that can be written", async (_, solver, message) => {
    const log = await evaluateOne({ solver: [solver as never, (state) => state], failOnError: false });
    expect(log.status).toBe("success");
    expect(firstEnd(log)?.error?.message).toContain(message);
    const passedOn: Solver = (state, run) => run(solver(state) as never);
    for (const each of [log, await evaluateOne({ solver: passedOn, failOnError: false })]) {
      const { start, samples, results } = each;
      const entries = [
        start,
        ...samples.flatMap(({ sample, end, id, epoch }) => [{ type: "sample_start", id, epoch, sample }, end]),
        { type: "end", results },
      ];
      const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
      expect(parseLog(text).samples).toHaveLength(1);
    }
  });

  it("has no interval with bounds that are no numbers", async () => {
    const interval = { low: Number.NaN, high: 1, level: 0.95, method: "t" } as const;
    const scorer: Scorer = { ...match(), metrics: [{ name: "odd", compute: () => ({ value: 1, interval }) }] };
    const { results } = await evaluateOne({ scorer });
    expect(results?.scores[0]?.metrics).toEqual([{ name: "odd", value: 1, error: "its interval is from NaN to 1" }]);
  });

  it("resumes a run with infinite limits from its log, where they are null", async () => {
    const endless = task({
      ...{ dataset: sums, scorer: match(), model: calculator },
      ...{ limits: { steps: Number.POSITIVE_INFINITY }, failOnError: Number.POSITIVE_INFINITY },
    });
    const first = await logOf(evaluate(endless));
    const resume: typeof first = JSON.parse(JSON.stringify({ ...first, samples: [] }));
    const { start, status } = await logOf(evaluate(endless, { resume }));
    expect(status).toBe("success");
    expect(start).toMatchObject({ limits: { steps: Number.POSITIVE_INFINITY }, failOnError: Number.POSITIVE_INFINITY });
  });

  it("lists every problem of a task and of the options of a run", () => {
    expect(() => task({ dataset: [], scorer: [], epochs: 0, limits: { token: 1 } as never, retries: -1 })).toThrow(
      [
        "dataset has no samples",
        "scorer must be an object with a name and a function score, or a list of these that is not empty",
        "epochs must be a whole number above 0 (got 0)",
        'limits.token is not a limit (did you mean "tokens"?)',
        "retries must be a whole number, 0 or more (got -1)",
      ].join("\n"),
    );
    const noModel = task({ dataset: sums, scorer: match() });
    expect(() => evaluate(noModel, { samples: [9], maxSamples: 0 })).toThrow(TaskError);
    expect(() => evaluate(noModel, { samples: [9], maxSamples: 0 })).toThrow(
      "maxSamples must be a whole number above 0 (got 0)\nsamples 9 is no id of a sample\nmodel is missing",
    );
    expect(() =>
      task({
        dataset: [
          { id: 1, input: "a" },
          { input: "b", id: 1 },
        ],
        scorer: match(),
      }),
    ).toThrow("id of two samples");
    expect(() => task({ dataset: sums, scorer: match(), epochs: { count: 2, reducers: [passAt(3)] } })).toThrow(
      "epochs must be at least 3 for passAt(3) (got 2)",
    );
  });
});

describe("solvers", () => {
  it("are steps that change the state one after the other", async () => {
    const shout: Solver = (state) => ({ ...state, output: state.output.toUpperCase() });
    const model = scriptedModel([({ messages }) => `${messages.length} messages`]);
    const log = await evaluateOne({
      dataset: [{ input: "Begin.", metadata: { tone: "kind" } }],
      solver: [systemMessage("Be {tone}. {other}"), userMessage("Go on."), generate(), shout],
      model,
    });
    expect(firstEnd(log)?.output).toBe("3 MESSAGES");
    expect(firstEnd(log)?.messages[0]).toEqual({ role: "system", content: "Be kind. {other}" });
  });

  it("force a tool until the first call only", async () => {
    const choices: unknown[] = [];
    const turns = [call("add", { x: 1, y: 1 }), "2", "2 again"];
    const model = modelOf((request) => {
      choices.push(request.toolChoice);
      return turns.shift() ?? "";
    });
    await evaluateOne({
      solver: [useTools([add], { toolChoice: { tool: "add" } }), generate(), userMessage("Sure?"), generate()],
      model,
    });
    expect(choices).toEqual([{ tool: "add" }, "auto", "auto"]);
  });

  it("keep the tools if useTools names none, replace them otherwise, and append with append", async () => {
    const sub: Tool = { ...add, name: "sub" } as Tool;
    const names: (readonly string[])[] = [];
    const note: Solver = (state) => {
      names.push(state.tools.map(({ name }) => name));
      return state;
    };
    const solver = [useTools([add]), note, useTools([], { toolChoice: "none" }), note, useTools([sub]), note];
    await evaluateOne({ solver: [...solver, useTools([add], { append: true }), note] });
    expect(names).toEqual([["add"], ["add"], ["sub"], ["sub", "add"]]);
  });

  it.each([
    ["loop", 2, "tool,assistant"],
    ["single", 1, "assistant,tool"],
    ["none", 1, "user,assistant"],
  ] as const)("generate with toolCalls %s asks the model %i times", async (toolCalls, requests, end) => {
    let count = 0;
    const model = modelOf(() => (++count === 1 ? call("add", { x: 1, y: 1 }) : "2"));
    const log = await evaluateOne({ solver: [useTools([add]), generate({ toolCalls })], model });
    expect(count).toBe(requests);
    expect(
      firstEnd(log)
        ?.messages.slice(-2)
        .map(({ role }) => role)
        .join(","),
    ).toBe(end);
    expect(firstEnd(log)?.status).toBe("success");
  });

  it("share a store and a sandbox with tools and scorers, which each sample has for itself", async () => {
    const write = tool({
      name: "write",
      description: "Write.",
      parameters: z.object({}),
      async execute(_args, { sandbox, store }) {
        const before = store.get("count");
        store.set("count", typeof before === "number" ? before + 1 : 1);
        await (await sandbox()).writeFile("out.txt", "written");
        return "ok";
      },
    });
    const readsBack: Scorer = { name: "file", score: async ({ sandbox }) => (await sandbox()).readFile("out.txt") };
    const model = modelOf(({ messages }) => (messages.at(-1)?.role === "tool" ? "done" : call("write", {})));
    const log = await evaluateOne({
      dataset: [{ input: "a" }, { input: "b" }],
      solver: [useTools([write]), generate()],
      scorer: readsBack,
      sandbox: () => memorySandbox(),
      model,
    });
    expect(log.samples.map(({ end }) => end?.scores["file"]?.value)).toEqual(["written", "written"]);
    expect(log.samples.map(({ end }) => end?.store)).toEqual([{ count: 1 }, { count: 1 }]);
  });

  it("find the files and the setup of the sample in its environments", async () => {
    const contents: string[] = [];
    const read: Solver = async (state) => {
      const sandbox = await state.sandbox();
      contents.push(await sandbox.readFile("a.txt"), await sandbox.readFile("made.txt"));
      contents.push(await (await state.sandbox("other")).readFile("b.txt"));
      return state;
    };
    const create = () => memorySandbox();
    const log = await evaluateOne({
      dataset: [
        {
          input: "?",
          files: { "a.txt": "text", "other:b.txt": "data:text/plain;base64,Yg==" },
          setup: "cp a.txt made.txt",
          sandbox: "main",
        },
      ],
      solver: read,
      sandbox: { other: { create }, main: { create } },
    });
    expect(firstEnd(log)?.error).toBeUndefined();
    expect(contents).toEqual(["text", "text", "b"]);
  });

  it.each([
    [{ setup: "echo broken >&2; exit 3" }, "the setup of the sample ended with the exit code 3: broken"],
    [{ files: { "victim:a": "" } }, 'the file "victim:a" names an unknown environment (known: default)'],
  ])("fail the sample if its sandbox can't be prepared", async (sample, message) => {
    const log = await evaluateOne({ dataset: [{ input: "?", ...sample }], sandbox: () => memorySandbox() });
    expect(firstEnd(log)).toMatchObject({ status: "error", error: { code: "sandbox", message } });
  });

  it("count the tokens of sub-agents, once", async () => {
    const usage = { inputTokens: 10, outputTokens: 1 };
    const model = modelOf((request) => {
      const isAgent = request.messages[0]?.role === "system";
      if (isAgent) return { content: "a poem", usage };
      return request.messages.at(-1)?.role === "tool"
        ? { content: "done", usage }
        : { ...call("poet", { task: "x" }), usage };
    });
    const poet = (own: Model) => {
      const options = {
        name: "poet",
        description: "Writes.",
        instructions: "Write.",
        executor: new ActionExecutor([]),
      };
      return handoff({ ...options, model: own });
    };
    const own = await evaluateOne({ solver: [useTools([poet(model)]), generate()], model });
    expect(firstEnd(own)?.usage).toEqual({ inputTokens: 30, outputTokens: 3 });
    const handsOver: Solver = (state, run) => run({ ...state, tools: [poet(state.model)] });
    const shared = await evaluateOne({ solver: handsOver, model });
    expect(firstEnd(shared)?.usage).toEqual({ inputTokens: 30, outputTokens: 3 });
  });

  it("fail the sample if they leave metadata that is not JSON", async () => {
    const log = await evaluateOne({ solver: (state) => ({ ...state, metadata: { when: new Date() as never } }) });
    expect(firstEnd(log)?.error?.message).toBe("the metadata of a state must be JSON");
  });

  it("end with what a guard decides, and the calls are judged by its rules", async () => {
    const engine = new Engine(parseProgram("rule @no trigger add check args.x > 1 enforce stop end"), {
      predicates: [],
    });
    const model = modelOf(({ messages }) => (messages.length > 2 ? "done" : call("add", { x: 5, y: 1 })));
    const log = await evaluateOne({ solver: [useTools([add]), generate()], executor: { guards: [engine] }, model });
    const results = log.samples[0]?.events.filter((event) => event.type === "result");
    expect(results?.[0]?.actionReturn).toMatchObject({ status: "stopped" });
  });
});

describe("errors of samples", () => {
  const failing = tool({
    name: "fail",
    description: "Fail.",
    parameters: z.object({ kind: z.string().describe("how") }),
    execute: ({ kind }) => {
      throw kind === "expected" ? new ToolError("not found") : new Error("connection reset");
    },
  });

  it("are unexpected errors of tools; expected ones are for the model", async () => {
    const run = (kind: string) => {
      const model = modelOf(({ messages }) => (messages.length > 1 ? "done" : call("fail", { kind })));
      return evaluateOne({ solver: [useTools([failing]), generate()], model });
    };
    expect(firstEnd(await run("expected"))).toMatchObject({ status: "success" });
    const log = await run("unexpected");
    expect(log).toMatchObject({ status: "error", error: { code: "sample_errors" } });
    expect(firstEnd(log)).toMatchObject({ status: "error", scores: {} });
    expect(JSON.stringify(firstEnd(log)?.error)).toContain("connection reset");
  });

  it("are errors of models, solvers and scorers", async () => {
    expect(firstEnd(await evaluateOne({ model: scriptedModel([]) }))?.error).toMatchObject({ code: "model" });
    const broken: Scorer = {
      name: "broken",
      score: () => {
        throw new RangeError("no such grade");
      },
    };
    expect(firstEnd(await evaluateOne({ scorer: broken }))?.error?.message).toBe("no such grade");
  });

  const tenSamples = Array.from({ length: 10 }, (_, index) => ({ input: index < 4 ? "fail" : "ok", target: "ok" }));
  const partly = modelOf((request) => (lastText(request) === "fail" ? new Error("broken") : "ok"));

  it.each([
    [true, "error", 1],
    [false, "success", 4],
    [0.4, "error", 4],
    [0.41, "success", 4],
    [3, "error", 3],
    [5, "success", 4],
  ] as const)("end the run with failOnError %j: %s after %i errors", async (failOnError, status, failed) => {
    const ten = task({ dataset: tenSamples, scorer: match(), model: partly, failOnError });
    const log = await logOf(evaluate(ten, { maxSamples: 1 }));
    expect([log.status, log.results?.failed]).toEqual([status, failed]);
  });

  it("let the sample run again, as often as retries says", async () => {
    const turns = [new Error("first"), new Error("second"), "done"];
    const log = await evaluateOne({ retries: 2, model: modelOf(() => turns.shift() ?? "") });
    expect(firstEnd(log)).toMatchObject({
      status: "success",
      attempt: 3,
      retries: [{ message: "first" }, { message: "second" }],
    });
  });
});

describe("limits of a sample", () => {
  const endless = (name = "scripted") =>
    modelOf(() => ({ ...call("add", { x: 1, y: 1 }), content: "on", usage: { inputTokens: 40, outputTokens: 10 } }), {
      name,
      prices: { input: 1, output: 1 },
    });

  it.each([
    ["messages", 5, 2],
    ["steps", 3, 3],
    ["tokens", 100, 2],
    ["cost", 0.0001, 2],
  ] as const)("%s: %d", async (type, value, steps) => {
    const log = await evaluateOne({
      solver: [useTools([add]), generate(), () => expect.fail("no solver runs after a limit")],
      limits: { [type]: value },
      model: endless(),
      scorer: match(),
    });
    const end = firstEnd(log);
    expect(end).toMatchObject({ status: "success", limit: { type }, scores: { match: { value: "I" } } });
    expect(end?.messages.filter(({ role }) => role === "assistant")).toHaveLength(steps);
  });

  it("time, also for a solver that ignores the signal", async () => {
    const forever: Solver = () => new Promise<never>(() => undefined);
    const log = await evaluateOne({ solver: forever, limits: { time: 20 } });
    expect(firstEnd(log)).toMatchObject({ status: "success", limit: { type: "time" } });
  });

  it("are 50 steps in each generation if there is no other", async () => {
    const end = firstEnd(await evaluateOne({ solver: [useTools([add]), generate()], model: endless() }));
    expect(end).toMatchObject({ limit: { type: "steps", reason: "the limit of 50 steps is reached" } });
  });
});

describe("cancellation", () => {
  it("by the signal ends running samples as cancelled, and the log has its end", async () => {
    const controller = new AbortController();
    const model = modelOf((request) => {
      if (lastText(request) === "2") controller.abort(new Error("stop"));
      return "1";
    });
    const dataset = ["1", "2", "3"].map((input) => ({ input, target: "1" }));
    const cancelled = task({ dataset, scorer: match(), model });
    const log = await logOf(evaluate(cancelled, { maxSamples: 1, signal: controller.signal }));
    expect(log.status).toBe("cancelled");
    expect(log.samples.map(({ end }) => end?.status)).toEqual(["success", "cancelled"]);
    expect(log.results).toMatchObject({ total: 3, succeeded: 1 });
  });

  it("by leaving the loop ends what runs", async () => {
    const called = Promise.withResolvers<AbortSignal | undefined>();
    const model = modelOf(async ({ signal }) => {
      called.resolve(signal);
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      return "late";
    });
    for await (const _event of evaluate(task({ dataset: sums, scorer: match(), model }))) {
      await called.promise;
      break;
    }
    expect((await called.promise)?.aborted).toBe(true);
  });
});
