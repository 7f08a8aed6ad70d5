import { AsyncLocalStorage } from "node:async_hooks";
import type { Guard, Verdict } from "@helve/core";
import { ActionExecutor, type ExecutorOptions } from "@helve/executor";
import { type TraceOptions, traceActions } from "@helve/executor/opentelemetry";
import { type Tool, ToolError, tool } from "@helve/tool";
import {
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const tracer = provider.getTracer("test");

/** Carries the context across what is awaited, as @opentelemetry/context-async-hooks does. */
const storage = new AsyncLocalStorage<Context>();
const contextManager: ContextManager = {
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active, fn, self, ...args) =>
    storage.run(active, () => fn.call(self as ThisParameterType<typeof fn>, ...args)),
  bind: (_context, target) => target,
  enable: () => contextManager,
  disable: () => contextManager,
};

const add = tool({
  name: "add",
  description: "Add two numbers.",
  parameters: z.object({ x: z.number().describe("first"), y: z.number().describe("second") }),
  execute: ({ x, y }) => {
    tracer.startSpan("inside").end();
    if (x === 0) throw new ToolError("no zeros");
    return x + y;
  },
});

function traced(options: TraceOptions = {}, executorOptions: ExecutorOptions = {}, tools: Tool[] = [add]) {
  const executor = new ActionExecutor(tools, executorOptions);
  return { executor, stop: traceActions(executor, { tracer, ...options }) };
}

function spans(): readonly ReadableSpan[] {
  return exporter.getFinishedSpans();
}

function only(): ReadableSpan {
  const [span, ...others] = spans().filter(({ name }) => name.startsWith("execute_tool"));
  if (span === undefined || others.length > 0) throw new Error(`${others.length} other spans`);
  return span;
}

describe("traceActions", () => {
  beforeAll(() => void context.setGlobalContextManager(contextManager));
  afterAll(() => void context.disable());
  beforeEach(() => void exporter.reset());

  it("makes a span of each call, by the conventions", async () => {
    const { executor } = traced();
    await executor.execute({ id: "call_1", name: "add", arguments: '{"x": 1, "y": 2}' });
    const { name, kind, status, attributes, events } = only();
    expect({ name, kind, status, events }).toEqual({
      name: "execute_tool add",
      kind: SpanKind.INTERNAL,
      status: { code: SpanStatusCode.UNSET },
      events: [],
    });
    expect(attributes).toEqual({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "add",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": "call_1",
      "gen_ai.tool.description": "Add two numbers.",
      "helve.status": "success",
    });
  });

  it("is the parent of the tool's spans, and a child of the caller's span", async () => {
    const { executor } = traced();
    const outer = tracer.startSpan("outer");
    await context.with(trace.setSpan(context.active(), outer), () =>
      executor.execute({ id: "call_1", name: "add", arguments: { x: 1, y: 2 } }),
    );
    const inside = spans().find(({ name }) => name === "inside");
    expect(inside?.parentSpanContext?.spanId).toBe(only().spanContext().spanId);
    expect(only().parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
  });

  it.each([
    ["no such tool", { name: "nope", arguments: {} }, "execute_tool", "unknown_tool"],
    ["arguments that do not fit", { name: "add", arguments: '{"x": 1}' }, "execute_tool add", "invalid_arguments"],
    ["a tool that fails", { name: "add", arguments: { x: 0, y: 1 } }, "execute_tool add", "tool_error"],
  ])("says what went wrong: %s", async (_what, call, name, error) => {
    const { executor } = traced();
    const { errmsg } = await executor.execute({ id: "call_1", ...call });
    const span = only();
    expect(span.name).toBe(name);
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span.attributes).toMatchObject({ "error.type": error, "helve.recoverable": "model" });

    exporter.reset();
    await traced({ capture: true }).executor.execute({ id: "call_1", ...call });
    expect(only().status).toEqual({ code: SpanStatusCode.ERROR, message: errmsg });
  });

  it("has events for repairs, issues and verdicts, without values", async () => {
    const rule = { rule: "no_sevens", line: 1, check: true, violated: true, predicates: [] } as const;
    const guard: Guard = {
      before: async (action): Promise<Verdict> => ({
        kind: "stop",
        reason: "sevens are private",
        decision: {
          passes: [{ action, rules: [rule, { ...rule, rule: "other", violated: false }], enforcements: [] }],
        },
      }),
    };
    const { executor } = traced({}, { guards: [guard] });
    await executor.execute({ id: "call_1", name: "add", arguments: '```json\n{"x": 7, "y": 2}\n```' });
    const { events, attributes, status } = only();
    expect(events.map(({ name, attributes }) => [name, attributes])).toEqual([
      ["helve.repair", { "helve.repair.kind": "fence", "helve.repair.path": "" }],
      ["helve.verdict", { "helve.verdict.kind": "stop", "helve.verdict.rules": ["no_sevens"] }],
    ]);
    expect(attributes).toMatchObject({ "helve.status": "stopped", "error.type": "stopped" });
    expect(status.message).toBeUndefined();

    exporter.reset();
    await executor.execute({ id: "call_2", name: "add", arguments: '{"x": "seven", "y": 2}' });
    expect(JSON.stringify(only().events)).not.toContain("seven");
    expect(only().events.map(({ attributes }) => attributes)).toEqual([
      { "helve.issue.code": "type", "helve.issue.path": "/x" },
    ]);
  });

  it("takes a call that waits for an answer for no error", async () => {
    const guard: Guard = {
      before: async (action): Promise<Verdict> => ({
        kind: "pending",
        request: { action, rules: [], fixes: [] },
        decision: { passes: [] },
      }),
    };
    await traced({}, { guards: [guard] }).executor.execute({ id: "1", name: "add", arguments: { x: 1, y: 2 } });
    expect(only().status).toEqual({ code: SpanStatusCode.UNSET });
    expect(only().attributes["helve.status"]).toBe("pending");
  });

  it("captures arguments and results with `capture`, redacted unless `redact` is false", async () => {
    const login = tool({
      name: "login",
      description: "Log in.",
      parameters: z.object({ user: z.string().describe("who"), password: z.string().describe("their password") }),
      execute: ({ password }) => ({ ok: true, token: "t-1", echo: password }),
    });
    const call = { id: "1", name: "login", arguments: { user: "ann", password: "hunter2" } };
    await traced({ capture: true }, {}, [login]).executor.execute(call);
    expect(only().attributes).toMatchObject({
      "gen_ai.tool.call.arguments": '{"user":"ann","password":"[redacted]"}',
      "gen_ai.tool.call.result": '[{"type":"json","content":{"ok":true,"token":"[redacted]","echo":"[redacted]"}}]',
    });

    exporter.reset();
    await traced({ capture: true, redact: false }, {}, [login]).executor.execute(call);
    expect(only().attributes["gen_ai.tool.call.arguments"]).toBe('{"user":"ann","password":"hunter2"}');
  });

  it("tells calls apart that are open together, also when they have one id", async () => {
    const { executor } = traced();
    const calls = [1, 0, 2].map((x) =>
      executor.execute({ id: x === 2 ? "b" : "a", name: "add", arguments: { x, y: 1 } }),
    );
    await Promise.all(calls);
    const ended = spans().filter(({ name }) => name === "execute_tool add");
    expect(ended.map(({ attributes }) => attributes["gen_ai.tool.call.id"]).sort()).toEqual(["a", "a", "b"]);
    expect(ended.filter(({ status }) => status.code === SpanStatusCode.ERROR)).toHaveLength(1);
  });

  it("ends the spans that are open when it is stopped, and makes no more", async () => {
    const never = tool({
      name: "never",
      description: "Never end.",
      parameters: z.object({}),
      execute: () => new Promise<string>(() => undefined),
    });
    const { executor, stop } = traced({}, {}, [never]);
    const caller = new AbortController();
    const call = executor.execute({ id: "1", name: "never", arguments: {} }, { signal: caller.signal });
    expect(spans()).toHaveLength(0);
    stop();
    expect(only().name).toBe("execute_tool never");
    caller.abort();
    await call;
    await executor.execute({ id: "2", name: "nope", arguments: {} });
    expect(spans()).toHaveLength(1);
  });

  it("ends a span even if the captured values can't be serialized", async () => {
    const { executor } = traced({
      capture: true,
      redact: {
        replace: () => {
          throw new Error("no");
        },
      },
    });
    await executor.execute({ id: "1", name: "add", arguments: { x: 1, y: 2, password: "hunter2" } });
    expect(only().name).toBe("execute_tool add");
  });
});
