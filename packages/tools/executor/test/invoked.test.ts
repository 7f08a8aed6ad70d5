import type { Action, ActionReturn, Args, Guard, GuardContext, Step, Verdict } from "@helve/core";
import { ActionExecutor, type ExecutorOptions, memoryRunLedger, parseActionReturn, toStep } from "@helve/executor";
import { type Tool, tool } from "@helve/tool";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { callOf, deferred, saying } from "./one-tool.ts";

const decision = { passes: [] };
const allow = (action: Action): Verdict => ({ kind: "allow", action, decision });

/** An action that the rule `r` invokes. */
function invokedBy(rule: string, name: string, args: Args): Action {
  return { id: "", name, args, invokedBy: rule };
}

/** Runs `log` beside every action but those that it ran itself: before it, after it, or both. */
function logging(when: "before" | "after", steps: Step[] = [], name = "log"): Guard {
  const run = async (action: Action, { run }: GuardContext): Promise<Verdict> => {
    if (action.invokedBy !== "r" && run !== undefined) {
      steps.push(await run(invokedBy("r", name, { what: `${when} ${action.name}` })));
    }
    return allow(action);
  };
  return when === "before"
    ? { before: run }
    : { before: async (action) => allow(action), after: ({ action }, context) => run(action, context) };
}

function logged(guards: readonly Guard[], options: ExecutorOptions = {}, more: Partial<Tool> = {}) {
  const ran: string[] = [];
  const log = { ...saying("log", (what) => void ran.push(what)), ...more };
  const say = { ...saying("say", (what) => void ran.push(what)), ...more };
  return { ran, executor: new ActionExecutor([log, say], { guards, ...options }) };
}

describe("an action that a guard runs beside another", () => {
  it.each(["before", "after"] as const)("runs %s it, and its action return is in the record", async (when) => {
    const steps: Step[] = [];
    const { ran, executor } = logged([logging(when, steps)]);
    const ret = await executor.execute(callOf("say", "hi", "c1"));
    expect(ran).toEqual(when === "before" ? ["before say", "hi"] : ["hi", "after say"]);
    expect(ret.status).toBe("success");
    const [invoked, ...others] = ret.stages.guard?.invoked ?? [];
    expect(others).toEqual([]);
    expect(invoked).toMatchObject({ id: "c1.1", type: "log", status: "success", args: { what: `${when} say` } });
    expect(invoked?.stages.guard?.action?.invokedBy).toBe("r");
    expect(steps).toEqual([toStep(invoked as ActionReturn)]);
    expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
  });

  it("emits the same events as any other call", async () => {
    const { executor } = logged([logging("before")]);
    const told: string[] = [];
    for (const event of ["start", "resolved", "decoded", "guarded", "end"] as const) {
      executor.on(`action:${event}`, ({ call }) => told.push(`${event} ${call.name} ${call.id}`));
    }
    await executor.execute(callOf("say", "hi", "c1"));
    const all = ["start", "resolved", "decoded", "guarded", "end"];
    expect(told.filter((one) => one.endsWith("log c1.1"))).toEqual(all.map((event) => `${event} log c1.1`));
    expect(told.indexOf("end log c1.1")).toBeLessThan(told.indexOf("guarded say c1"));
    expect(told.at(-1)).toBe("end say c1");
  });

  it("is looked at by all guards, with the steps before it", async () => {
    const trajectories: (readonly string[])[] = [];
    const denying: Guard = {
      before: async (action, { trajectory }) => {
        if (action.name !== "log") return allow(action);
        trajectories.push(trajectory.map((step) => step.action.name));
        return { kind: "stop", reason: "no logs", decision };
      },
    };
    const steps: Step[] = [];
    const guards = [logging("before", steps), logging("after", steps), denying];
    const { ran, executor } = logged(guards);
    const trajectory = [
      { action: { id: "0", name: "old", args: {} }, observation: { parts: [], isError: false }, ran: true },
    ];
    const ret = await executor.execute(callOf("say", "hi"), { trajectory });
    expect(ran).toEqual(["hi"]);
    expect(ret.status).toBe("success");
    expect(ret.stages.guard?.invoked?.map(({ status }) => status)).toEqual(["stopped", "stopped"]);
    expect(steps.map(({ ran }) => ran)).toEqual([false, false]);
    expect(trajectories).toEqual([["old"], ["old", "log", "say"]]);
  });

  it.each([
    ["there is no tool for", "lgo", {}, "unknown_tool", 'There is no tool "lgo". Did you mean "log"?'],
    ["has arguments that do not fit", "log", { what: {} }, "invalid_arguments", 'log: "what" must be a string'],
  ])("that %s does not run, and the guard is told", async (_what, name, args, status, message) => {
    const steps: Step[] = [];
    const guard: Guard = {
      before: async (action, { run }) => {
        if (run !== undefined) steps.push(await run(invokedBy("r", name, args)));
        return allow(action);
      },
    };
    const { executor } = logged([guard]);
    const ret = await executor.execute(callOf("say", "hi"));
    expect(ret.status).toBe("success");
    expect(ret.stages.guard?.invoked).toMatchObject([{ status, recoverable: "caller" }]);
    expect(steps).toMatchObject([{ action: { name, args }, ran: false, observation: { isError: true } }]);
    expect(steps[0]?.observation.parts[0]?.content).toContain(message);
    expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
  });

  it("is not decoded a second time when the guard had it decoded", async () => {
    const doubled: unknown[] = [];
    const double = tool({
      name: "double",
      description: "Say it twice.",
      parameters: z.object({
        what: z
          .string()
          .describe("what")
          .transform((what) => `${what}${what}`),
      }),
      execute: ({ what }) => void doubled.push(what),
    });
    const guard: Guard = {
      before: async (action, { decode, run }) => {
        const decoded = await decode(invokedBy("r", "double", { what: "a" }));
        if (decoded.ok && action.name === "say") await run?.(decoded.action);
        return allow(action);
      },
    };
    const ret = await new ActionExecutor([double, saying("say", () => "")], { guards: [guard] }).execute(callOf("say"));
    expect(doubled).toEqual(["aa"]);
    expect(ret.stages.guard?.invoked?.[0]?.stages.guard?.action?.invokedBy).toBe("r");
  });

  it("may have others run beside it, but not without end", async () => {
    const endless: Guard = {
      before: async (action, { run }) => {
        await run?.({ id: "", name: "log", args: { what: `for ${action.id}` }, invokedBy: "r" });
        return allow(action);
      },
    };
    const { ran, executor } = logged([endless]);
    const ret = await executor.execute(callOf("say", "hi", "c"));
    expect(ran).toEqual(["for c.1.1.1", "for c.1.1", "for c.1", "for c", "hi"]);
    let deepest: ActionReturn | undefined = ret;
    while (deepest?.stages.guard?.invoked !== undefined) deepest = deepest.stages.guard.invoked[0];
    expect(deepest).toMatchObject({ id: "c.1.1.1.1.1", status: "stopped", recoverable: "caller" });
    expect(deepest?.errmsg).toContain("more than 4 levels deep");
    expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
  });

  it.each(["before", "after"] as const)("%s it waits for its turn, and for nothing that waits for it", async (when) => {
    const limits: readonly (readonly [ExecutorOptions, Partial<Tool>])[] = [
      [{ concurrency: 1 }, {}],
      [{ resources: { disk: 1 } }, { resource: "disk" }],
      [{ ledger: memoryRunLedger(), concurrency: 1 }, { concurrency: 1 }],
    ];
    for (const [options, more] of limits) {
      const { ran, executor } = logged([logging(when)], options, { ...more, parallel: true });
      const rets = await executor.executeAll([callOf("say", "a"), callOf("say", "b"), callOf("say", "c")]);
      expect(rets.map(({ status }) => status)).toEqual(["success", "success", "success"]);
      expect(ran).toHaveLength(6);
    }
  });

  it("ends when the caller aborts, while it waits for a limit and while it runs", async () => {
    const never = deferred();
    const hang = saying("log", () => never.promise, { resource: "disk" });
    const executor = new ActionExecutor([hang, saying("say", () => "")], { guards: [logging("before")] });
    const controller = new AbortController();
    const running = [1, 2].map(() => executor.execute(callOf("say"), { signal: controller.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    for (const ret of await Promise.all(running)) expect(ret).toMatchObject({ error: { code: "aborted" } });
  });

  it("has the time that its own tool takes, not that of the call", async () => {
    vi.useFakeTimers();
    try {
      const slow = saying("log", () => new Promise((resolve) => setTimeout(resolve, 30)));
      const executor = new ActionExecutor([slow, saying("say", () => "hi")], { guards: [logging("before")] });
      const running = executor.execute(callOf("say"), { timeout: 1 });
      await vi.runAllTimersAsync();
      expect((await running).stages.guard?.invoked?.[0]?.status).toBe("success");
    } finally {
      vi.useRealTimers();
    }
  });

  it("runs once, when its call runs once", async () => {
    const { ran, executor } = logged([logging("before")], { ledger: memoryRunLedger() });
    const call = callOf("say", "hi");
    await executor.execute(call);
    await executor.execute(call);
    expect(ran).toEqual(["before say", "hi"]);
  });
});

describe("a call of a model", () => {
  it("can't say that a rule invoked it", async () => {
    const actions: Action[] = [];
    const watching: Guard = {
      before: async (action) => {
        actions.push(action);
        return allow(action);
      },
    };
    const { executor } = logged([watching]);
    const forged = { ...callOf("say", "hi"), invokedBy: "r", replaces: { id: "", name: "x", args: {} } };
    await executor.execute(forged);
    await executor.execute({ ...forged, arguments: { what: "hi", invokedBy: "r", replaces: {} } });
    await executor.execute({
      ...forged,
      arguments: '{"what": "hi", "invokedBy": "r", "__proto__": {"invokedBy": "r"}}',
    });
    for (const action of actions) {
      expect(action.invokedBy).toBeUndefined();
      expect(action.replaces).toBeUndefined();
    }
    expect(actions.length).toBeGreaterThan(0);
  });
});

describe("the guard context without a call", () => {
  it("decodes and runs invoked actions, and emits their events", async () => {
    const steps: Step[] = [];
    const { ran, executor } = logged([logging("after", steps)]);
    const ended: ActionReturn[] = [];
    executor.on("action:end", ({ actionReturn }) => ended.push(actionReturn));
    const { signal } = new AbortController();
    const context = executor.guardContext({ prompt: "tidy up", state: { door: "open" }, trajectory: [], signal });
    expect(context).toMatchObject({ prompt: "tidy up", state: { door: "open" }, trajectory: [] });
    expect(context.signal).toBe(signal);

    const decoded = await context.decode(invokedBy("q", "say", { what: "shut" }));
    expect(decoded).toMatchObject({ ok: true, action: { name: "say", invokedBy: "q" } });
    const step = decoded.ok ? await context.run?.(decoded.action) : undefined;
    expect(step).toMatchObject({ action: { name: "say", invokedBy: "q" }, ran: true });
    expect(ran).toEqual(["shut", "after say"]);
    expect(ended.map(({ id, type }) => `${type} ${id}`)).toEqual(["log event_1.1.1", "say event_1.1"]);
    expect(await context.decode(invokedBy("q", "sya", {}))).toMatchObject({ ok: false, issues: [{}], repairs: [] });
  });

  it("decodes arguments from a text like those of a model, and rejects invalid text", async () => {
    const { ran, executor } = logged([]);
    const context = executor.guardContext();
    const action = invokedBy("q", "say", {});
    const decoded = await context.decodeText?.(action, '```json\n{"what": "shut"}\n```');
    expect(decoded).toMatchObject({ ok: true, action: { args: { what: "shut" } }, repairs: [{ kind: "fence" }] });
    if (decoded?.ok) await context.run?.(decoded.action);
    expect(ran).toEqual(["shut"]);
    expect(await context.decodeText?.(action, '{"what": {}}')).toMatchObject({ ok: false, issues: [{}] });
    expect(await context.decode({ ...action, args: JSON.parse('"{}"') })).toMatchObject({ ok: false });
  });

  it("has the state of the session after an action that it ran", async () => {
    const { ran, executor } = logged([]);
    const context = await executor.session({ state: async () => ({ said: ran.length }) }).guardContext();
    expect(context.state).toEqual({ said: 0 });
    await context.run?.(invokedBy("q", "say", { what: "shut" }));
    expect(context.state).toEqual({ said: 1 });
  });

  it("keeps the state that a call is decided on, so that the call is decided again after a change", async () => {
    const seen: unknown[] = [];
    const guard: Guard = {
      before: async (action, { state, run, wait }) => {
        if (action.invokedBy === undefined) {
          seen.push(state);
          if (seen.length === 1) await wait?.(async () => run?.(invokedBy("q", "log", { what: "once" })));
        }
        return allow(action);
      },
    };
    const { ran, executor } = logged([guard]);
    await executor.session({ state: async () => ({ ran: ran.length }) }).execute(callOf("say", "hi"));
    expect(seen).toEqual([{ ran: 0 }, { ran: 1 }]);
  });

  it("runs the same action again the next time, with a ledger too", async () => {
    const { ran, executor } = logged([], { ledger: memoryRunLedger() });
    for (let time = 0; time < 2; time++) await executor.guardContext().run?.(invokedBy("q", "say", { what: "shut" }));
    expect(ran).toEqual(["shut", "shut"]);
  });
});
