import { ActionExecutor, ExecutorError, memoryRunLedger } from "@helve/executor";
import { ToolError, tool } from "@helve/tool";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { callOf, deferred, saying, untilAborted } from "./one-tool.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tool that works until it is let go, and how many calls of it work at the moment. */
function working(name: string, options: Parameters<typeof saying>[2] = {}) {
  const state = { now: 0, most: 0, started: [] as string[], done: deferred() };
  const tool = saying(
    name,
    async (what) => {
      state.started.push(what);
      state.most = Math.max(state.most, ++state.now);
      await new Promise((resolve) => setTimeout(resolve, 10));
      state.now--;
      return what;
    },
    options,
  );
  return { tool, state };
}

describe("limits", () => {
  it("of the executor hold for all its tools together, first come, first served", async () => {
    const { tool: a, state } = working("a");
    const executor = new ActionExecutor([a], { concurrency: 2 });
    const running = Promise.all(["1", "2", "3", "4", "5"].map((what) => executor.execute(callOf("a", what))));
    await vi.runAllTimersAsync();
    expect((await running).every(({ status }) => status === "success")).toBe(true);
    expect(state.most).toBe(2);
    expect(state.started).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("of a tool hold for that tool alone", async () => {
    const one = working("one", { concurrency: 1 });
    const many = working("many");
    const executor = new ActionExecutor([one.tool, many.tool]);
    const calls = ["one", "one", "many", "many"].map((name) => executor.execute(callOf(name)));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect([one.state.most, many.state.most]).toEqual([1, 2]);
  });

  it("of a resource apply to all tools that use it, one at a time by default", async () => {
    for (const [resources, most] of [
      [undefined, 1],
      [{ disk: 2 }, 2],
    ] as const) {
      const { tool: read, state } = working("read", { resource: "disk" });
      const write = { ...read, name: "write" };
      const executor = new ActionExecutor([read, write], { resources });
      const calls = ["read", "write", "read", "write"].map((name) => executor.execute(callOf(name)));
      await vi.runAllTimersAsync();
      await Promise.all(calls);
      expect(state.most).toBe(most);
    }
  });

  it("let others pass who wait for something else", async () => {
    const disk = working("disk", { resource: "disk" });
    const free = working("free");
    const executor = new ActionExecutor([disk.tool, free.tool], { concurrency: 2 });
    const calls = ["disk", "disk", "free"].map((name) => executor.execute(callOf(name, name)));
    await vi.advanceTimersByTimeAsync(1);
    expect([disk.state.now, free.state.now]).toEqual([1, 1]);
    await vi.runAllTimersAsync();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(["success", "success", "success"]);
  });

  it("start the call that has waited longest among the calls that have room", async () => {
    const read = working("read", { resource: "disk" });
    const write = { ...read.tool, name: "write" };
    const free = working("free", { concurrency: 1 });
    const executor = new ActionExecutor([read.tool, write, free.tool], { concurrency: 2 });
    const order = ["read", "write", "free", "free", "read", "free"];
    const calls = order.map((name, index) => executor.execute(callOf(name, String(index))));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect([read.state.most, free.state.most]).toEqual([1, 1]);
    expect(read.state.started).toEqual(["0", "1", "4"]);
    expect(free.state.started).toEqual(["2", "3", "5"]);
  });

  it("add one listener to the signal that all calls share", async () => {
    const { tool: slow } = working("slow", { concurrency: 2, parallel: true });
    const { signal } = new AbortController();
    const listen = vi.spyOn(signal, "addEventListener");
    const calls = Array.from({ length: 500 }, () => callOf("slow"));
    const running = new ActionExecutor([slow]).executeAll(calls, { signal });
    await vi.advanceTimersByTimeAsync(1);
    expect(listen).toHaveBeenCalledTimes(1);
    await vi.runAllTimersAsync();
    expect((await running).every(({ status }) => status === "success")).toBe(true);
  });

  it("do not count the time that a call waits", async () => {
    const { tool } = working("slow", { concurrency: 1, timeout: 15 });
    const executor = new ActionExecutor([tool]);
    const calls = [1, 2, 3].map(() => executor.execute(callOf("slow")));
    await vi.runAllTimersAsync();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(["success", "success", "success"]);
  });

  it("don't delay an aborted call, which takes no place", async () => {
    const { tool, state } = working("slow", { concurrency: 1 });
    const executor = new ActionExecutor([tool]);
    const controller = new AbortController();
    const first = executor.execute(callOf("slow", "1"));
    const second = executor.execute(callOf("slow", "2"), { signal: controller.signal });
    const third = executor.execute(callOf("slow", "3"));
    controller.abort();
    expect(await second).toMatchObject({ status: "failed", error: { code: "aborted" } });
    expect((await second).stages.run).toBeUndefined();
    await vi.runAllTimersAsync();
    expect([(await first).status, (await third).status]).toEqual(["success", "success"]);
    expect(state.started).toEqual(["1", "3"]);
  });

  it("are released by tools that fail, time out or are aborted", async () => {
    const t = saying(
      "t",
      (what, { signal }) => {
        if (what === "throw") throw new Error("no");
        return what === "hang" ? untilAborted(signal) : what;
      },
      { concurrency: 1, timeout: 5 },
    );
    const executor = new ActionExecutor([t]);
    const calls = ["throw", "hang", "fine"].map((what) => executor.execute(callOf("t", what)));
    await vi.runAllTimersAsync();
    expect((await Promise.all(calls)).map(({ error }) => error?.code)).toEqual(["unexpected", "timeout", undefined]);
  });

  it.each([
    ["concurrency", () => new ActionExecutor([], { concurrency: 0 }), '"concurrency" must be at least 1 (got 0)'],
    [
      "a resource",
      () => new ActionExecutor([], { resources: { disk: Number.NaN } }),
      '"resources.disk" must be at least 1 (got NaN)',
    ],
    [
      "a tool",
      () => new ActionExecutor([saying("t", () => 1, { concurrency: -1 })]),
      'the tool "t": "concurrency" must be at least 1 (got -1)',
    ],
  ])("of %s that let nobody through are refused", (_what, make, message) => {
    expect(make).toThrow(ExecutorError);
    expect(make).toThrow(message);
  });
});

describe("an idempotent tool", () => {
  function failing(failures: readonly unknown[], idempotent = true) {
    const at: number[] = [];
    const started = Date.now();
    const tool = saying(
      "t",
      () => {
        const failure = failures[at.push(Date.now() - started) - 1];
        if (failure !== undefined) throw failure;
        return "done";
      },
      { idempotent },
    );
    return { tool, at };
  }

  async function run(failures: readonly unknown[], options: ConstructorParameters<typeof ActionExecutor>[1] = {}) {
    const { tool, at } = failing(failures);
    const running = new ActionExecutor([tool], options).execute(callOf("t"));
    await vi.runAllTimersAsync();
    return { ret: await running, at };
  }

  it("is tried again, each time later", async () => {
    const { ret, at } = await run([new Error("1"), new Error("2")]);
    expect(ret).toMatchObject({ status: "success", stages: { run: { outcome: "returned", attempts: 3 } } });
    expect(at).toEqual([0, 100, 300]);
  });

  it("fails with the last failure after the last retry", async () => {
    const { ret, at } = await run([1, 2, 3, 4].map((n) => new Error(`failure ${n}`)));
    expect(ret).toMatchObject({ status: "failed", errmsg: "t failed: failure 3", stages: { run: { attempts: 3 } } });
    expect(at).toHaveLength(3);
  });

  it("is retried as often and as late as `retry` says", async () => {
    const failures = [1, 2, 3, 4, 5].map((n) => new Error(String(n)));
    const { at } = await run(failures, { retry: { times: 4, delay: 10, factor: 10, maxDelay: 500 } });
    expect(at).toEqual([0, 10, 110, 610, 1110]);
    expect((await run(failures, { retry: { times: 0 } })).at).toEqual([0]);
  });

  it("gets the same arguments each time, whatever it does to them", async () => {
    const seen: string[] = [];
    const pop = tool({
      name: "pop",
      description: "Pop.",
      parameters: z.object({ items: z.array(z.string()).describe("items") }),
      idempotent: true,
      execute: ({ items }) => {
        seen.push(items.join());
        if (items.splice(0).length > 0 && seen.length < 3) throw new Error("again");
      },
    });
    const running = new ActionExecutor([pop]).execute({ id: "1", name: "pop", arguments: '{"items": ["a", "b"]}' });
    await vi.runAllTimersAsync();
    expect((await running).status).toBe("success");
    expect(seen).toEqual(["a,b", "a,b", "a,b"]);
  });

  it("validates its input again if JSON can't copy it", async () => {
    const sizes: number[] = [];
    const clear = tool({
      name: "clear",
      description: "Clear.",
      parameters: z.object({
        items: z
          .array(z.string())
          .transform((items) => new Set(items))
          .describe("items"),
      }),
      idempotent: true,
      execute: ({ items }) => {
        sizes.push(items.size);
        items.clear();
        if (sizes.length < 3) throw new Error("again");
      },
    });
    const running = new ActionExecutor([clear]).execute({ id: "1", name: "clear", arguments: { items: ["a", "b"] } });
    await vi.runAllTimersAsync();
    expect((await running).status).toBe("success");
    expect(sizes).toEqual([2, 2, 2]);
  });

  it("is not retried after an error that isn't transient", async () => {
    expect((await run([new ToolError("There is no such page.")])).at).toEqual([0]);
    expect((await run([Object.assign(new Error("gone"), { code: "ENOENT" })])).at).toEqual([0]);
  });

  it("is retried after a timeout", async () => {
    let calls = 0;
    const t = saying("t", (_, { signal }) => (++calls === 1 ? untilAborted(signal) : "done"), {
      idempotent: true,
      timeout: 20,
    });
    const running = new ActionExecutor([t]).execute(callOf("t"));
    await vi.runAllTimersAsync();
    expect(await running).toMatchObject({ status: "success", stages: { run: { attempts: 2 } } });
  });

  it("is not retried after the caller aborted", async () => {
    const { tool, at } = failing([new Error("1")]);
    const controller = new AbortController();
    const running = new ActionExecutor([tool]).execute(callOf("t"), { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(50);
    controller.abort();
    expect(await running).toMatchObject({ status: "failed", error: { code: "aborted" } });
    expect(at).toEqual([0]);
  });

  it("is the only kind that is tried again", async () => {
    const { tool, at } = failing([new Error("1")], false);
    const running = new ActionExecutor([tool]).execute(callOf("t"));
    await vi.runAllTimersAsync();
    expect(await running).toMatchObject({ status: "failed", stages: { run: { attempts: 1 } } });
    expect(at).toEqual([0]);
  });
});

describe("a ledger", () => {
  it("runs a call once, and returns its result each time", async () => {
    let paid = 0;
    const pay = saying("pay", () => ++paid);
    const executor = new ActionExecutor([pay], { ledger: memoryRunLedger() });
    const first = await executor.execute(callOf("pay", "5", "id"));
    const again = await executor.execute({ id: "id", name: "pay", arguments: '{ "what" : "5" }' });
    expect([first.result, again.result]).toEqual([first.result, first.result]);
    expect([first.stages.run?.replayed, again.stages.run?.replayed]).toEqual([undefined, true]);
    for (const other of [callOf("pay", "6", "id"), callOf("pay", "5", "other")]) await executor.execute(other);
    expect(paid).toBe(3);
  });

  it("makes the same call wait while it runs, and remembers failures too", async () => {
    let runs = 0;
    const fail = saying("fail", async () => {
      runs++;
      await new Promise((resolve) => setTimeout(resolve, 10));
      throw new ToolError("no");
    });
    const executor = new ActionExecutor([fail], { ledger: memoryRunLedger() });
    const calls = [1, 2, 3].map(() => executor.execute(callOf("fail", "x", "id")));
    await vi.runAllTimersAsync();
    expect((await Promise.all(calls)).map(({ error }) => error?.code)).toEqual(Array(3).fill("tool_error"));
    expect(runs).toBe(1);
  });

  it("does not record a run that never started", async () => {
    const { tool, state } = working("t", { concurrency: 1 });
    const executor = new ActionExecutor([tool], { ledger: memoryRunLedger() });
    const controller = new AbortController();
    const busy = executor.execute(callOf("t", "busy"));
    const givenUp = executor.execute(callOf("t", "x", "id"), { signal: controller.signal });
    controller.abort();
    expect((await givenUp).error?.code).toBe("aborted");
    const again = executor.execute(callOf("t", "x", "id"));
    await vi.runAllTimersAsync();
    await busy;
    expect((await again).status).toBe("success");
    expect(state.started).toEqual(["busy", "x"]);
  });

  it("doesn't delay an abort while the same call runs", async () => {
    const wait = saying("wait", () => new Promise(() => undefined));
    const executor = new ActionExecutor([wait], { ledger: memoryRunLedger() });
    const controller = new AbortController();
    void executor.execute(callOf("wait", "x", "id"));
    const second = executor.execute(callOf("wait", "x", "id"), { signal: controller.signal });
    controller.abort();
    expect((await second).error?.code).toBe("aborted");
  });

  it("forgets no call that still runs", async () => {
    const { tool, state } = working("t");
    const executor = new ActionExecutor([tool, saying("quick", () => 1)], { ledger: memoryRunLedger({ max: 1 }) });
    const slow = executor.execute(callOf("t", "slow", "slow"));
    for (const id of ["1", "2"]) await executor.execute(callOf("quick", "x", id));
    const again = executor.execute(callOf("t", "slow", "slow"));
    await vi.runAllTimersAsync();
    expect((await again).stages.run?.replayed).toBe(true);
    expect((await slow).status).toBe("success");
    expect(state.started).toEqual(["slow"]);
  });

  it("forgets the oldest result, and all with `clear`", async () => {
    let runs = 0;
    const ledger = memoryRunLedger({ max: 2 });
    const executor = new ActionExecutor([saying("t", () => ++runs)], { ledger });
    for (const id of ["1", "2", "3", "3", "2", "1"]) await executor.execute(callOf("t", "x", id));
    expect(runs).toBe(4);
    expect(ledger.size).toBe(2);
    ledger.clear();
    expect(ledger.size).toBe(0);
  });
});

describe("timers and listeners of a call", () => {
  /** A caller's signal that knows who listens. */
  function counting() {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    vi.spyOn(signal, "addEventListener").mockImplementation((...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    });
    vi.spyOn(signal, "removeEventListener").mockImplementation((...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    });
    return { controller, signal, listeners: () => listeners };
  }

  const later = (what: string): Promise<string> => new Promise((resolve) => setTimeout(() => resolve(what), 10));

  it.each<[string, (what: string) => unknown, Parameters<typeof saying>[2]]>([
    ["returns at once", (what) => what, {}],
    ["returns later", later, {}],
    ["throws later", (what) => later(what).then(() => Promise.reject(new Error("no"))), {}],
    ["is tried again", (what) => later(what).then(() => Promise.reject(new Error("no"))), { idempotent: true }],
    ["takes too long", () => new Promise(() => undefined), { timeout: 5 }],
    ["waits for its turn", later, { concurrency: 1 }],
    [
      "is a generator",
      async function* () {
        yield await later("a");
      },
      {},
    ],
  ])("is neither a timer nor a listener, when a tool %s", async (_what, execute, options) => {
    const { signal, listeners } = counting();
    const executor = new ActionExecutor([saying("t", execute, options)], { ledger: memoryRunLedger() });
    executor.use((_action, next) => next());
    const running = [1, 2, 3].map(() => executor.execute(callOf("t"), { signal }));
    for (let step = 0; step < 200; step++) await vi.advanceTimersByTimeAsync(5);
    await Promise.all(running);
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0]);
  });

  it("do not leak when the caller aborts", async () => {
    const { controller, signal, listeners } = counting();
    const wait = saying("t", () => new Promise(() => undefined), { concurrency: 2, idempotent: true });
    const executor = new ActionExecutor([wait], { guards: [{ before: () => new Promise(() => undefined) }] });
    const free = new ActionExecutor([wait]);
    const running = [executor, free, free, free].map((one) => one.execute(callOf("t"), { signal }));
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    expect((await Promise.all(running)).map(({ error }) => error?.code)).toEqual(Array(4).fill("aborted"));
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0]);
  });
});
