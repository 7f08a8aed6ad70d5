// Changes of the same value by several transactions at once.

import { memoryBackend, openStore, StoreError, storeModel } from "@helve/store";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const cart = storeModel(
  "cart",
  z.object({
    items: z.array(z.string()).max(3).default([]),
    total: z.number().default(0),
    notes: z.record(z.string(), z.string()).default({}),
  }),
);

type Cart = ReturnType<typeof cart.initial>;

describe("transactions that change the same value", () => {
  it("keep the items that each of them adds", async () => {
    await using store = await openStore();
    const [one, two] = [store.begin(), store.begin()];
    one.use(cart).items.push("tea");
    two.use(cart).items.push("milk");
    await one.commit();
    await two.commit();
    expect(store.values()["cart"]).toMatchObject({ items: ["tea", "milk"] });
  });

  it("keep changes of different members", async () => {
    await using store = await openStore();
    const [one, two, three] = [store.begin(), store.begin(), store.begin()];
    one.use(cart).total = 5;
    two.use(cart).notes["a"] = "x";
    three.use(cart).notes["b"] = "y";
    for (const transaction of [one, two, three]) await transaction.commit();
    expect(store.values()["cart"]).toEqual({ items: [], total: 5, notes: { a: "x", b: "y" } });
  });

  it.each<[string, (value: Cart) => unknown, (value: Cart) => unknown, string]>([
    ["the same number", (value) => value.total++, (value) => value.total++, '"cart" at /total'],
    [
      "the same new member",
      (value) => (value.notes["a"] = "x"),
      (value) => (value.notes["a"] = "y"),
      '"cart" at /notes/a',
    ],
    ["items before others", (value) => value.items.push("x"), (value) => value.items.unshift("y"), ""],
    [
      "more than the model allows",
      (value) => value.items.push("a", "b"),
      (value) => value.items.push("c", "d"),
      '"cart"',
    ],
  ])("report which change was kept if they change %s", async (what, first, second, place) => {
    await using store = await openStore();
    if (what.startsWith("items")) await store.transaction((setup) => void setup.use(cart).items.push("first"));
    const [one, two] = [store.begin("call-1"), store.begin("call-2")];
    first(one.use(cart));
    second(two.use(cart));
    await one.commit();
    const kept = store.values();
    const error = await two.commit().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ code: "conflict" });
    expect(String(error)).toContain(`The transaction of "call-1" has changed ${place}`);
    expect(store.values()).toEqual(kept);
  });

  it("apply an update again to the newer value", async () => {
    await using store = await openStore();
    const transactions = Array.from({ length: 5 }, () => store.begin());
    for (const transaction of transactions) transaction.update(cart, (value) => void value.total++);
    for (const transaction of transactions) await transaction.commit();
    expect(store.values()["cart"]).toMatchObject({ total: 5 });
  });

  it("do not apply an update again to an object that was changed by hand, too", async () => {
    await using store = await openStore();
    const [one, two] = [store.begin(), store.begin()];
    one.update(cart, (value) => void value.total++);
    two.use(cart).total++;
    two.update(cart, (value) => void value.total++);
    await one.commit();
    await expect(two.commit()).rejects.toMatchObject({ code: "conflict" });
  });

  it("do not merge what was set as a whole", async () => {
    await using store = await openStore();
    const [one, two] = [store.begin(), store.begin()];
    one.set("list", ["a"]);
    two.set("list", ["b"]);
    await one.commit();
    await expect(two.commit()).rejects.toMatchObject({ code: "conflict" });
  });
});

it("shares no default of a schema between sessions", async () => {
  const items: string[] = [];
  const model = storeModel(
    "shared",
    z.any().transform((value) => ({ items, ...value })),
  );
  await using first = await openStore();
  await first.transaction((transaction) => void transaction.use(model).items.push("x"));
  await using second = await openStore();
  expect(second.begin().use(model)).toEqual({ items: [] });
});

it("names the place of what JSON can't represent", async () => {
  await using store = await openStore();
  const set = (value: unknown) => () => store.begin().set("a", value as string);
  expect(set({ b: [1, { when: new Date() }] })).toThrow("JSON can't represent what is at /b/1/when: a date");
  expect(set([1, ...Array(1), 2])).toThrow("what is at /1");
  expect(set(Object.assign([], { 1: 2 }))).toThrow("what is at /0");
  expect(set(new Map())).toThrow("JSON can't represent it: a date");
});

const log = storeModel(
  "log",
  z.object({ entries: z.array(z.string()).default([]), count: z.number().default(0), last: z.string().default("") }),
);
const process = fc.nat({ max: 2 });
const step = fc.oneof(
  fc.record({ op: fc.constant("begin" as const), process, at: fc.nat({ max: 3 }) }),
  fc.record({ op: fc.constant("add" as const), process, at: fc.nat({ max: 3 }) }),
  fc.record({ op: fc.constant("last" as const), process, at: fc.nat({ max: 3 }) }),
  fc.record({ op: fc.constant("commit" as const), process, at: fc.nat({ max: 3 }) }),
  fc.record({
    op: fc.constant("commit" as const),
    process,
    at: fc.nat({ max: 3 }),
    crash: fc.constantFrom("before", "after"),
  }),
);

it("loses no change and makes none twice, whatever processes commit, fail and start again", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const shared = memoryBackend();
      let crash: string | undefined;
      const backend = {
        load: shared.load.bind(shared),
        remove: shared.remove.bind(shared),
        async append(...change: Parameters<typeof shared.append>): Promise<void> {
          if (crash === "before") throw new Error("crashed");
          await shared.append(...change);
          if (crash === "after") throw new Error("crashed");
        },
      };
      const start = () => openStore({ backend, session: "s" });
      const stores = [await start(), await start(), await start()];
      const open = new Map<string, { transaction: ReturnType<(typeof stores)[0]["begin"]>; added: string[] }>();
      const [kept, unknown] = [[] as string[], [] as string[]];
      let number = 0;
      for (const step of steps) {
        const key = `${step.process} ${step.at}`;
        const begin = () => ({ transaction: (stores[step.process] as (typeof stores)[0]).begin(key), added: [] });
        const current = (step.op === "begin" ? undefined : open.get(key)) ?? begin();
        open.set(key, current);
        const { transaction, added } = current;
        if (step.op === "add") {
          const entry = `e${number++}`;
          transaction.update(log, (value) => {
            value.count = value.entries.push(entry);
          });
          added.push(entry);
        }
        if (step.op === "last") transaction.use(log).last = key;
        if (step.op !== "commit") continue;
        open.delete(key);
        crash = "crash" in step ? step.crash : undefined;
        const error = await transaction.commit().then(
          () => undefined,
          (error: unknown) => error,
        );
        if (error === undefined) kept.push(...added);
        else if (!StoreError.is(error)) {
          if (crash === "after") unknown.push(...added);
          // The process ends, with all its open transactions.
          stores[step.process] = await start();
          for (const other of open.keys()) if (other.startsWith(`${step.process} `)) open.delete(other);
        }
        crash = undefined;
      }
      const { entries = [], count = 0 } = ((await start()).values()["log"] ?? {}) as Partial<
        ReturnType<typeof log.initial>
      >;
      expect(new Set(entries).size).toBe(entries.length);
      expect(count).toBe(entries.length);
      expect(entries).toEqual(expect.arrayContaining(kept));
      for (const entry of entries) expect([...kept, ...unknown]).toContain(entry);
    }),
    { numRuns: runs(200, 10_000) },
  );
});
