import {
  AgentError,
  type AgentOutcome,
  callsOf,
  generateLoop,
  type LoopOptions,
  ModelError,
  type ModelRequest,
  outcomeOf,
  react,
  scriptedModel,
  userMessage,
  withRetries,
} from "@helve/agent";
import { ActionExecutor } from "@helve/executor";
import { type Tool, tool } from "@helve/tool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add, bank, calls, eventsOf } from "./agents.ts";

const executor = new ActionExecutor([add]);
const sleeper = (ended: string[], parallel: boolean) =>
  tool({
    name: "sleep",
    description: "Sleep.",
    parameters: {
      type: "object",
      properties: {
        name: { type: "string", description: "who" },
        ms: { type: "number", description: "how long" },
      },
    },
    parallel,
    execute: async ({ name, ms }, { signal, progress }) => {
      progress(`${name} sleeps`);
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, Number(ms));
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve(undefined);
        });
      });
      ended.push(String(name));
      return `${name} woke`;
    },
  });

function outcome(
  turns: Parameters<typeof scriptedModel>[0],
  options: Partial<LoopOptions> = {},
): Promise<AgentOutcome> {
  return outcomeOf(generateLoop("Hello", { model: scriptedModel(turns), executor, ...options }));
}

describe("generateLoop", () => {
  it("runs the model's calls until it answers, and reports what happens", async () => {
    const model = scriptedModel([calls(["add", "{x: 1, 'y': 2,}"]), "It is 3."]);
    const events = await eventsOf(generateLoop("What is 1 + 2?", { model, executor }));
    expect(events.map(({ type }) => type)).toEqual([
      ...["message", "usage", "call", "repairs", "result"],
      ...["text", "message", "usage", "end"],
    ]);
    const end = events.at(-1);
    expect(end).toMatchObject({
      outcome: {
        status: "finished",
        answer: "It is 3.",
        stopReason: "stop",
        steps: 2,
        usage: { estimated: true },
        messages: [
          userMessage("What is 1 + 2?"),
          { role: "assistant", parts: [{ type: "call", name: "add", arguments: "{x: 1, 'y': 2,}" }] },
          { role: "tool", callId: "call_1", name: "add", parts: [{ type: "json", content: 3 }] },
          { role: "assistant", parts: [{ type: "text", content: "It is 3." }] },
        ],
      },
    });
  });

  it("tells the model what was wrong with its calls, whatever it sends", async () => {
    const wrong = calls(
      ["add", '{"x": "one"}'],
      ["", ""],
      ["__proto__", "null"],
      ["add", "\u0000"],
      ["constructor", "[]"],
    );
    const { messages, status } = await outcome([wrong, "ok"]);
    expect(status).toBe("finished");
    const results = messages.filter((message) => message.role === "tool");
    expect(results.map(({ isError }) => isError)).toEqual([true, true, true, true, true]);
    expect(results[0]?.parts).toEqual([
      { type: "text", content: 'add: "y" is required\nadd: "x" must be a number (got "one")' },
    ]);
  });

  it("answers every call of any model, and never throws", async () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom("add", "submit", "FinishAction", "NoAction", "__proto__", "{", '{"x":1,"y":2}'),
    );
    const call = fc.record({ id: text, function: fc.record({ name: text, arguments: text }) });
    const message = fc.record({ content: text, tool_calls: fc.array(call, { maxLength: 4 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 4 }), fc.boolean(), async (turns, isReact) => {
        const model = scriptedModel(turns);
        const run = isReact ? react("Hi", { model, executor }) : generateLoop("Hi", { model, executor });
        const { status, messages } = await outcomeOf(run);
        expect(["finished", "failed"]).toContain(status);
        const called = messages.flatMap((each) => (each.role === "assistant" ? callsOf(each).map(({ id }) => id) : []));
        expect(new Set(called).size).toBe(called.length);
        expect(messages.flatMap((each) => (each.role === "tool" ? each.callId : []))).toEqual(called);
      }),
    );
  });

  it("runs adjacent calls of parallel tools at the same time, and keeps the order of the results", async () => {
    const ended: string[] = [];
    const second = Promise.withResolvers<void>();
    const sleep: Tool = {
      ...sleeper(ended, true),
      execute: async ({ name }, { progress }) => {
        progress(`${name} sleeps`);
        if (name === "a") await second.promise;
        ended.push(String(name));
        second.resolve();
      },
    };
    const parallel = new ActionExecutor([sleep, add]);
    const turn = calls(["sleep", { name: "a" }], ["sleep", { name: "b" }], ["add", { x: 1, y: 1 }]);
    const events = await eventsOf(generateLoop("Hi", { model: scriptedModel([turn, "ok"]), executor: parallel }));
    expect(ended).toEqual(["b", "a"]);
    expect(events.flatMap((event) => (event.type === "result" ? event.callId : []))).toEqual([
      "call_2",
      "call_1",
      "call_3",
    ]);
    expect(events.flatMap((event) => (event.type === "progress" ? event.update : []))).toEqual([
      "a sleeps",
      "b sleeps",
    ]);
    const last = events.at(-1);
    const { messages } = last?.type === "end" ? last.outcome : { messages: [] };
    expect(messages.flatMap((message) => (message.role === "tool" ? message.callId : []))).toEqual([
      "call_1",
      "call_2",
      "call_3",
    ]);
  });

  it("runs calls of other tools one after the other", async () => {
    const ended: string[] = [];
    const turn = calls(["sleep", { name: "a", ms: 10 }], ["sleep", { name: "b", ms: 1 }]);
    await outcome([turn, "ok"], { executor: new ActionExecutor([sleeper(ended, false)]) });
    expect(ended).toEqual(["a", "b"]);
  });

  it("forces a tool until its first call", async () => {
    const choices: unknown[] = [];
    const record = (turn: ReturnType<typeof calls> | string) => (request: ModelRequest) => {
      choices.push(request.toolChoice);
      return turn;
    };
    const turns = () => [record(calls(["add", { x: 1, y: 1 }])), record("ok")];
    await outcome(turns(), { toolChoice: { tool: "add" } });
    await outcome(turns(), { toolChoice: "any", forceAlways: true });
    expect(choices).toEqual([{ tool: "add" }, "auto", "any", "any"]);
  });

  it("forces a tool of a toolkit by its own name or its wire name", async () => {
    const choices: unknown[] = [];
    const model = () =>
      scriptedModel([
        ({ toolChoice }) => {
          choices.push(toolChoice);
          return "ok";
        },
      ]);
    const banking = new ActionExecutor([bank().pay]);
    for (const name of ["Bank.Pay", "Bank-Pay"]) {
      await outcomeOf(generateLoop("Hi", { model: model(), executor: banking, toolChoice: { tool: name } }));
    }
    expect(choices).toEqual([{ tool: "Bank-Pay" }, { tool: "Bank-Pay" }]);
  });

  it("estimates the usage if a model counts nonsense, so that limits hold", async () => {
    const usage = { inputTokens: Number.NaN, outputTokens: -5 };
    const turn = { ...calls(["add", { x: 1, y: 1 }]), usage };
    const result = await outcome([turn, turn, turn], { limits: { tokens: 30 } });
    expect(result).toMatchObject({ status: "limit", limit: "tokens", usage: { estimated: true } });
  });

  it("runs no call if tools are turned off", async () => {
    const ended: string[] = [];
    const options = { executor: new ActionExecutor([sleeper(ended, false)]), toolChoice: "none" } as const;
    const { messages } = await outcome([calls(["sleep", { name: "a", ms: 1 }]), "ok"], options);
    expect(ended).toEqual([]);
    expect(messages[2]).toMatchObject({
      isError: true,
      parts: [{ content: "No tool can be called now: answer without one." }],
    });
  });

  it.each([
    [{ steps: 2 }, "steps", "the limit of 2 steps is reached"],
    [{ tokens: 30 }, "tokens", "the limit of 30 tokens is reached"],
    [{ cost: 0.00003 }, "cost", "the limit of the cost, 0.00003, is reached"],
  ])("ends at the limit %j", async (limits, limit, reason) => {
    const turn = { ...calls(["add", { x: 1, y: 1 }]), usage: { inputTokens: 10, outputTokens: 5 } };
    const model = scriptedModel([turn, turn, turn, turn], { prices: { input: 1, output: 1 } });
    const result = await outcomeOf(generateLoop("Hi", { model, executor, limits }));
    expect(result).toMatchObject({ status: "limit", limit, reason, steps: 2 });
    expect(result.messages).toHaveLength(5);
  });

  it("ends at the limit of the time, also while a tool runs", async () => {
    const turn = calls(["sleep", { name: "a", ms: 60_000 }], ["sleep", { name: "b", ms: 60_000 }]);
    const result = await outcome([turn], { executor: new ActionExecutor([sleeper([], false)]), limits: { time: 500 } });
    expect(result).toMatchObject({ status: "limit", limit: "time", reason: "the limit of 500 ms is reached" });
    expect(result.messages.slice(2)).toMatchObject([
      { role: "tool", callId: "call_1", isError: true },
      { role: "tool", callId: "call_2", isError: true, parts: [{ content: "The call was not started." }] },
    ]);
  });

  it("ends at once when it is aborted", async () => {
    const controller = new AbortController();
    const run = generateLoop("Hi", {
      model: scriptedModel([calls(["sleep", { name: "a", ms: 60_000 }])]),
      executor: new ActionExecutor([sleeper([], false)]),
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(new Error("enough")), 5);
    expect(await outcomeOf(run)).toMatchObject({ status: "aborted", reason: "enough" });
    expect(await outcome(["ok"], { signal: controller.signal })).toMatchObject({ status: "aborted", steps: 0 });
  });

  it("ends at once, also if the model ignores the signal", async () => {
    const endless = scriptedModel([() => new Promise<string>(() => undefined)]);
    const run = generateLoop("Hi", { model: endless, executor, limits: { time: 20 } });
    expect(await outcomeOf(run)).toMatchObject({ status: "limit", limit: "time", steps: 0 });
  });

  it("cancels what is running when its reader leaves, and starts nothing before the next event is read", async () => {
    const aborted = Promise.withResolvers<string>();
    const started: string[] = [];
    const wait = tool({
      name: "wait",
      description: "Wait.",
      parameters: { type: "object", properties: {} },
      execute: (_, { signal, progress }) => {
        started.push("wait");
        progress("waiting");
        return new Promise<void>((resolve) => {
          signal.addEventListener("abort", () => {
            aborted.resolve("aborted");
            resolve();
          });
        });
      },
    });
    const run = () =>
      generateLoop("Hi", { model: scriptedModel([calls(["wait", {}])]), executor: new ActionExecutor([wait]) });
    for await (const { type } of run()) if (type === "call") break;
    expect(started).toEqual([]);
    for await (const { type } of run()) if (type === "progress") break;
    expect(await aborted.promise).toBe("aborted");
  });

  it("reports the error of the model, and passes its retries on", async () => {
    const overloaded = new ModelError("server", "overloaded", { status: 503 });
    const failed = await outcome([calls(["add", { x: 1, y: 1 }]), overloaded]);
    expect(failed).toMatchObject({
      status: "failed",
      steps: 1,
      error: { code: "server", message: "overloaded", status: 503 },
    });
    expect(failed.messages).toHaveLength(3);
    const odd = await outcome([new RangeError("odd")]);
    expect(odd).toMatchObject({ status: "failed", error: { code: "model", message: "odd" } });

    const model = withRetries(scriptedModel([overloaded, "ok"]), { delay: 0 });
    const events = await eventsOf(generateLoop("Hi", { model, executor }));
    expect(events.map(({ type }) => type)).toEqual(["retry", "text", "message", "usage", "end"]);
  });

  it("counts usage and cost", async () => {
    const usage = { inputTokens: 1000, outputTokens: 100 };
    const model = scriptedModel(
      [
        { ...calls(["add", { x: 1, y: 1 }]), usage },
        { content: "2", usage },
      ],
      {
        prices: { input: 1, output: 10 },
      },
    );
    const result = await outcomeOf(generateLoop("Hi", { model, executor }));
    expect(result.usage).toEqual({ inputTokens: 2000, outputTokens: 200 });
    expect(result.cost).toBeCloseTo(0.004);
  });

  it("gives calls with used ids new ones", async () => {
    const { messages } = await outcome([
      calls(["add", { x: 1, y: 1 }, "a"]),
      calls(["add", { x: 1, y: 1 }, "a"]),
      "ok",
    ]);
    expect(messages.flatMap((message) => (message.role === "tool" ? message.callId : []))).toEqual(["a", "call_2"]);
  });

  it("ends with the argument of Lagent's FinishAction", async () => {
    expect(await outcome([calls(["FinishAction", "It is 3."])])).toMatchObject({
      status: "finished",
      answer: "It is 3.",
    });
  });

  it("refuses invalid options with every problem", () => {
    const model = scriptedModel([]);
    const options = {
      model,
      executor,
      limits: { steps: 0, cost: 1, token: 5 },
      toolChoice: { tool: "ad" },
      compaction: { tokens: -1 },
      limit: { steps: 1 },
    } as LoopOptions;
    expect(() => generateLoop("Hi", options)).toThrow(AgentError);
    expect(() => generateLoop("Hi", options)).toThrow(
      [
        'limit is not an option (did you mean "limits"?)',
        'limits.token is not an option (did you mean "tokens"?)',
        "limits.steps must be a number above 0 (got 0)",
        "compaction.tokens must be a number above 0 (got -1)",
        "limits.cost needs a model with prices, but scripted has none",
        'toolChoice names no tool: "ad" (did you mean "add"?)',
      ].join("\n"),
    );
  });
});
