// Tools that go on after their time limit, although their signal was aborted.

import { ActionExecutor, parseActionReturn } from "@helve/executor";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callOf, deferred, saying, untilAborted } from "./one-tool.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tool that ignores its signal, and how often it ran and how many runs there were at once. */
function stubborn(duration: number, options: Parameters<typeof saying>[2] = {}) {
  const state = { now: 0, most: 0, runs: 0 };
  const tool = saying(
    "work",
    async () => {
      state.runs++;
      state.most = Math.max(state.most, ++state.now);
      await new Promise((resolve) => setTimeout(resolve, duration));
      state.now--;
      return "done";
    },
    { timeout: 100, ...options },
  );
  return { tool, state };
}

async function allOf(executor: ActionExecutor, count: number) {
  const running = executor.executeAll(Array.from({ length: count }, () => callOf("work")));
  await vi.runAllTimersAsync();
  return running;
}

describe("a tool that goes on after its time limit", () => {
  it.each([
    ["in the order of calls", {}],
    ["of its resource", { resource: "db", parallel: true }],
    ["of its own limit", { concurrency: 1, parallel: true }],
    ["between its retries", { idempotent: true }],
  ])("keeps its place %s", async (_, options) => {
    const { tool, state } = stubborn(250, options);
    const returns = await allOf(new ActionExecutor([tool], { retry: { delay: 1 } }), 3);
    expect(state.most).toBe(1);
    expect(returns[0]?.errmsg).toBe(
      "work took longer than 100 ms, did not stop at its time limit, and may still be running.",
    );
  });

  it("is recorded as still running", async () => {
    const { tool } = stubborn(250);
    const [ret] = await allOf(new ActionExecutor([tool]), 1);
    expect(ret?.stages.run).toMatchObject({ outcome: "timeout", stillRunning: true });
    expect(parseActionReturn(JSON.parse(JSON.stringify(ret)))).toEqual(ret);
  });

  it("leaves its place to the next call as soon as it has ended", async () => {
    const { tool, state } = stubborn(250, { timeout: 200, resource: "db" });
    const returns = await allOf(new ActionExecutor([tool]), 2);
    expect(state).toMatchObject({ runs: 2, most: 1 });
    expect(returns.map(({ error }) => error?.code)).toEqual(["timeout", "timeout"]);
  });

  it.each([
    ["sent with it", {}, "work was not started: a call before it did not stop at its time limit and still runs."],
    ["of its resource", { resource: "db", parallel: true }, "work did not run: an earlier call did not stop"],
  ])("refuses a call %s that would wait for it longer than its own limit", async (_, options, message) => {
    const { tool, state } = stubborn(1e9, options);
    const returns = await allOf(new ActionExecutor([tool]), 3);
    expect(returns.map(({ error }) => error?.code)).toEqual(["timeout", "blocked", "blocked"]);
    expect(returns[1]).toMatchObject({ recoverable: "model" });
    expect(returns[1]?.errmsg).toContain(message);
    expect(state.runs).toBe(1);
  });

  it("does not stop a call that waits for other runs of the same limit", async () => {
    const gate = deferred<string>();
    const work = saying("work", (what) => (what === "hang" ? new Promise(() => undefined) : gate.promise), {
      resource: "db",
      timeout: 1e6,
    });
    const executor = new ActionExecutor([work], { resources: { db: 2 } });
    const hangs = executor.execute(callOf("work", "hang"), { timeout: 10 });
    const healthy = executor.execute(callOf("work"));
    const waits = executor.execute(callOf("work"), { timeout: 50 });
    await vi.advanceTimersByTimeAsync(500);
    gate.resolve("done");
    await vi.runAllTimersAsync();
    expect((await Promise.all([hangs, healthy, waits])).map(({ status }) => status)).toEqual([
      "failed",
      "success",
      "success",
    ]);
  });

  it("is not waited for by a call that the caller aborts", async () => {
    const { tool } = stubborn(1e9, { timeout: Number.POSITIVE_INFINITY });
    const controller = new AbortController();
    const running = new ActionExecutor([tool]).executeAll([callOf("work"), callOf("work")], {
      signal: controller.signal,
    });
    await vi.advanceTimersByTimeAsync(1000);
    controller.abort();
    await vi.runAllTimersAsync();
    expect((await running).map(({ error }) => error?.code)).toEqual(["aborted", "aborted"]);
  });
});

describe("a tool that reacts to its signal at its time limit", () => {
  it("was stopped, and what it had printed is in the error", async () => {
    const work = saying(
      "work",
      async (_, { signal }) => {
        await untilAborted(signal).catch(() => undefined);
        throw Object.assign(new Error("ended"), { partialOutput: { stdout: "started", stderr: "" } });
      },
      { timeout: 100 },
    );
    const [ret] = await allOf(new ActionExecutor([work]), 1);
    expect(ret?.errmsg).toBe("work took longer than 100 ms and was stopped.\n\nOutput before that:\nstarted");
    expect(ret?.stages.run?.stillRunning).toBeUndefined();
  });

  it("does not claim to have stopped what went through", async () => {
    const { tool } = stubborn(150);
    const [ret] = await allOf(new ActionExecutor([tool]), 1);
    expect(ret?.errmsg).toBe(
      "work took longer than 100 ms: it ended after its time limit, and its result was dropped.",
    );
  });

  it("is a generator that was closed before the next call starts", async () => {
    const events: string[] = [];
    const count = saying(
      "work",
      async function* () {
        try {
          for (;;) {
            await new Promise((resolve) => setTimeout(resolve, 40));
            yield 1;
          }
        } finally {
          events.push("closed");
        }
      },
      { timeout: 100 },
    );
    const next = saying("next", () => void events.push("next"));
    const running = new ActionExecutor([count, next]).executeAll([callOf("work"), callOf("next")]);
    await vi.runAllTimersAsync();
    expect((await running)[0]?.errmsg).toBe("work took longer than 100 ms and was stopped.");
    expect(events).toEqual(["closed", "next"]);
  });
});

describe("the time limit of a tool", () => {
  it("may depend on its arguments", async () => {
    const work = saying("work", (_, { signal }) => untilAborted(signal), {
      timeout: ({ what }) => Number(what),
    });
    const executor = new ActionExecutor([work], { timeout: 300 });
    const running = ["50", "70", "none"].map((what) => executor.execute(callOf("work", what)));
    await vi.runAllTimersAsync();
    expect((await Promise.all(running)).map(({ errmsg }) => errmsg)).toEqual([
      "work took longer than 50 ms and was stopped.",
      "work took longer than 70 ms and was stopped.",
      "work took longer than 300 ms and was stopped.",
    ]);
  });
});
