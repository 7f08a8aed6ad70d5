import { type Action, type Guard, NotJsonError, type Verdict } from "@helve/core";
import { ActionExecutor, ActionReturnError, parseActionReturn, ResumeError } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { callOf, saying } from "./one-tool.ts";

const decision = { passes: [] };
const allowed = (action: Action): Verdict => ({ kind: "allow", action, decision });
const waits = (action: Action): Verdict => ({ kind: "pending", request: { action, rules: [], fixes: [] }, decision });
const stops = (reason: string): Verdict => ({ kind: "stop", reason, decision });

/** Waits for an answer about every action: yes, no, or other words to say. */
const asking: Guard = {
  before: async (action) => waits(action),
  resume: async ({ request: { action } }, answer) => {
    if (answer === "yes") return allowed(action);
    return typeof answer === "object" && answer !== null
      ? allowed({ ...action, args: answer as Action["args"] })
      : stops("somebody said no");
  },
};

const pay = tool({
  name: "pay",
  description: "Pay.",
  parameters: { type: "object", properties: {}, additionalProperties: true },
  execute: () => "paid",
});
const say = saying("say", (what) => what);

describe("an action that waits", () => {
  it.each<[string, unknown, object]>([
    ["runs when it may", "yes", { status: "success", result: [{ content: "hi" }] }],
    ["is stopped when it may not", "no", { status: "stopped", errmsg: "say was stopped: somebody said no" }],
    ["runs with what the answer puts in its place", { what: "hello" }, { status: "success", args: { what: "hello" } }],
    ["is stopped when that does not fit", { what: { a: 1 } }, { status: "stopped", recoverable: "caller" }],
  ])("%s", async (_what, answer, expected) => {
    const executor = new ActionExecutor([say], { guards: [asking] });
    const pending = await executor.execute(callOf("say", "hi"));
    expect(pending).toMatchObject({ status: "pending", recoverable: "caller", stages: { guard: { pendingGuard: 0 } } });
    const stored = parseActionReturn(JSON.stringify(pending));
    const ret = await executor.resume(stored, answer);
    expect(ret).toMatchObject(expected);
    expect(ret.id).toBe(pending.id);
    expect(ret.stages.guard?.answers).toEqual([{ guard: 0, pending: pending.verdict, answer }]);
    expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
  });

  it.each([
    [
      { from: "a", to: "b" },
      { to: "b", from: "a" },
    ],
    [{ to: "caf\u00e9" }, { to: "cafe\u0301" }],
  ])("waits again if its call became another one: %j, then %j", async (asked, other) => {
    const executor = new ActionExecutor([pay], { guards: [asking] });
    const pending = await executor.execute({ id: "1", name: "pay", arguments: asked });
    const changed = { ...pending, call: { ...pending.call, arguments: other } };
    expect((await executor.resume(changed, "yes")).status).toBe("pending");
    expect((await executor.resume(pending, "yes")).status).toBe("success");
  });

  it("does not wait if another guard denies it", async () => {
    const denying: Guard = { before: async () => stops("never") };
    for (const guards of [
      [asking, denying],
      [denying, asking],
    ]) {
      const ret = await new ActionExecutor([say], { guards }).execute(callOf("say"));
      expect(ret).toMatchObject({ status: "stopped", errmsg: "say was stopped: never", verdict: { kind: "stop" } });
    }
  });

  it("is still denied by another guard when the answer has come", async () => {
    let isDenied = false;
    const changing: Guard = { before: async (action) => (isDenied ? stops("too late") : allowed(action)) };
    const executor = new ActionExecutor([say], { guards: [asking, changing] });
    const pending = await executor.execute(callOf("say"));
    isDenied = true;
    expect(await executor.resume(pending, "yes")).toMatchObject({
      status: "stopped",
      errmsg: "say was stopped: too late",
    });
  });

  it("is resumed only in its session, or in one with the same id that continues it", async () => {
    const executor = new ActionExecutor([say], { guards: [asking] });
    const session = executor.session();
    const [other, continued] = [executor.session(), executor.session({ id: session.id })];
    const pending = parseActionReturn(JSON.stringify(await session.execute(callOf("say", "hi", "call_1"))));
    const elsewhere = `the call "call_1" waits in the session "${session.id}": resume it there`;
    await expect(other.resume(pending, "yes")).rejects.toThrow(elsewhere);
    await expect(executor.resume(pending, "yes")).rejects.toThrow(elsewhere);
    expect(other.trajectory).toEqual([]);
    expect((await continued.resume(pending, "yes")).status).toBe("success");
    expect((await session.resume(pending, "yes")).status).toBe("success");

    const alone = await executor.execute(callOf("say", "hi"));
    await expect(session.resume(alone, "yes")).rejects.toThrow(ResumeError);
    expect((await executor.resume(alone, "yes")).status).toBe("success");
  });

  it("may wait for several answers, one after the other", async () => {
    const executor = new ActionExecutor([say], { guards: [asking, { ...asking }] });
    const first = await executor.execute(callOf("say", "hi"));
    const second = await executor.resume(first, "yes");
    expect(second.status).toBe("pending");
    expect(second.stages.guard?.pendingGuard).not.toBe(first.stages.guard?.pendingGuard);
    const third = await executor.resume(second, "yes");
    expect(third).toMatchObject({ status: "success", result: [{ content: "hi" }] });
  });

  it("waits with its newest form, when a guard changes it after it waited", async () => {
    const changing: Guard = {
      before: async (action) => allowed(action.args["what"] === "new" ? action : { ...action, args: { what: "new" } }),
    };
    const executor = new ActionExecutor([say], { guards: [asking, changing] });
    const pending = await executor.execute(callOf("say", "old"));
    expect(pending).toMatchObject({ status: "pending", verdict: { request: { action: { args: { what: "new" } } } } });
    expect(await executor.resume(pending, "yes")).toMatchObject({ status: "success", args: { what: "new" } });
  });

  it("resumes the guard, even if its rules had replaced the action before it waited", async () => {
    const rewriting: Guard = {
      before: async (action) => {
        const made = { ...action, args: { what: "ho" } };
        const passes = [action, made].map((one) => ({ action: one, rules: [], enforcements: [] }));
        return { ...waits(made), decision: { passes } };
      },
      resume: async ({ request: { action } }) => allowed(action),
    };
    const executor = new ActionExecutor([say], { guards: [rewriting] });
    const pending = await executor.execute(callOf("say", "hi"));
    expect(pending).toMatchObject({ status: "pending", args: { what: "hi" } });
    expect(await executor.resume(pending, "yes")).toMatchObject({ status: "success", args: { what: "ho" } });
  });

  it("may wait for the same guard again, whose newest question the next answer is to", async () => {
    const answered: unknown[] = [];
    const twice: Guard = {
      before: async (action) => waits(action),
      resume: async ({ request: { action, fixes } }, answer) => {
        answered.push(answer);
        const request = { action, rules: [], fixes: ["second"] };
        return fixes.length > 0 ? allowed(action) : { kind: "pending", request, decision };
      },
    };
    const executor = new ActionExecutor([say], { guards: [twice] });
    const second = await executor.resume(await executor.execute(callOf("say", "hi")), "one");
    expect(second).toMatchObject({ status: "pending", verdict: { request: { fixes: ["second"] } } });
    expect((await executor.resume(second, "two")).status).toBe("success");
    expect(answered).toEqual(["one", "two"]);
  });

  it("is evaluated again if the answer was about another action", async () => {
    const executor = new ActionExecutor([say], { guards: [asking] });
    const pending = await executor.execute(callOf("say", "hi"));
    const other = { ...pending, call: { ...pending.call, arguments: { what: "rm" } } };
    expect(await executor.resume(other, "yes")).toMatchObject({ status: "pending", args: { what: "rm" } });
  });

  it("is stopped if its guard accepts no answers", async () => {
    const executor = new ActionExecutor([say], { guards: [{ before: asking.before }] });
    const ret = await executor.resume(await executor.execute(callOf("say")), "yes");
    expect(ret).toMatchObject({ status: "stopped", recoverable: "caller" });
    expect(ret.errmsg).toContain("it accepts no answers");
  });

  it("can't be resumed by an executor without the guard that waits", async () => {
    const allowing: Guard = { before: async (action) => allowed(action) };
    const pending = await new ActionExecutor([say], { guards: [allowing, asking] }).execute(callOf("say", "hi", "c1"));
    for (const guards of [[], [asking]]) {
      const resuming = new ActionExecutor([say], { guards }).resume(pending, "yes");
      await expect(resuming).rejects.toThrow(ResumeError);
      await expect(resuming).rejects.toThrow('"c1" waits for an answer to guard 1, which this executor does not have');
    }
  });

  it("has to be a whole action return", async () => {
    const executor = new ActionExecutor([say], { guards: [asking] });
    const { call: _, ...torn } = await executor.execute(callOf("say"));
    for (const given of [undefined, { status: "pending" }, torn]) {
      await expect(executor.resume(given as typeof torn & { call: never }, "yes")).rejects.toThrow(ActionReturnError);
    }
  });

  it("is the only kind that can be resumed, and only with a JSON answer", async () => {
    const executor = new ActionExecutor([say], { guards: [asking] });
    const done = await new ActionExecutor([say]).execute(callOf("say", "hi", "c1"));
    await expect(executor.resume(done, "yes")).rejects.toThrow(ResumeError);
    await expect(executor.resume(done, "yes")).rejects.toThrow('the call "c1" does not wait for an answer');
    await expect(executor.resume(await executor.execute(callOf("say")), 1n)).rejects.toThrow(NotJsonError);
  });
});
