import type { Action, ActionReturn, Guard, GuardContext, Step, Trajectory, Verdict } from "@helve/core";
import { ActionExecutor, type ExecutorOptions, memoryRunLedger, parseActionReturn } from "@helve/executor";
import { runs } from "@helve/testing/property-runs";
import type { Tool } from "@helve/tool";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { callOf, deferred, saying } from "./one-tool.ts";

afterEach(() => void vi.useRealTimers());

const decision = { passes: [] };
const allowed = (action: Action): Verdict => ({ kind: "allow", action, decision });
const stopped = (reason: string): Verdict => ({ kind: "stop", reason, decision });
const say = saying("say", (what) => what);

/** A guard that records the trajectories that it gets. */
function recording(decide: (action: Action, context: GuardContext) => Verdict = allowed) {
  const seen: Trajectory[] = [];
  const guard: Guard = {
    before: async (action, context) => {
      seen.push(context.trajectory);
      return decide(action, context);
    },
  };
  return { seen, guard };
}

/** Stops every action after the first. */
const once: Guard = {
  before: async (action, { trajectory }) => (trajectory.length > 0 ? stopped("only once") : allowed(action)),
};

function sessionWith(options: ExecutorOptions, tools: readonly Tool[] = [say]) {
  return new ActionExecutor(tools, options).session();
}

const statuses = (returns: readonly ActionReturn[]): readonly string[] => returns.map(({ status }) => status);

describe("a session", () => {
  it("gives guards the steps of its earlier calls", async () => {
    const { seen, guard } = recording();
    const session = sessionWith({ guards: [guard] });
    for (const what of ["a", "b", "c"]) await session.execute(callOf("say", what));
    expect(seen.map(({ length }) => length)).toEqual([0, 1, 2]);
    expect(seen[2]?.map(({ action }) => action.args["what"])).toEqual(["a", "b"]);
    expect(session.trajectory).toHaveLength(3);
    expect(session.inFlight).toEqual([]);
  });

  it("has steps with the time at which they ended, by the executor's clock", async () => {
    let time = 1000;
    const { seen, guard } = recording((action, { now }) => (now === 1500 ? stopped("late") : allowed(action)));
    const session = sessionWith({ guards: [guard], now: () => time });
    const first = await session.execute(callOf("say", "a"));
    time = 1500;
    const second = await session.execute(callOf("say", "b"));
    expect(seen[1]?.[0]).toMatchObject({ ran: true, endedAt: 1000, observation: first.observation });
    expect(first).toMatchObject({ endedAt: 1000, stages: { guard: { decidedAt: 1000 } } });
    expect(second).toMatchObject({ status: "stopped", endedAt: 1500, stages: { guard: { decidedAt: 1500 } } });
    expect(parseActionReturn(JSON.stringify(second))).toEqual(second);
  });

  it("continues an earlier trajectory", async () => {
    const earlier: Step[] = [
      { action: { id: "0", name: "say", args: {} }, observation: { parts: [], isError: false }, ran: true },
    ];
    const session = new ActionExecutor([say], { guards: [once] }).session({ trajectory: earlier });
    expect((await session.execute(callOf("say"))).status).toBe("stopped");
    expect(session.trajectory.map(({ ran }) => ran)).toEqual([true, false]);
    expect(earlier).toHaveLength(1);
  });

  it("keeps its steps without guards", async () => {
    const session = sessionWith({});
    await session.execute(callOf("say", "a"));
    await session.execute(callOf("nothing"));
    expect(session.trajectory.map(({ action }) => action.name)).toEqual(["say"]);
    expect(await session.call("say", { what: "b" })).toBe("b");
    expect(session.trajectory).toHaveLength(2);
  });

  it("freezes its steps, so that nobody changes what rules read", async () => {
    const session = sessionWith({});
    const { observation } = await session.execute(callOf("say", "a"));
    expect(() => Object.assign(observation.parts, { 0: 1 })).toThrow(TypeError);
    expect(() => (session.trajectory as Step[]).pop()).toThrow(TypeError);
  });

  it("passes the prompt, and reads the state at each decision and each review", async () => {
    let balance = 10;
    const seen: unknown[] = [];
    const guard: Guard = {
      before: async (action, { prompt, state }) => {
        seen.push([prompt, state]);
        return allowed(action);
      },
      after: async ({ action }, { state }) => {
        seen.push(["after", state]);
        return allowed(action);
      },
    };
    const pay = saying("pay", () => void balance--);
    const executor = new ActionExecutor([pay], { guards: [guard] });
    const live = executor.session({ prompt: "Pay.", state: async () => ({ balance }) });
    await live.execute(callOf("pay"));
    await live.execute(callOf("pay"));
    expect(seen).toEqual([
      ["Pay.", { balance: 10 }],
      ["after", { balance: 9 }],
      ["Pay.", { balance: 9 }],
      ["after", { balance: 8 }],
    ]);
    expect((await live.guardContext()).state).toEqual({ balance: 8 });
    const fixed = executor.session({ state: { balance: 1 } });
    await fixed.execute(callOf("pay"));
    expect(seen.at(-1)).toEqual(["after", { balance: 1 }]);
  });

  it("stops a call if its state can't be read", async () => {
    const run = vi.fn(() => 1);
    const executor = new ActionExecutor([saying("say", run)], {
      guards: [{ before: async (action) => allowed(action) }],
    });
    const session = executor.session({ state: () => Promise.reject(new Error("no database")) });
    const ret = await session.execute(callOf("say"));
    expect(ret).toMatchObject({ status: "stopped", recoverable: "caller", error: { code: "unexpected" } });
    expect(ret.errmsg).toBe("say was stopped: the state could not be read: no database");
    expect(run).not.toHaveBeenCalled();
  });

  it("is aborted by its own signal and by that of a call", async () => {
    const own = new AbortController();
    const waiting = saying("wait", () => new Promise(() => undefined));
    const session = new ActionExecutor([waiting]).session({ signal: own.signal });
    const call = new AbortController();
    const first = session.execute(callOf("wait"), { signal: call.signal });
    const second = session.execute(callOf("wait"), { signal: new AbortController().signal });
    call.abort();
    expect(await first).toMatchObject({ error: { code: "aborted" } });
    expect(session.inFlight).toHaveLength(1);
    own.abort();
    expect(await second).toMatchObject({ error: { code: "aborted" } });
    expect(session.inFlight).toEqual([]);
  });

  it("has a pending call as a step only when it has been resumed", async () => {
    const asking: Guard = {
      before: async (action) => ({ kind: "pending", request: { action, rules: [], fixes: [] }, decision }),
      resume: async ({ request }) => allowed(request.action),
    };
    const session = sessionWith({ guards: [asking, once] });
    const pending = [await session.execute(callOf("say", "a")), await session.execute(callOf("say", "b"))];
    expect(statuses(pending)).toEqual(["pending", "pending"]);
    expect(session.trajectory).toEqual([]);
    const resumed: ActionReturn[] = [];
    for (const one of pending) resumed.push(await session.resume(one, "yes"));
    expect(statuses(resumed)).toEqual(["success", "stopped"]);
    expect(session.trajectory.map(({ ran }) => ran)).toEqual([true, false]);
  });

  it("has the steps of the actions that guards invoke", async () => {
    const backup: Guard = {
      before: async (action, { run }) => {
        if (action.name === "say") await run?.({ id: "", name: "copy", args: { what: "x" } });
        return allowed(action);
      },
    };
    const { seen, guard } = recording();
    const session = sessionWith({ guards: [backup, guard] }, [say, saying("copy", (what) => what)]);
    await session.execute(callOf("say", "a", "1"));
    await session.execute(callOf("say", "b", "2"));
    expect(session.trajectory.map(({ action }) => action.id)).toEqual(["1.1", "1", "2.1", "2"]);
    expect(seen.map((steps) => steps.map(({ action }) => action.id))).toEqual([
      [], // 1.1
      [], // 1, decided in the same turn
      ["1.1", "1"],
      ["1.1", "1"],
    ]);
  });

  it("gives a guard's event context its steps, and runs what the guard invokes in the session", async () => {
    const session = sessionWith({ guards: [once] });
    await session.execute(callOf("say", "a"));
    const context = await session.guardContext();
    expect(context.trajectory).toHaveLength(1);
    const step = await context.run?.({ id: "", name: "say", args: {} });
    expect(step?.ran).toBe(false);
    expect(session.trajectory).toHaveLength(2);
  });
});

describe("parallel calls of a session", () => {
  const parallel = saying("pay", async (what) => what, { parallel: true });
  const three = () => ["a", "b", "c"].map((what) => callOf("pay", what));

  it("count while they are in flight: of three, only the first one runs once", async () => {
    const executor = new ActionExecutor([parallel], { guards: [once] });
    const session = executor.session();
    expect(statuses(await Promise.all(three().map((call) => session.execute(call))))).toEqual([
      "success",
      "stopped",
      "stopped",
    ]);
    expect(statuses(await executor.session().executeAll(three()))).toEqual(["success", "stopped", "stopped"]);
    expect(statuses(await executor.executeAll(three()))).toEqual(["success", "stopped", "stopped"]);
  });

  it("are steps without an observation while they are in flight", async () => {
    const gate = deferred();
    const { seen, guard } = recording();
    const slow = saying("slow", () => gate.promise, { parallel: true });
    const session = sessionWith({ guards: [guard] }, [slow]);
    const running = session.executeAll([callOf("slow", "a", "1"), callOf("slow", "b", "2")]);
    await expect.poll(() => session.inFlight.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(session.trajectory).toEqual([]);
    expect(seen[1]).toEqual([
      {
        action: { id: "1", name: "slow", args: { what: "a" } },
        observation: { parts: [], isError: false },
        ran: false,
        inFlight: true,
      },
    ]);
    gate.resolve();
    await running;
    expect(session.trajectory.map(({ action, inFlight }) => [action.id, inFlight])).toEqual([
      ["1", undefined],
      ["2", undefined],
    ]);
  });

  it("come last in a trajectory, also after a call whose result is reviewed", async () => {
    const [run, review] = [deferred(), deferred()];
    const seen: Trajectory[] = [];
    const guard: Guard = {
      before: async (action, { trajectory }) => {
        seen.push(trajectory);
        return allowed(action);
      },
      after: async ({ action }) => {
        if (action.id === "2") await review.promise;
        return allowed(action);
      },
    };
    const tool = saying("say", (what) => (what === "slow" ? run.promise : undefined), { parallel: true });
    const session = sessionWith({ guards: [guard] }, [tool]);
    await session.execute(callOf("say", "first", "0"));
    const both = [session.execute(callOf("say", "slow", "1")), session.execute(callOf("say", "fast", "2"))];
    await expect.poll(() => seen).toHaveLength(3);
    await session.execute(callOf("say", "last", "3"));
    expect(seen[3]?.map(({ action, inFlight }) => [action.id, inFlight])).toEqual([
      ["0", undefined],
      ["2", undefined],
      ["1", true],
    ]);
    run.resolve();
    review.resolve();
    await Promise.all(both);
    // Its trajectories have one history, but for the one with a step that was not yet recorded.
    const { history } = session.trajectory;
    expect(history).toBeDefined();
    expect(seen.map((trajectory) => trajectory.history)).toEqual([history, history, history, undefined]);
  });

  it("run at the same time though they are decided one after the other", async () => {
    let deciding = 0;
    let running = 0;
    let most = 0;
    const guard: Guard = {
      before: async (action) => {
        expect(++deciding).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        deciding--;
        return allowed(action);
      },
    };
    const gate = deferred();
    const tool = saying("t", async () => {
      most = Math.max(most, ++running);
      if (running === 3) gate.resolve();
      await gate.promise;
      running--;
    });
    const session = sessionWith({ guards: [guard] }, [tool]);
    await Promise.all(["a", "b", "c"].map((what) => session.execute(callOf("t", what))));
    expect(most).toBe(3);
  });

  it("leave the queue when they are aborted while they wait for their turn", async () => {
    const gate = deferred();
    const guard: Guard = { before: (action) => gate.promise.then(() => allowed(action)) };
    const session = sessionWith({ guards: [guard] });
    const controller = new AbortController();
    const first = session.execute(callOf("say", "a"));
    const second = session.execute(callOf("say", "b"), { signal: controller.signal });
    const third = session.execute(callOf("say", "c"));
    controller.abort();
    expect(await second).toMatchObject({ status: "stopped", error: { code: "aborted" } });
    gate.resolve();
    expect(statuses([await first, await third])).toEqual(["success", "success"]);
  });
});

describe("a decision that waits for a person", () => {
  /** Asks about actions with the argument "ask", and keeps the answer for the call. */
  function asking(ask: () => Promise<boolean>): Guard {
    const guard: Guard = {
      before: async (action, { wait, memory }) => {
        if (action.args["what"] !== "ask") return allowed(action);
        const answer = memory?.get(guard) ?? (await wait?.(ask));
        memory?.set(guard, answer);
        return answer === true ? allowed(action) : stopped("no");
      },
    };
    return guard;
  }

  it("lets other calls go ahead, and is taken again if one of them was admitted", async () => {
    const answer = deferred<boolean>();
    const ask = vi.fn(() => answer.promise);
    const session = sessionWith({ guards: [asking(ask), once] });
    const asked = session.execute(callOf("say", "ask"));
    expect(await session.execute(callOf("say", "other"))).toMatchObject({ status: "success" });
    answer.resolve(true);
    const ret = await asked;
    expect(ret).toMatchObject({ status: "stopped", errmsg: "say was stopped: only once" });
    expect(ret.stages.guard?.earlier).toMatchObject([{ verdicts: [{ kind: "allow" }, { kind: "allow" }] }]);
    expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("is taken again if the state has changed", async () => {
    let isFrozen = false;
    const answer = deferred<boolean>();
    const frozen: Guard = {
      before: async (action, { state }) => (state === true ? stopped("the account is frozen") : allowed(action)),
    };
    const executor = new ActionExecutor([say], { guards: [asking(() => answer.promise), frozen] });
    const session = executor.session({ state: () => isFrozen });
    const asked = session.execute(callOf("say", "ask"));
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    isFrozen = true;
    answer.resolve(true);
    expect(await asked).toMatchObject({ status: "stopped", errmsg: "say was stopped: the account is frozen" });
  });

  it("is not taken again if nothing has changed", async () => {
    const { seen, guard } = recording();
    const session = sessionWith({ guards: [asking(async () => true), guard] });
    const ret = await session.execute(callOf("say", "ask"));
    expect(ret.status).toBe("success");
    expect(ret.stages.guard).not.toHaveProperty("earlier");
    expect(seen).toHaveLength(1);
  });

  it("keeps others waiting for a limited time only, if the guard does not say that it waits", async () => {
    vi.useFakeTimers();
    const answer = deferred();
    const rude: Guard = {
      untimed: true,
      before: async (action) => {
        if (action.args["what"] === "ask") await answer.promise;
        return allowed(action);
      },
    };
    const session = sessionWith({ guards: [rude] });
    const asked = session.execute(callOf("say", "ask"));
    const others = Promise.all(["b", "c"].map((what) => session.execute(callOf("say", what))));
    await vi.advanceTimersByTimeAsync(5000);
    expect(statuses(await others)).toEqual(["success", "success"]);
    expect(vi.getTimerCount()).toBe(0);
    answer.resolve();
    expect((await asked).status).toBe("success");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not deadlock with a guard that executes a call of the session", async () => {
    vi.useFakeTimers();
    const guard: Guard = {
      before: async (action) => {
        if (action.args["what"] === "nest") await session.execute(callOf("say", "inner"));
        return allowed(action);
      },
    };
    const session = sessionWith({ guards: [guard] });
    const outer = session.execute(callOf("say", "nest"), { timeout: Number.POSITIVE_INFINITY });
    await vi.advanceTimersByTimeAsync(100_000);
    // Each evaluation of the guard changes the session, so that the decision is never up to date.
    expect(await outer).toMatchObject({ status: "stopped", recoverable: "caller" });
    expect(session.inFlight).toEqual([]);
  });

  it("decides about the actions that it invokes in its own turn", async () => {
    const guard: Guard = {
      before: async (action, { run }) => {
        if (action.args["what"] !== "outer") return allowed(action);
        const steps = await Promise.all([1, 2].map(() => run?.({ id: "", name: "say", args: { what: "inner" } })));
        expect(steps.map((step) => step?.ran)).toEqual([true, true]);
        return allowed(action);
      },
    };
    const session = sessionWith({ guards: [guard] });
    const calls = [session.execute(callOf("say", "outer")), session.execute(callOf("say", "outer"))];
    expect(statuses(await Promise.all(calls))).toEqual(["success", "success"]);
    expect(session.trajectory).toHaveLength(6);
  });

  it("counts the actions that guards invoke at the same time", async () => {
    const most: Guard = {
      before: async (action, { trajectory }) => {
        await Promise.resolve();
        return action.name === "pay" && trajectory.some(({ action: { name } }) => name === "pay")
          ? stopped("only once")
          : allowed(action);
      },
    };
    const steps: (Step | undefined)[] = [];
    const invoking: Guard = {
      before: async (action, { run }) => {
        if (action.name === "say") {
          steps.push(...(await Promise.all([1, 2, 3].map(() => run?.({ id: "", name: "pay", args: {} })))));
        }
        return allowed(action);
      },
    };
    const session = sessionWith({ guards: [most, invoking] }, [say, saying("pay", async () => 1)]);
    await session.execute(callOf("say"));
    expect(steps.filter((step) => step?.ran)).toHaveLength(1);
  });
});

describe("any interleaving of a session's calls", () => {
  it("gives each admitted action a view with all actions admitted before it", async () => {
    const plan = fc.record({
      waits: fc.boolean(),
      decides: fc.nat(3),
      runs: fc.nat(3),
      invokes: fc.boolean(),
      stops: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(plan, { minLength: 1, maxLength: 6 }), async (scheduler, plans) => {
        const later = async (label: string, times: number): Promise<void> => {
          for (let count = 0; count < times; count++) await scheduler.schedule(Promise.resolve(), label);
        };
        /** The ids in the view of the last evaluation of each action. */
        const views = new Map<string, readonly string[]>();
        const admitted: string[] = [];
        const problems: string[] = [];
        /** The steps that have ended, as guards see them with the history of the session. */
        const ended: Step[] = [];
        const guard: Guard = {
          after: async ({ action }) => {
            await later(`review ${action.id}`, 1);
            return allowed(action);
          },
          before: async (action, { trajectory, wait, run }) => {
            const view = trajectory.map((step) => step.action.id);
            // The executor turns what a guard throws into an action return.
            const calls = view.filter((id) => !id.includes("."));
            if (new Set(calls).size < calls.length) problems.push(`${action.id} sees a call twice: ${calls}`);
            if (calls.includes(action.id)) problems.push(`${action.id} sees itself`);
            for (const [index, step] of trajectory.entries()) {
              if (trajectory.history === undefined || step.inFlight) break;
              ended[index] ??= step;
              if (ended[index] !== step) problems.push(`${action.id} sees another history`);
            }
            for (const { inFlight, endedAt } of trajectory) {
              if ((endedAt === undefined) !== (inFlight === true))
                problems.push(`${action.id} sees a step without a time`);
            }
            views.set(action.id, view);
            const { waits, decides, invokes, stops } = plans[Number(action.args["what"])] ?? {};
            if (waits) await wait?.(() => later(`person ${action.id}`, 2));
            await later(`decision ${action.id}`, decides ?? 0);
            if (invokes && !action.id.includes(".")) await run?.({ id: "", name: "say", args: { what: "9" } });
            return stops ? stopped("no") : allowed(action);
          },
        };
        const tool = saying("say", async (what, { actionId }) => {
          admitted.push(actionId);
          await later(`run ${actionId}`, plans[Number(what)]?.runs ?? 1);
        });
        const session = new ActionExecutor([tool], { guards: [guard] }).session();
        const running = plans.map((_, index) => session.execute(callOf("say", String(index), `c${index}`)));
        await scheduler.waitFor(Promise.all(running));
        const returns = await Promise.all(running);
        expect(problems).toEqual([]);
        for (const [position, id] of admitted.entries()) {
          const before = admitted.slice(0, position).filter((other) => !other.startsWith(`${id}.`));
          // An invoked action may run more than once under one id, if the decision is taken again.
          expect(views.get(id)).toEqual(expect.arrayContaining(before));
        }
        const ids = returns.filter(({ status }) => status !== "pending").map(({ id }) => id);
        expect(session.trajectory.map(({ action }) => action.id)).toEqual(expect.arrayContaining(ids));
        expect(session.trajectory.slice(0, ended.length)).toEqual(ended);
        expect(session.inFlight).toEqual([]);
      }),
      { numRuns: runs(25, 5000) },
    );
  });
});

describe("a ledger in a session", () => {
  it("keeps a call from running twice; both are steps", async () => {
    const run = vi.fn(() => 1);
    const session = sessionWith({ ledger: memoryRunLedger() }, [saying("say", run)]);
    const call = callOf("say", "a");
    await Promise.all([session.execute(call), session.execute(call)]);
    expect(run).toHaveBeenCalledTimes(1);
    expect(session.trajectory).toHaveLength(2);
    expect(session.inFlight).toEqual([]);
  });
});
