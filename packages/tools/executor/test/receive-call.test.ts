import type { ActionReturn, Guard, ToolCall } from "@helve/core";
import { ActionExecutor, parseActionReturn } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { saying } from "./one-tool.ts";

const executor = new ActionExecutor([saying("say", (what) => what)]);
const circle: Record<string, unknown> = {};
circle["circle"] = circle;

const unreadable: object = Object.defineProperty({ id: "1", name: "say" }, "arguments", {
  get: () => {
    throw new Error("no arguments");
  },
});

const oddities: readonly (readonly [string, unknown, Partial<ActionReturn>])[] = [
  ["null", null, { status: "unknown_tool", id: "" }],
  ["nothing", undefined, { status: "unknown_tool", id: "" }],
  ["a number", 5, { status: "unknown_tool", id: "", type: "" }],
  ["an object without anything", {}, { status: "unknown_tool", id: "", type: "" }],
  ["a call whose arguments throw when they are read", unreadable, { status: "unknown_tool" }],
  ["an id and a name that are no texts", { id: 1n, name: Symbol("say"), arguments: 5n }, { id: "1" }],
  ["arguments that go in a circle", { id: "1", name: "say", arguments: circle }, { status: "invalid_arguments" }],
  ["no arguments", { id: "1", name: "say" }, { id: "1", type: "say" }],
];

describe("a call", () => {
  it.each(oddities)("that is %s results in an action return that JSON can represent", async (_what, call, expected) => {
    const ret = await executor.execute(call as ToolCall);
    expect(ret).toMatchObject(expected);
    expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
    const [one] = await executor.executeAll([call as ToolCall]);
    expect(one).toEqual({ ...ret, duration: one?.duration, endedAt: one?.endedAt, stages: one?.stages });
  });

  it.each(oddities)("that is %s and is never started does, too", async (_what, call) => {
    const ending: Guard = { before: async () => ({ kind: "end", reason: "enough", decision: { passes: [] } }) };
    const guarded = new ActionExecutor([saying("say", (what) => what)], { guards: [ending] });
    const rets = await guarded.executeAll([{ id: "1", name: "say", arguments: {} }, call as ToolCall]);
    expect(rets[1]?.error?.code).toBe("ended");
    expect(parseActionReturn(JSON.stringify(rets[1]))).toEqual(rets[1]);
  });

  it.each(["args", "argument", "parameters", "params", "input", "inputs", "kwargs"])(
    "with its arguments under the name %s is not run without them",
    async (member) => {
      const ran: unknown[] = [];
      const list = tool({
        name: "list",
        description: "Lists files.",
        parameters: { type: "object", properties: { dir: { type: "string", description: "Where" } } },
        execute: (args) => ran.push(args),
      });
      const call = { id: "1", name: "list", [member]: { dir: "/tmp" } } as unknown as ToolCall;
      const executor = new ActionExecutor([list]);
      const ret = await executor.execute(call);
      const message = `list: the call has "${member}" instead of "arguments": a call is { id, name, arguments }`;
      expect(ret).toMatchObject({ status: "invalid_arguments", recoverable: "caller", error: { message } });
      expect((await executor.executeAll([call]))[0]).toMatchObject({ error: { message } });
      expect(await executor.session().judge(call)).toMatchObject({ ok: false, actionReturn: { error: { message } } });
      expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
      expect(ran).toEqual([]);
      await executor.execute({ ...call, arguments: {} });
      expect(ran).toEqual([{}]);
    },
  );

  it.each(["tool", "toolName", "tool_name", "function", "action"])(
    "with its name under the name %s is told what to write",
    async (member) => {
      const call = { id: "1", [member]: "say", args: { what: "hi" } } as unknown as ToolCall;
      expect((await executor.execute(call)).errmsg).toBe(
        `The call has "${member}" instead of "name": a call is { id, name, arguments }. The tools are: say.`,
      );
    },
  );

  it("with a negative zero is recorded as JSON represents it", async () => {
    const open = tool({
      name: "say",
      description: "Says.",
      parameters: { type: "object", additionalProperties: true },
      execute: () => "said",
    });
    const ret = await new ActionExecutor([open]).execute({ id: "1", name: "say", arguments: '{"more": -0}' });
    expect(JSON.parse(JSON.stringify(ret))).toEqual(ret);
    expect(ret.args).toEqual({ more: 0 });
  });
});
