import type { ActionReturn } from "@helve/core";
import { ExecutorError, rateLimit } from "@helve/executor";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lookAt, oneTool } from "./one-tool.ts";

describe("rateLimit", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** When each call began, in milliseconds from the start, by what it looked at. */
  function clocked(options: Parameters<typeof rateLimit>[0]) {
    const began: [what: unknown, at: number][] = [];
    const start = performance.now();
    const execute = (what: unknown) => {
      began.push([what, Math.round(performance.now() - start)]);
    };
    return { began, executor: oneTool({ execute }, rateLimit(options)) };
  }

  it("lets so many runs begin in any stretch of time, first come, first served", async () => {
    const { began, executor } = clocked({ calls: 2, per: 1000 });
    const calls = ["a", "b", "c", "d", "e"].map((what) => executor.execute(lookAt(what)));
    await vi.advanceTimersByTimeAsync(5000);
    await Promise.all(calls);
    expect(began).toEqual([
      ["a", 0],
      ["b", 0],
      ["c", 1000],
      ["d", 1000],
      ["e", 2000],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("counts a stretch from each run, not from the clock", async () => {
    const { began, executor } = clocked({ calls: 2, per: 1000 });
    await executor.execute(lookAt("a"));
    await vi.advanceTimersByTimeAsync(900);
    const calls = ["b", "c", "d"].map((what) => executor.execute(lookAt(what)));
    await vi.advanceTimersByTimeAsync(5000);
    await Promise.all(calls);
    expect(began).toEqual([
      ["a", 0],
      ["b", 900],
      ["c", 1000],
      ["d", 1900],
    ]);
  });

  it("counts calls with the same name together", async () => {
    const { began, executor } = clocked({ calls: 1, per: 1000, by: ({ args }) => String(args["what"]) });
    const calls = ["a", "b", "a"].map((what) => executor.execute(lookAt(what)));
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(calls);
    expect(began).toEqual([
      ["a", 0],
      ["b", 0],
      ["a", 1000],
    ]);
  });

  it("refuses a call that would have to wait too long, and tells the model when to try again", async () => {
    const { executor } = clocked({ calls: 1, per: 1000, maxWait: 0 });
    await executor.execute(lookAt("a"));
    await vi.advanceTimersByTimeAsync(400);
    expect(await executor.execute(lookAt("b"))).toMatchObject({
      status: "failed",
      recoverable: "model",
      errmsg: "look can be called 1 time in 1000 ms. Try again in 600 ms.",
    });
    await vi.advanceTimersByTimeAsync(600);
    expect((await executor.execute(lookAt("c"))).status).toBe("success");
  });

  it("counts waiting calls when it estimates the wait", async () => {
    const { began, executor } = clocked({ calls: 2, per: 1000, maxWait: 2000 });
    const calls = Array.from({ length: 7 }, (_, index) => executor.execute(lookAt(index)));
    await vi.advanceTimersByTimeAsync(5000);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses).toEqual([...Array(6).fill("success"), "failed"]);
    expect(began.map(([, at]) => at)).toEqual([0, 0, 1000, 1000, 2000, 2000]);
  });

  it("lets a waiting call be aborted: the next one takes its turn, and no timer leaks", async () => {
    const { began, executor } = clocked({ calls: 1, per: 1000 });
    await executor.execute(lookAt("a"));
    const callers = [new AbortController(), new AbortController()];
    const [b, c] = callers.map(({ signal }, index) => executor.execute(lookAt("bc"[index]), { signal }));
    await vi.advanceTimersByTimeAsync(500);
    callers[0]?.abort();
    expect((await b)?.error?.code).toBe("aborted");
    await vi.advanceTimersByTimeAsync(500);
    await c;
    expect(began).toEqual([
      ["a", 0],
      ["c", 1000],
    ]);

    const last = new AbortController();
    const d = executor.execute(lookAt("d"), { signal: last.signal });
    await vi.advanceTimersByTimeAsync(10);
    last.abort();
    await d;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not count the wait as time of the tool", async () => {
    const executor = oneTool({ execute: () => "done" }, rateLimit({ calls: 1, per: 1000 }));
    const calls = [executor.execute(lookAt("a"), { timeout: 500 }), executor.execute(lookAt("b"), { timeout: 500 })];
    await vi.advanceTimersByTimeAsync(1000);
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(["success", "success"]);
  });

  it("never starts more runs than allowed, and loses none, in any order of arrivals and aborts", async () => {
    const arrival = fc.record({
      after: fc.integer({ min: 0, max: 300 }),
      givesUp: fc.option(fc.integer({ min: 1, max: 900 })),
    });
    const limits = fc.record({ calls: fc.integer({ min: 1, max: 4 }), per: fc.integer({ min: 1, max: 500 }) });
    await fc.assert(
      fc.asyncProperty(limits, fc.array(arrival, { maxLength: 20 }), async (limit, arrivals) => {
        const { began, executor } = clocked(limit);
        const returns: Promise<ActionReturn>[] = [];
        for (const [index, { after, givesUp }] of arrivals.entries()) {
          await vi.advanceTimersByTimeAsync(after);
          const caller = new AbortController();
          if (givesUp !== null) setTimeout(() => caller.abort(), givesUp);
          returns.push(executor.execute(lookAt(index), { signal: caller.signal }));
        }
        await vi.advanceTimersByTimeAsync(20_000);
        const ended = await Promise.all(returns);
        expect(ended.filter(({ status }) => status === "success")).toHaveLength(began.length);
        expect(began.map(([what]) => what)).toEqual(
          began.map(([what]) => what).toSorted((a, b) => Number(a) - Number(b)),
        );
        for (const [index, [, at]] of began.entries()) {
          const before = began[index - limit.calls];
          if (before !== undefined) expect(at - before[1]).toBeGreaterThanOrEqual(limit.per);
        }
      }),
    );
  });

  it("reports invalid options", () => {
    expect(() => rateLimit({ calls: 0, per: Number.NaN })).toThrow(
      new ExecutorError([
        { code: "range", message: 'rateLimit: "calls" must be a whole number above 0 (got 0)' },
        { code: "range", message: 'rateLimit: "per" must be a number of milliseconds above 0 (got NaN)' },
      ]),
    );
  });
});
