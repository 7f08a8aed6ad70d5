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

  it("lets the model try again what another call has changed meanwhile", async () => {
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
    expect(store.values()).toEqual({ counter: { count: 5 } });
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
