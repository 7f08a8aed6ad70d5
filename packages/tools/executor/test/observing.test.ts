import type { ResultPart } from "@helve/core";
import { ActionExecutor, type ExecutorEvents, type Middleware } from "@helve/executor";
import { ToolError } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { callOf, deferred, saying } from "./one-tool.ts";

const text = (content: string): readonly ResultPart[] => [{ type: "text", content }];
const say = saying("say", (what) => {
  if (what === "no") throw new ToolError("It says no.");
  return what;
});

function throughAll(...middleware: readonly Middleware[]): ActionExecutor {
  const executor = new ActionExecutor([say]);
  for (const one of middleware) executor.use(one);
  return executor;
}

describe("middleware", () => {
  it("is around the run, the first that was added outermost", async () => {
    const seen: string[] = [];
    const noting =
      (name: string): Middleware =>
      async (_action, next) => {
        seen.push(`${name} before`);
        const parts = await next();
        seen.push(`${name} after`);
        return parts;
      };
    await throughAll(noting("outer"), noting("inner")).execute(callOf("say", "a"));
    expect(seen).toEqual(["outer before", "inner before", "inner after", "outer after"]);
  });

  it("knows the action, the tool and the call, and that the caller aborted", async () => {
    const controller = new AbortController();
    const seen: unknown[] = [];
    const executor = throughAll((action, next, { tool, call, signal }) => {
      seen.push(action.args, tool.name, call.id, signal.aborted);
      controller.abort();
      seen.push(signal.aborted);
      return next();
    });
    await executor.execute(callOf("say", "a", "id"), { signal: controller.signal });
    expect(seen).toEqual([{ what: "a" }, "say", "id", false, true]);
  });

  it("may answer in place of the tool, before it or after it", async () => {
    const instead = await throughAll(async () => text("cached")).execute(callOf("say", "a"));
    expect(instead).toMatchObject({ result: text("cached"), stages: { run: { outcome: "returned", attempts: 0 } } });
    const changed = await throughAll(async (_action, next) => [...(await next()), ...text("!")]).execute(
      callOf("say", "a"),
    );
    expect(changed.result).toEqual([...text("a"), ...text("!")]);
    expect((await throughAll(async () => []).execute(callOf("say"))).result).toEqual([]);
  });

  it("may run the tool again, and catch its errors", async () => {
    const again: Middleware = async (_action, next) => [...(await next()), ...(await next())];
    expect((await throughAll(again).execute(callOf("say", "a"))).stages.run?.attempts).toBe(2);
    const caught = await throughAll((_action, next) => next().catch(() => text("never mind"))).execute(
      callOf("say", "no"),
    );
    expect(caught).toMatchObject({ status: "success", result: text("never mind") });
  });

  it("sees timeouts and invalid results by their codes", async () => {
    const codes: unknown[] = [];
    const watching: Middleware = async (_action, next) => {
      try {
        return await next();
      } catch (error) {
        codes.push((error as { readonly code?: unknown }).code);
        throw new Error("wrapped", { cause: error });
      }
    };
    const hang = saying("hang", () => new Promise(() => undefined), { timeout: 1 });
    const lie = saying("lie", () => 5, { returns: { type: "string" } });
    const executor = new ActionExecutor([hang, lie]).use(watching);
    const late = await executor.execute(callOf("hang"));
    expect(late).toMatchObject({
      error: { code: "timeout" },
      recoverable: "model",
      stages: { run: { outcome: "timeout" } },
    });
    const wrong = await executor.execute(callOf("lie"));
    expect(wrong).toMatchObject({ error: { code: "invalid_result" }, stages: { settle: { ok: false } } });
    expect(codes).toEqual(["timeout", "invalid_result"]);
  });

  it("leaves an error its class when it wraps it", async () => {
    const wrapping: Middleware = (_action, next) =>
      next().catch((error: unknown) => {
        throw new Error("the cache is down", { cause: error });
      });
    const ret = await throughAll(wrapping, wrapping).execute(callOf("say", "no"));
    expect(ret).toMatchObject({ recoverable: "model", error: { code: "tool_error", message: "It says no." } });
  });

  it("that fails counts as a failure of the tool, and one that hangs doesn't delay an abort", async () => {
    const failing: Middleware = () => {
      throw new Error("no disk");
    };
    expect(await throughAll(failing).execute(callOf("say"))).toMatchObject({ status: "failed", recoverable: "caller" });
    const controller = new AbortController();
    const hanging = throughAll(() => new Promise(() => undefined));
    const running = hanging.execute(callOf("say"), { signal: controller.signal });
    controller.abort();
    expect((await running).error?.code).toBe("aborted");
  });

  it("can change neither the action nor the tool's result", async () => {
    const changes: readonly ((action: object, parts: readonly ResultPart[]) => unknown)[] = [
      (action) => Object.assign(action, { name: "rm" }),
      (action) => Object.assign(action, { args: { what: "rm" } }),
      (_action, parts) => Object.assign(parts, { 1: { type: "json", content: 1n } }),
      (_action, [part]) => Object.assign(part ?? {}, { content: 1n }),
    ];
    for (const change of changes) {
      const changing: Middleware = async (action, next) => {
        const parts = await next();
        change(action, parts);
        return parts;
      };
      const ret = await throughAll(changing).execute(callOf("say", "a"));
      expect(ret).toMatchObject({ status: "failed", recoverable: "caller", type: "say", args: { what: "a" } });
      expect(JSON.parse(JSON.stringify(ret))).toEqual(ret);
    }
  });

  it("starts no tool once the caller has aborted or the middleware has returned", async () => {
    const said: string[] = [];
    const executor = new ActionExecutor([saying("say", (what) => said.push(what))]);
    const { promise, resolve } = deferred();
    const late: Promise<unknown>[] = [];
    executor.use(async (action, next) => {
      late.push(promise.then(next).catch((error: unknown) => error));
      if (action.args["what"] === "wait") await promise;
      return text("never mind");
    });
    const controller = new AbortController();
    const waiting = executor.execute(callOf("say", "wait"), { signal: controller.signal });
    expect((await executor.execute(callOf("say", "go on"))).result).toEqual(text("never mind"));
    controller.abort();
    expect((await waiting).error?.code).toBe("aborted");
    resolve();
    expect(await Promise.all(late)).toMatchObject([{ code: "aborted" }, { code: "aborted" }]);
    expect(said).toEqual([]);
  });

  it("that answers in place of the tool gives a direct call the value that its parts stand for", async () => {
    const answers: readonly (readonly [readonly ResultPart[], unknown])[] = [
      [[], undefined],
      [text("a"), "a"],
      [[{ type: "json", content: { n: 1 } }], { n: 1 }],
      [
        [...text("a"), ...text("b")],
        [...text("a"), ...text("b")],
      ],
    ];
    for (const [parts, value] of answers) {
      const executor = new ActionExecutor([say]).use(async () => parts);
      expect(await executor.call("say", { what: "no" })).toEqual(value);
    }
  });

  it("counts for calls that come after it was added", async () => {
    const { promise, resolve } = deferred<readonly ResultPart[]>();
    const executor = throughAll((_action, next) => promise.then(next));
    const before = executor.execute(callOf("say", "a"));
    executor.use(async () => text("later"));
    resolve([]);
    expect((await before).result).toEqual(text("a"));
    expect((await executor.execute(callOf("say", "a"))).result).toEqual(text("later"));
  });

  it("does not run for stopped calls or unknown tools", async () => {
    let runs = 0;
    const executor = new ActionExecutor([say], {
      guards: [{ before: async () => ({ kind: "stop", reason: "no", decision: { passes: [] } }) }],
    }).use((_action, next) => {
      runs++;
      return next();
    });
    for (const name of ["say", "nothing"]) await executor.execute(callOf(name));
    expect(runs).toBe(0);
  });
});

describe("observers", () => {
  const names = [
    "action:start",
    "action:resolved",
    "action:decoded",
    "action:guarded",
    "action:progress",
    "action:end",
  ] as const satisfies readonly (keyof ExecutorEvents)[];

  function observed(executor: ActionExecutor): readonly string[] {
    const seen: string[] = [];
    for (const name of names) executor.on(name, ({ call }) => seen.push(`${name} ${call.id}`));
    return seen;
  }

  it("receive the events in order, up to the stage that failed", async () => {
    const report = saying("report", (_what, context) => context.progress("half"));
    const executor = new ActionExecutor([report]);
    const seen = observed(executor);
    await executor.execute(callOf("report", "a", "1"));
    expect(seen).toEqual(names.map((name) => `${name} 1`));
    await executor.execute(callOf("nothing", "a", "2"));
    expect(seen.slice(6)).toEqual(["action:start 2", "action:resolved 2", "action:end 2"]);
    await executor.execute({ id: "3", name: "report", arguments: "{" });
    expect(seen.slice(9).at(-1)).toBe("action:end 3");
  });

  it("get the records, which they can't change", async () => {
    const executor = throughAll();
    const ends: ExecutorEvents["action:end"][] = [];
    executor.on("action:end", (event) => {
      ends.push(event);
      expect(() => Object.assign(event.actionReturn, { status: "failed" })).toThrow(TypeError);
    });
    const call = callOf("say", "a");
    const ret = await executor.execute(call);
    expect(ends[0]?.actionReturn).toEqual(ret);
    expect([Object.isFrozen(call), Object.isFrozen(ret)]).toEqual([false, false]);
  });

  it("can't fail a call, at once or later, and are not waited for", async () => {
    const executor = throughAll();
    for (const name of names) {
      executor.on(name, () => {
        throw new Error("watcher");
      });
      executor.on(name, () => Promise.reject(new Error("late watcher")));
      executor.on(name, () => new Promise(() => undefined));
    }
    expect((await executor.execute(callOf("say", "a"))).status).toBe("success");
  });

  it("are removed one at a time", async () => {
    const executor = throughAll();
    let told = 0;
    const listener = () => void told++;
    const [first, second] = [executor.on("action:end", listener), executor.on("action:end", listener)];
    await executor.execute(callOf("say"));
    first();
    first();
    await executor.execute(callOf("say"));
    second();
    await executor.execute(callOf("say"));
    expect(told).toBe(3);
  });
});
