import { cacheResults } from "@helve/executor";
import { ToolError } from "@helve/tool";
import { afterEach, describe, expect, it, vi } from "vitest";
import { gate, lookAt, oneTool } from "./one-tool.ts";

function counting(result: (run: number) => unknown = (run) => `run ${run}`): () => unknown {
  let runs = 0;
  return () => {
    runs++;
    return result(runs);
  };
}

/** Waits until nothing goes on without something else happening first. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const text = (content: string) => [{ type: "text", content }];

describe("cacheResults", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("gives an equal call the result that is there already, however its arguments are written", async () => {
    const executor = oneTool({ idempotent: true, execute: counting() }, cacheResults());
    const call = { id: "1", name: "look" };
    const first = await executor.execute({ ...call, arguments: '{"what": {"a": 1, "b": 2}}' });
    const second = await executor.execute({ ...call, id: "2", arguments: '{"what": {"b": 2, "a": 1}}' });
    const other = await executor.execute({ ...call, id: "3", arguments: '{"what": {"a": 1, "b": 3}}' });
    expect([first, second, other].map(({ result }) => result)).toEqual([text("run 1"), text("run 1"), text("run 2")]);
    expect(second.id).toBe("2");
  });

  it("has nothing to do with a tool that does not say that it is idempotent, or that is not named", async () => {
    const plain = oneTool({ execute: counting() }, cacheResults());
    const unnamed = oneTool({ idempotent: true, execute: counting() }, cacheResults({ tools: ["other"] }));
    for (const executor of [plain, unnamed]) {
      await executor.execute(lookAt("it"));
      expect((await executor.execute(lookAt("it"))).result).toEqual(text("run 2"));
    }
  });

  it("never keeps a failure", async () => {
    const execute = counting((run) => {
      if (run === 1) throw new ToolError("not now");
      return `run ${run}`;
    });
    const executor = oneTool({ idempotent: true, execute }, cacheResults());
    expect((await executor.execute(lookAt("it"))).errmsg).toBe("not now");
    expect((await executor.execute(lookAt("it"))).result).toEqual(text("run 2"));
  });

  it("drops a result after its time, and all with `clear`", async () => {
    vi.useFakeTimers();
    const cache = cacheResults({ ttl: 1000 });
    const executor = oneTool({ idempotent: true, execute: counting() }, cache);
    const result = async () => (await executor.execute(lookAt("it"))).result;
    expect(await result()).toEqual(text("run 1"));
    vi.advanceTimersByTime(999);
    expect(await result()).toEqual(text("run 1"));
    vi.advanceTimersByTime(1);
    expect(await result()).toEqual(text("run 2"));
    cache.clear();
    expect(await result()).toEqual(text("run 3"));
  });

  it("drops the least recently used result", async () => {
    const executor = oneTool({ idempotent: true, execute: counting() }, cacheResults({ max: 2 }));
    const look = async (what: string) => (await executor.execute(lookAt(what))).result;
    await look("a");
    await look("b");
    await look("a");
    await look("c");
    expect(await look("a")).toEqual(text("run 1"));
    expect(await look("b")).toEqual(text("run 4"));
  });

  it("treats calls with the same key as equal", async () => {
    const cache = cacheResults({ key: ({ args }) => String(args["what"]).toLowerCase() });
    const executor = oneTool({ idempotent: true, execute: counting() }, cache);
    await executor.execute(lookAt("IT"));
    expect((await executor.execute(lookAt("it"))).result).toEqual(text("run 1"));
  });

  it("is not changed by who got a result", async () => {
    const executor = oneTool({ idempotent: true, execute: () => ({ list: [1] }) }, cacheResults());
    const { result } = await executor.execute(lookAt("it"));
    const content = result?.[0]?.content as { list: number[] };
    try {
      content.list.push(2);
    } catch {
      // It may be frozen.
    }
    expect((await executor.execute(lookAt("it"))).result).toEqual([{ type: "json", content: { list: [1] } }]);
  });

  it("returns the tool's own parts to the call that ran it", async () => {
    const executor = oneTool({ idempotent: true, execute: () => ({ list: [1] }) }, cacheResults());
    expect(await executor.call("look", { what: "it" })).toEqual({ list: [1] });
  });

  it("has equal calls at the same time share one run, and its failure", async () => {
    const execute = counting(async (run) => {
      await Promise.resolve();
      if (run === 2) throw new ToolError("no");
      return `run ${run}`;
    });
    const cache = cacheResults();
    const executor = oneTool({ idempotent: true, execute }, cache);
    const both = () => Promise.all([executor.execute(lookAt("it")), executor.execute(lookAt("it"))]);
    expect((await both()).map(({ result }) => result)).toEqual([text("run 1"), text("run 1")]);
    cache.clear();
    expect((await both()).map(({ errmsg }) => errmsg)).toEqual(["no", "no"]);
    expect((await both()).map(({ result }) => result)).toEqual([text("run 3"), text("run 3")]);
  });

  it("runs the next of equal calls if the running one is aborted", async () => {
    const [started, never] = [gate(), gate()];
    const execute = counting(async (run) => {
      started.open();
      if (run === 1) await never.passed;
      return `run ${run}`;
    });
    const executor = oneTool({ idempotent: true, execute }, cacheResults());
    const caller = new AbortController();
    const first = executor.execute(lookAt("it"), { signal: caller.signal });
    await started.passed;
    const others = [executor.execute(lookAt("it")), executor.execute(lookAt("it"))];
    await settled();
    caller.abort();
    expect((await first).error?.code).toBe("aborted");
    expect((await Promise.all(others)).map(({ result }) => result)).toEqual([text("run 2"), text("run 2")]);
  });

  it("lets the caller abort a call that waits for another's run", async () => {
    const [started, done] = [gate(), gate()];
    const execute = async () => {
      started.open();
      await done.passed;
      return "done";
    };
    const executor = oneTool({ idempotent: true, execute }, cacheResults());
    const caller = new AbortController();
    const first = executor.execute(lookAt("it"));
    await started.passed;
    const second = executor.execute(lookAt("it"), { signal: caller.signal });
    await settled();
    caller.abort();
    expect((await second).error?.code).toBe("aborted");
    done.open();
    expect((await first).result).toEqual(text("done"));
  });

  it("does not cache the result of a run that ends after `clear`", async () => {
    const [started, done] = [gate(), gate()];
    const execute = counting(async (run) => {
      started.open();
      await done.passed;
      return `run ${run}`;
    });
    const cache = cacheResults();
    const executor = oneTool({ idempotent: true, execute }, cache);
    const first = executor.execute(lookAt("it"));
    await started.passed;
    cache.clear();
    done.open();
    expect((await first).result).toEqual(text("run 1"));
    expect((await executor.execute(lookAt("it"))).result).toEqual(text("run 2"));
  });
});
