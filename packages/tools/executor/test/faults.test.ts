import type { Action, Guard, GuardContext, ToolCall, Verdict } from "@helve/core";
import { ActionExecutor, parseActionReturn } from "@helve/executor";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { callOf, saying } from "./one-tool.ts";

const rejections: unknown[] = [];
const onRejection = (reason: unknown): void => void rejections.push(reason);
beforeAll(() => void process.on("unhandledRejection", onRejection));
afterAll(() => void process.off("unhandledRejection", onRejection));

/** An object that nobody can look at. */
const proxy: object = new Proxy(
  {},
  Object.fromEntries(
    ["get", "has", "ownKeys", "getPrototypeOf", "getOwnPropertyDescriptor"].map((trap) => [
      trap,
      () => {
        throw new Error(`${trap} is forbidden`);
      },
    ]),
  ),
);

/** A value that can be awaited, but is no promise. */
function thenable(then: (resolve: (value: unknown) => void) => void): object {
  return Object.fromEntries(new Map([["then", then]]));
}

class Unreadable extends Error {
  override get message(): string {
    throw new Error("no message");
  }
}

const oddities: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["undefined", undefined],
  ["a number", 5],
  ["a symbol", Symbol("x")],
  ["an object without a prototype", Object.create(null)],
  ["a proxy that throws", proxy],
  ["an error whose message throws", new Unreadable()],
  ["a function", () => 1],
  ["an error that is its own cause", Object.assign(new Error("a"), { cause: proxy })],
];

describe("a tool that throws", () => {
  it.each(oddities)("%s fails, and the record is JSON", async (_what, thrown) => {
    const now = saying("now", () => {
      throw thrown;
    });
    const later = saying("later", () => Promise.reject(thrown));
    const executor = new ActionExecutor([now, later]);
    for (const name of ["now", "later"]) {
      const ret = await executor.execute(callOf(name));
      expect(ret).toMatchObject({ status: "failed", recoverable: "caller", error: { code: "unexpected" } });
      expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
    }
  });

  it("anything at all, wherever it is wrapped, fails", async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), async (thrown, cause) => {
        const executor = new ActionExecutor([saying("t", () => Promise.reject(thrown))]);
        executor.use(async (_action, next) => {
          try {
            return await next();
          } catch (error) {
            throw Object.assign(new Error("wrapped", { cause: error }), { code: cause });
          }
        });
        const ret = await executor.execute(callOf("t"));
        expect(ret.status).toBe("failed");
        expect(JSON.parse(JSON.stringify(ret))).toEqual(ret);
      }),
    );
  });
});

describe("a call whose arguments", () => {
  it.each([
    ["can't be looked at", proxy],
    ["have no prototype, and no JSON", Object.assign(Object.create(null), { what: 1n })],
    [
      "throw when they are written",
      {
        toJSON: () => {
          throw new Error("no");
        },
      },
    ],
  ])("%s is refused, and the record is JSON", async (_what, args) => {
    const told: unknown[] = [];
    const executor = new ActionExecutor([saying("t", () => 1)]);
    executor.on("action:decoded", ({ call }) => told.push(typeof call.arguments, Object.isFrozen(call)));
    const ret = await executor.execute({ id: "1", name: "t", arguments: args });
    expect(ret.status).toBe("invalid_arguments");
    expect(JSON.parse(JSON.stringify(ret))).toEqual(ret);
    expect(told).toEqual(["string", true]);
  });
});

describe("a tool that gives back", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;

  it.each([
    ["a circle", circle, "invalid_result"],
    ["a bigint", 1n, "invalid_result"],
    ["a function", () => 1, "invalid_result"],
    ["a proxy that throws", proxy, "unexpected"],
    ["what throws when it is written", { toJSON: () => JSON.parse("{") }, "unexpected"],
    ["a list that looks like parts until it is read", [{ type: "text", content: "a" }, proxy], "unexpected"],
    ["a promise that is none of JavaScript's", thenable((resolve) => resolve(circle)), "invalid_result"],
    [
      "a promise that throws",
      thenable(() => {
        throw new Error("no");
      }),
      "unexpected",
    ],
  ])("%s fails, for the caller to mend", async (_what, value, code) => {
    const ret = await new ActionExecutor([saying("t", () => value)]).execute(callOf("t"));
    expect(ret).toMatchObject({ status: "failed", recoverable: "caller", error: { code } });
    expect(JSON.parse(JSON.stringify(ret))).toEqual(ret);
  });

  it("ten million characters succeeds: cutting them is for middleware", async () => {
    const ret = await new ActionExecutor([saying("t", () => "x".repeat(1e7))]).execute(callOf("t"));
    expect(String(ret.result?.[0]?.content).length).toBe(1e7);
  });
});

describe("a tool that can't stop", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is abandoned, and what it throws later is ignored", async () => {
    const late = saying(
      "late",
      () => new Promise((_, reject) => setTimeout(() => reject(new Error("too late")), 1000)),
      { timeout: 10 },
    );
    const running = new ActionExecutor([late]).execute(callOf("late"));
    await vi.runAllTimersAsync();
    expect((await running).error?.code).toBe("timeout");
    vi.useRealTimers();
    await new Promise((resolve) => setImmediate(resolve));
    expect(rejections).toEqual([]);
  });

  it("ends once, with the first outcome, if it settles twice", async () => {
    const twice = saying(
      "twice",
      () =>
        new Promise((resolve, reject) => {
          resolve("first");
          reject(new Error("second"));
          resolve("third");
        }),
    );
    const ended = vi.fn();
    const executor = new ActionExecutor([twice]);
    executor.on("action:end", ended);
    expect((await executor.execute(callOf("twice"))).result).toEqual([{ type: "text", content: "first" }]);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it("is waited for over turns of the event loop", async () => {
    const turns = saying("turns", async (what) => {
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve));
      return what;
    });
    const running = new ActionExecutor([turns]).execute(callOf("turns", "x"));
    await vi.runAllTimersAsync();
    expect((await running).status).toBe("success");
  });
});

describe("a generator that floods", () => {
  it("is stopped at its time limit, even if it never waits", async () => {
    let isClosed = false;
    const flood = saying(
      "flood",
      async function* () {
        try {
          for (let n = 0; ; n++) yield n;
        } finally {
          isClosed = true;
        }
      },
      { timeout: 20 },
    );
    const ret = await new ActionExecutor([flood]).execute(callOf("flood"));
    expect(ret.error?.code).toBe("timeout");
    await new Promise((resolve) => setTimeout(resolve));
    expect(isClosed).toBe(true);
  });

  it("is stopped when the caller aborts", async () => {
    const flood = saying("flood", async function* () {
      for (let n = 0; ; n++) yield n;
    });
    const controller = new AbortController();
    const ret = await new ActionExecutor([flood]).execute(callOf("flood"), {
      signal: controller.signal,
      onProgress: (n) => n === 1000 && controller.abort(),
    });
    expect(ret.error?.code).toBe("aborted");
  });
});

describe("guards, middleware and observers", () => {
  const ways = ["returns", "throws", "rejects", "resolves", "goes on"] as const;
  const fault = fc.record({ way: fc.constantFrom(...ways), value: fc.anything({ withBigInt: true, withDate: true }) });

  /** Performs the fault in place of the operation. */
  function faulty<Result>({ way, value }: { way: (typeof ways)[number]; value: unknown }, goOn: () => Result): Result {
    if (way === "throws") throw value;
    if (way === "goes on") return goOn();
    return (way === "rejects" ? Promise.reject(value) : way === "resolves" ? Promise.resolve(value) : value) as Result;
  }

  it("never make `execute` throw, nor add values to a record that JSON can't represent", async () => {
    await fc.assert(
      fc.asyncProperty(fault, fault, fault, fault, fc.anything(), async (before, after, around, tool, call) => {
        const allow = async (action: Action): Promise<Verdict> => ({ kind: "allow", action, decision: { passes: [] } });
        const guard: Guard = {
          before: (action) => faulty(before, () => allow(action)),
          after: ({ action }) => faulty(after, () => allow(action)),
        };
        const executor = new ActionExecutor([saying("t", (what) => faulty<unknown>(tool, () => what))], {
          guards: [guard],
        });
        executor.use((_action, next) => faulty(around, next));
        executor.on("action:end", () => faulty(tool, () => undefined));
        for (const one of [callOf("t", "a"), { ...callOf("t"), arguments: call }, call as ToolCall]) {
          const ret = await executor.execute(one);
          expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
        }
      }),
    );
  });

  it("nor do actions that guards decode and run in addition", async () => {
    const loose = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true }),
      fc.record({ name: fc.constantFrom("t", "u", "__proto__", 5), args: fc.anything(), invokedBy: fc.anything() }),
    );
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(loose, fc.constant({ name: "t", args: circle })),
        fc.boolean(),
        async (odd, isCaught) => {
          const allow = (action: Action): Verdict => ({ kind: "allow", action, decision: { passes: [] } });
          const beside = async (action: Action, { decode, run }: GuardContext): Promise<Verdict> => {
            try {
              await decode(odd as Action);
              await run?.(odd as Action);
            } catch (error) {
              if (!isCaught) throw error;
            }
            return allow(action);
          };
          const guard: Guard = {
            before: (action, context) => (action.id === "1" ? beside(action, context) : Promise.resolve(allow(action))),
            after: ({ action }, context) =>
              action.id === "1" ? beside(action, context) : Promise.resolve(allow(action)),
          };
          const executor = new ActionExecutor([saying("t", (what) => what)], { guards: [guard] });
          const ret = await executor.execute(callOf("t", "a", "1"));
          expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
        },
      ),
    );
  });
});
