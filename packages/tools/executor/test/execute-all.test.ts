import type { Guard } from "@helve/core";
import { ActionExecutor, UnexpectedError } from "@helve/executor";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import inspect from "./fixtures/inspect-loop.json" with { type: "json" };
import { callOf, saying } from "./one-tool.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Where we do otherwise than Inspect, and why. */
const differences: Readonly<Record<string, { readonly trace: readonly string[]; readonly why: string }>> = {
  parallel_fatal_skips_later_stage: {
    trace: ["start:A", "start:B", "raise:B", "end:A", "start:C", "end:C"],
    why: "one failure does not lose the rest: siblings go on, and the failed call is an action return among the others",
  },
};

describe("Inspect's execution of several calls", () => {
  it.each(inspect.parallel)("$id", async ({ id, tools, calls, trace, messages }) => {
    const seen: string[] = [];
    const made = tools.map(({ name, parallel, sleep, raises }) =>
      saying(
        name,
        async (label) => {
          seen.push(`start:${label}`);
          await new Promise((resolve) => setTimeout(resolve, sleep * 1000));
          if (raises !== null) {
            seen.push(`raise:${label}`);
            throw new Error(raises);
          }
          seen.push(`end:${label}`);
          return label;
        },
        { parallel },
      ),
    );
    const executor = new ActionExecutor(made);
    const running = executor.executeAll(calls.map(([name = "", what], index) => callOf(name, what, `c${index}`)));
    await vi.runAllTimersAsync();
    const rets = await running;

    expect(seen).toEqual(differences[id]?.trace ?? trace);
    expect(rets.map((ret) => ret.id)).toEqual(calls.map((_, index) => `c${index}`));
    for (const [index, message] of (messages ?? []).entries()) {
      const { status, result } = rets[index] ?? {};
      if (message.error === null) expect(result).toEqual([{ type: "text", content: message.content }]);
      else expect(status).toBe("unknown_tool");
    }
  });
});

describe("several calls", () => {
  const decision = { passes: [] };

  it("return an empty list for no calls", async () => {
    expect(await new ActionExecutor([]).executeAll([])).toEqual([]);
  });

  it("each get the steps of those before them, which have ended or are in flight", async () => {
    const lengths: number[] = [];
    const counting: Guard = {
      before: async (action, { trajectory }) => {
        lengths.push(trajectory.length);
        return { kind: "allow", action, decision };
      },
    };
    const together = saying("together", () => 1, { parallel: true });
    const alone = saying("alone", () => 1);
    const executor = new ActionExecutor([together, alone], { guards: [counting] });
    await executor.executeAll(["together", "together", "alone", "together"].map((name) => callOf(name)));
    expect(lengths).toEqual([0, 1, 2, 3]);
  });

  it("are not started after one that ends the agent", async () => {
    const started: string[] = [];
    const say = saying("say", (what) => started.push(what));
    const ending: Guard = {
      before: async (action) =>
        action.args["what"] === "stop"
          ? { kind: "end", reason: "enough", decision }
          : { kind: "allow", action, decision },
    };
    const executor = new ActionExecutor([say], { guards: [ending] });
    const rets = await executor.executeAll(["a", "stop", "b", "c"].map((what) => callOf("say", what)));
    expect(started).toEqual(["a"]);
    expect(rets.map(({ recoverable }) => recoverable)).toEqual([null, "nobody", "nobody", "nobody"]);
    expect(rets[3]?.errmsg).toBe("say was not started, because say before it ended the agent.");
  });

  it("end when the caller aborts, each with its own action return", async () => {
    const wait = saying("wait", () => new Promise(() => undefined));
    const controller = new AbortController();
    const running = new ActionExecutor([wait]).executeAll([callOf("wait"), callOf("wait")], {
      signal: controller.signal,
    });
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    expect((await running).map(({ error }) => error?.code)).toEqual(["aborted", "aborted"]);
  });

  it("throw an unexpected error, if they are to, when their neighbours have ended", async () => {
    const ended: string[] = [];
    const crash = saying("crash", () => Promise.reject(new Error("crash")), { parallel: true });
    const slow = saying("slow", () => new Promise((resolve) => setTimeout(resolve, 50)), { parallel: true });
    const executor = new ActionExecutor([crash, slow], { onUnexpected: "throw" });
    executor.on("action:end", ({ actionReturn }) => ended.push(actionReturn.type));
    const running = executor.executeAll([callOf("crash"), callOf("slow")]).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await running).toBeInstanceOf(UnexpectedError);
    expect(ended).toEqual(["crash", "slow"]);
  });
});
