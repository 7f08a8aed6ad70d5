import type { Action, Guard, GuardContext, Verdict } from "@helve/core";
import { ActionExecutor, cacheResults, type ExecutorOptions, type Middleware, rateLimit } from "@helve/executor";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callOf, saying } from "./one-tool.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const decision = { passes: [] };
const never = (): Promise<never> => new Promise(() => undefined);
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const allow = (action: Action): Verdict => ({ kind: "allow", action, decision });
const say = saying("say", (what) => what);

function executorWith(guard: Guard, options: ExecutorOptions = {}): ActionExecutor {
  return new ActionExecutor([say], { guards: [guard], ...options });
}

describe("a guard that does not decide", () => {
  it("stops the action after the time limit of the executor, which is 60 seconds by default", async () => {
    const running = executorWith({ before: never }).execute(callOf("say"));
    await vi.advanceTimersByTimeAsync(59_999);
    let hasEnded = false;
    void running.then(() => {
      hasEnded = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(hasEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    const ret = await running;
    const message = "say was stopped: a guard took longer than 60000 ms to decide.";
    expect(ret).toMatchObject({ status: "stopped", recoverable: "caller", error: { code: "timeout", message } });
    expect(ret.stages.run).toBeUndefined();
    expect(ret.verdict).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ["the call", { timeout: 5000 }, { timeout: 50 }],
    ["the executor", { timeout: 50 }, {}],
    ["guards", { guardTimeout: 50, timeout: 5000 }, { timeout: 4000 }],
  ])("is ended by the time limit of %s", async (_whose, options, callOptions) => {
    const running = executorWith({ before: never }, options).execute(callOf("say"), callOptions);
    await vi.advanceTimersByTimeAsync(51);
    expect((await running).errmsg).toContain("longer than 50 ms");
  });

  it("is not ended if it is untimed, for it may wait for a person", async () => {
    const person: Guard = { untimed: true, before: (action) => after(86_400_000).then(() => allow(action)) };
    const running = executorWith(person, { timeout: 50 }).execute(callOf("say"));
    await vi.runAllTimersAsync();
    expect((await running).status).toBe("success");
  });

  it("withholds the result if it does not decide after the run", async () => {
    const guard: Guard = { before: async (action) => allow(action), after: never };
    const running = executorWith(guard, { timeout: 50 }).execute(callOf("say", "secret"));
    await vi.advanceTimersByTimeAsync(51);
    const ret = await running;
    expect(ret).toMatchObject({ status: "stopped", recoverable: "caller", error: { code: "withheld" } });
    expect(JSON.stringify(ret.observation)).not.toContain("secret");
  });

  it("stops a call that is resumed", async () => {
    const request = { action: { id: "1", name: "say", args: {} }, rules: [], fixes: [] };
    const guard: Guard = { before: async () => ({ kind: "pending", request, decision }), resume: never };
    const executor = executorWith(guard, { timeout: 50 });
    const waiting = await executor.execute(callOf("say", undefined, "1"));
    const running = executor.resume(waiting, "yes");
    await vi.advanceTimersByTimeAsync(51);
    expect(await running).toMatchObject({ status: "stopped", error: { code: "timeout" } });
  });

  it("has its own limit: each guard may take that long", async () => {
    const slow: Guard = { before: (action) => after(40).then(() => allow(action)) };
    const running = new ActionExecutor([say], { guards: [slow, slow], timeout: 50 }).execute(callOf("say"));
    await vi.runAllTimersAsync();
    expect((await running).status).toBe("success");
  });

  it("is not charged for the actions that it runs, which have limits of their own", async () => {
    const slow = saying("slow", (what) => after(80).then(() => what), { timeout: 100 });
    const runsMore: Guard = {
      before: async (action, { run }) => {
        if (action.name === "say") {
          await run?.({ ...action, name: "slow" });
          await run?.({ ...action, name: "slow" });
          await after(40);
        }
        return allow(action);
      },
    };
    const executor = new ActionExecutor([say, slow], { guards: [runsMore], timeout: 50 });
    const running = executor.execute(callOf("say"));
    await vi.runAllTimersAsync();
    const ret = await running;
    expect(ret.status).toBe("success");
    expect(ret.stages.guard?.invoked?.map(({ status }) => status)).toEqual(["success", "success"]);
  });

  it("can't run actions for a call that has ended", async () => {
    const ran: string[] = [];
    const note = saying("note", (what) => ran.push(what));
    let context: GuardContext | undefined;
    const late: Guard = {
      before: async (action, given) => {
        context = given;
        await after(100);
        await given.run?.({ ...action, name: "note" });
        return allow(action);
      },
    };
    const executor = new ActionExecutor([say, note], { guards: [late], timeout: 50 });
    const running = executor.execute(callOf("say"));
    await vi.advanceTimersByTimeAsync(51);
    expect((await running).status).toBe("stopped");
    expect(context?.signal.aborted).toBe(true);
    await vi.runAllTimersAsync();
    expect(ran).toEqual([]);
  });
});

describe("a middleware that does not end", () => {
  const through = (options: ExecutorOptions, ...layers: readonly Middleware[]): ActionExecutor => {
    const executor = new ActionExecutor([say, slow], options);
    for (const layer of layers) executor.use(layer);
    return executor;
  };
  const slow = saying("slow", (what) => after(40).then(() => what));

  it.each<[string, Middleware]>([
    ["before the tool", never],
    ["after the tool", async (_action, next) => next().then(never)],
    ["within another", async (_action, next) => next()],
  ])("fails the call after the time limit: %s", async (_when, layer) => {
    const running = through({ timeout: 50 }, layer, never).execute(callOf("say"));
    await vi.runAllTimersAsync();
    const message = "say was stopped: its middleware took longer than 50 ms.";
    const ret = await running;
    expect(ret).toMatchObject({ status: "failed", recoverable: "caller", error: { code: "timeout", message } });
    expect(ret.stages.run?.outcome).toBe("timeout");
  });

  it("has its signal aborted, and can't start the tool any more", async () => {
    const ran: string[] = [];
    const note = saying("note", (what) => ran.push(what), { timeout: 50 });
    let isAborted: boolean | undefined;
    const executor = new ActionExecutor([note]).use(async (_action, next, { signal }) => {
      await after(100);
      isAborted = signal.aborted;
      return next();
    });
    const running = executor.execute(callOf("note"));
    await vi.runAllTimersAsync();
    expect((await running).error?.code).toBe("timeout");
    expect([isAborted, ran]).toEqual([true, []]);
  });

  it("is not charged for the tool, however often it runs it", async () => {
    const thrice: Middleware = async (_action, next) => {
      await next();
      await after(20);
      await Promise.all([next(), next()]);
      await after(20);
      return next();
    };
    const running = through({ timeout: 50 }, thrice).execute(callOf("slow", "a"));
    await vi.runAllTimersAsync();
    expect((await running).result).toEqual([{ type: "text", content: "a" }]);
  });

  it("is not ended if it is untimed, but the middleware inside of it is", async () => {
    const patient: Middleware = Object.assign(
      async (...[, next]: Parameters<Middleware>) => {
        await after(1000);
        return next();
      },
      { untimed: true },
    );
    const waiting = through({ timeout: 50 }, patient).execute(callOf("slow", "a"));
    const hanging = through({ timeout: 50 }, patient, never).execute(callOf("slow", "a"));
    await vi.advanceTimersByTimeAsync(1060);
    expect([(await waiting).status, (await hanging).error?.code]).toEqual(["success", "timeout"]);
  });

  it("is not a rate limit, under which calls wait for their turn", async () => {
    const executor = through({ timeout: 50 }, rateLimit({ calls: 1, per: 1000 }));
    const calls = [1, 2, 3].map(() => executor.execute(callOf("say", "a")));
    await vi.runAllTimersAsync();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(["success", "success", "success"]);
  });

  it("does not block equal calls that wait for a cached result", async () => {
    const same = saying("same", (what) => what, { idempotent: true });
    let calls = 0;
    const executor = new ActionExecutor([same], { timeout: 50 })
      .use(cacheResults())
      .use((_action, next) => (++calls === 1 ? never() : next()));
    const running = [executor.execute(callOf("same", "a")), executor.execute(callOf("same", "a"))];
    await vi.runAllTimersAsync();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(["failed", "success"]);
  });

  it("has no limit if the tool has none", async () => {
    const patient: Middleware = async (_action, next) => after(86_400_000).then(next);
    const running = through({ timeout: Number.POSITIVE_INFINITY }, patient).execute(callOf("say", "a"));
    await vi.runAllTimersAsync();
    expect((await running).status).toBe("success");
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a schema that does not settle", () => {
  it("ends the call after the time limit, and the tool does not run", async () => {
    const tool = { ...say, validate: never };
    const running = new ActionExecutor([tool], { timeout: 50 }).execute(callOf("say", "hi"));
    await vi.advanceTimersByTimeAsync(51);
    const message = "say did not run: its schema took longer than 50 ms to validate the arguments.";
    expect(await running).toMatchObject({
      status: "failed",
      recoverable: "caller",
      error: { code: "timeout", message },
      stages: { decode: { args: null } },
    });
    expect(vi.getTimerCount()).toBe(0);
  });
});
