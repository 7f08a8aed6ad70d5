import { ActionExecutor } from "@helve/executor";
import { openStore, storeModel } from "@helve/store";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const counter = storeModel("counter", z.object({ count: z.number().int().default(0) }));
const parameters = z.object({ how: z.enum(["well", "badly", "slowly", "invalid", "wrong"]).describe("how it ends") });

const count = tool({
  name: "count",
  description: "Count one more.",
  parameters,
  returns: { type: "number" },
  async execute({ how }, { store, signal }) {
    const state = store.use(counter);
    state.count += 1;
    if (how === "badly") throw new Error("it failed");
    if (how === "slowly") await new Promise((resolve) => signal.addEventListener("abort", resolve));
    if (how === "invalid") state.count = 0.5;
    return how === "wrong" ? ("no number" as never) : state.count;
  },
});

const callOf = (how: string, id = "1") => ({ id, name: "count", arguments: JSON.stringify({ how }) });

describe("context.store", () => {
  it("is kept between the calls of a session", async () => {
    const store = await openStore();
    const session = new ActionExecutor([count]).session({ store });
    await session.execute(callOf("well", "a"));
    const second = await session.execute(callOf("well", "b"));
    expect(second.result).toEqual([{ type: "json", content: 2 }]);
    expect(store.changes().map(({ by }) => by)).toEqual(["a", "b"]);
  });

  it.each([
    ["badly", "unexpected"],
    ["slowly", "timeout"],
    ["invalid", "unexpected"],
    ["wrong", "invalid_result"],
  ])("has nothing of a call that ends %s", async (how, code) => {
    const store = await openStore();
    const session = new ActionExecutor([count]).session({ store });
    await session.execute(callOf("well"));
    const { error } = await session.execute(callOf(how, "2"), { timeout: 50 });
    expect(error?.code).toBe(code);
    expect(store.values()).toEqual({ counter: { count: 1 } });
    expect((await session.execute(callOf("well", "3"))).status).toBe("success");
    expect(store.values()).toEqual({ counter: { count: 2 } });
  });

  it("tells the model whose change was kept if another call has changed the same value", async () => {
    const store = await openStore();
    const slow = tool({
      name: "slow",
      description: "Count after another one.",
      parameters: { type: "object", properties: {} },
      async execute(_args, { store: transaction }) {
        transaction.use(counter).count += 1;
        await store.transaction((other) => void Object.assign(other.use(counter), { count: 5 }));
      },
    });
    const session = new ActionExecutor([slow]).session({ store });
    const ret = await session.execute({ id: "1", name: "slow", arguments: "{}" });
    expect(ret).toMatchObject({ status: "failed", recoverable: "model", error: { code: "conflict" } });
    expect(ret.errmsg).toBe(
      'slow ran, but what it changed in the store was not kept. Another transaction has changed "counter" at /count meanwhile: ' +
        "its change is kept, and nothing of this transaction. Repeat the call only if its other effects may happen twice.",
    );
    expect(store.values()).toEqual({ counter: { count: 5 } });
  });

  it("keeps what parallel calls add to the same value", async () => {
    const list = storeModel("list", z.object({ items: z.array(z.string()).default([]) }));
    const store = await openStore();
    const add = tool({
      name: "add",
      description: "Add an item.",
      parameters: z.object({ item: z.string().describe("the item") }),
      parallel: true,
      async execute({ item }, { store: transaction }) {
        const { items } = transaction.use(list);
        await Promise.resolve();
        items.push(item);
        transaction.update(counter, (value) => void value.count++);
      },
    });
    const calls = ["tea", "milk", "rye"].map((item) => ({ id: item, name: "add", arguments: { item } }));
    const returns = await new ActionExecutor([add]).session({ store }).executeAll(calls);
    expect(returns.map(({ status }) => status)).toEqual(["success", "success", "success"]);
    expect(store.values()).toEqual({ list: { items: ["tea", "milk", "rye"] }, counter: { count: 3 } });
  });

  it("is an error without a store", async () => {
    for (const executor of [new ActionExecutor([count]), new ActionExecutor([count]).session()]) {
      const { error, recoverable } = await executor.execute(callOf("well"));
      expect([error?.code, recoverable]).toEqual(["unexpected", "caller"]);
    }
  });

  it("needs a store that is one", () => {
    const executor = new ActionExecutor([count]);
    expect(() => executor.session({ store: {} as never })).toThrow("must be a store");
    expect(() => executor.session({ sandboxes: 1 as never })).toThrow("must be sandboxes");
  });
});
