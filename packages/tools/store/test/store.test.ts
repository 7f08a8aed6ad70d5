import { openStore, StoreError, storeModel } from "@helve/store";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const counter = storeModel(
  "counter",
  z.object({ count: z.number().int().default(0), log: z.array(z.string()).default([]) }),
);

describe("a transaction", () => {
  it("changes nothing before it is committed, and all of it then", async () => {
    await using store = await openStore({ now: () => 5 });
    const transaction = store.begin("call-1");
    transaction.use(counter).count += 1;
    transaction.use(counter).log.push("hello");
    transaction.set("note", { text: "a" });
    expect(store.values()).toEqual({});
    expect(await transaction.commit()).toEqual({
      ...{ version: 1, at: 5, by: "call-1" },
      patch: [
        { op: "add", path: "/note", value: { text: "a" } },
        { op: "add", path: "/counter", value: { count: 1, log: ["hello"] } },
      ],
    });
    expect(store.values()).toEqual({ counter: { count: 1, log: ["hello"] }, note: { text: "a" } });
  });

  it("leaves nothing behind if the work fails", async () => {
    await using store = await openStore();
    await store.transaction((transaction) => transaction.set("a", 1));
    const failing = store.transaction((transaction) => {
      transaction.set("a", 2);
      transaction.delete("b");
      transaction.use(counter).count = 5;
      throw new Error("the tool failed");
    });
    await expect(failing).rejects.toThrow("the tool failed");
    expect([store.values(), store.changes().length]).toEqual([{ a: 1 }, 1]);
  });

  it("records changes as a JSON Patch, and none if nothing changed", async () => {
    await using store = await openStore({ now: () => 1 });
    await store.transaction((transaction) => void Object.assign(transaction.use(counter), { count: 3 }));
    await store.transaction((transaction) => void transaction.use(counter).log.push("x"));
    await store.transaction((transaction) => void transaction.use(counter).count);
    await store.transaction((transaction) => transaction.set("counter", { count: 3, log: ["x"] }));
    await store.transaction((transaction) => void transaction.delete("counter"));
    expect(store.changes().map(({ patch }) => patch)).toEqual([
      [{ op: "add", path: "/counter", value: { count: 3, log: [] } }],
      [{ op: "add", path: "/counter/log/-", value: "x" }],
      [{ op: "remove", path: "/counter" }],
    ]);
  });

  it("fails if another one has changed the same value, and not for others", async () => {
    await using store = await openStore();
    const [one, two, three] = [store.begin(), store.begin(), store.begin()];
    one.use(counter).count++;
    two.use(counter).count++;
    three.set("other", 1);
    three.use(counter); // only read
    await one.commit();
    await expect(two.commit()).rejects.toMatchObject({ code: "conflict" });
    await three.commit();
    expect(store.values()).toEqual({ counter: { count: 1, log: [] }, other: 1 });
  });

  it("stores what was set last, also after the object of a model was used", async () => {
    await using store = await openStore();
    await store.transaction((transaction) => {
      transaction.use(counter).count = 1;
      transaction.set("counter", { count: 5, log: [] });
    });
    expect(store.values()).toEqual({ counter: { count: 5, log: [] } });
  });

  it("ends with its commit", async () => {
    await using store = await openStore();
    const transaction = store.begin();
    const draft = transaction.use(counter);
    await transaction.commit();
    expect(() => {
      draft.count = 9;
    }).toThrow(TypeError);
    expect(() => draft.log.push("late")).toThrow(TypeError);
    expect(store.values()).toEqual({});
    for (const use of [() => transaction.get("a"), () => transaction.set("a", 1), () => transaction.use(counter)])
      expect(use).toThrow(expect.objectContaining({ code: "closed" }));
    await expect(transaction.commit()).rejects.toMatchObject({ code: "closed" });
  });

  it("hands out copies", async () => {
    await using store = await openStore();
    const value = { list: [1] };
    await store.transaction((transaction) => {
      transaction.set("a", value);
      value.list.push(2);
      (transaction.get("a") as { list: number[] }).list.push(3);
    });
    (store.values()["a"] as { list: number[] }).list.push(4);
    expect(store.values()).toEqual({ a: { list: [1] } });
  });
});

describe("a model", () => {
  it("has instances that know nothing of each other", async () => {
    await using store = await openStore();
    await store.transaction((transaction) => {
      transaction.use(counter, "ada").count = 1;
      transaction.use(counter, "bob").count = 2;
      expect(transaction.use(counter, "ada")).toBe(transaction.use(counter, "ada"));
    });
    expect(store.values()).toMatchObject({ "counter:ada": { count: 1 }, "counter:bob": { count: 2 } });
  });

  it("stores what the schema makes of a value, and refuses others with every issue", async () => {
    await using store = await openStore();
    const page = storeModel("page", z.object({ number: z.coerce.number(), title: z.string().trim().min(1) }), {
      initial: { number: 1, title: " start " },
    });
    await store.transaction((transaction) => void Object.assign(transaction.use(page), { number: "7" }));
    expect(store.values()).toEqual({ page: { number: 7, title: "start" } });
    const wrong = store.transaction(
      (transaction) => void Object.assign(transaction.use(page), { number: "x", title: "" }),
    );
    await expect(wrong).rejects.toMatchObject({
      code: "invalid_value",
      issues: [{ path: "/number" }, { path: "/title" }],
    });
    expect(store.values()).toEqual({ page: { number: 7, title: "start" } });
  });

  it("has a name that can't be mistaken for an instance of another model", () => {
    expect(() => storeModel("counter:one", z.object({}))).toThrow('must not contain ":" (got "counter:one")');
  });

  it("has a schema that answers at once; the rejection of another one is not unhandled", () => {
    const validate = () => Promise.reject(new Error("no service"));
    const later = { "~standard": { version: 1, vendor: "test", validate } } as const;
    expect(() => storeModel("later", later)).toThrow("must not be asynchronous");
  });

  it("needs an initial value that fits", () => {
    expect(() => storeModel("page", z.object({ title: z.string() }))).toThrow(
      "The model page does not allow this: /title",
    );
  });

  it("refuses what is stored if it does not fit", async () => {
    await using store = await openStore();
    await store.transaction((transaction) => transaction.set("counter", { count: "many" }));
    await expect(store.transaction((transaction) => void transaction.use(counter))).rejects.toBeInstanceOf(StoreError);
  });
});

describe("values", () => {
  it.each([
    ["a date", new Date()],
    ["a function", () => 1],
    ["NaN", Number.NaN],
    ["undefined", undefined],
    ["a bigint", 1n],
  ])("%s is refused", async (_what, value) => {
    await using store = await openStore();
    const set = store.transaction((transaction) => transaction.set("a", value as never));
    await expect(set).rejects.toMatchObject({ code: "invalid_value", message: expect.stringContaining('"a"') });
  });

  it("may have any key", async () => {
    await using store = await openStore();
    for (const key of ["__proto__", "constructor", "", "a/b~c"])
      await store.transaction((transaction) => transaction.set(key, { key }));
    expect(Object.keys(store.values()).sort()).toEqual(["", "__proto__", "a/b~c", "constructor"]);
    expect(store.changes().length).toBe(4);
  });
});

describe("a store", () => {
  it("tells listeners about changes, and nothing after it was closed", async () => {
    const store = await openStore();
    const seen: number[] = [];
    const end = store.onChange(({ version }) => seen.push(version));
    await store.transaction((transaction) => transaction.set("a", 1));
    end();
    await store.transaction((transaction) => transaction.set("a", 2));
    const open = store.begin();
    open.set("a", 3);
    await store.close();
    await expect(open.commit()).rejects.toMatchObject({ code: "closed" });
    expect(() => store.begin()).toThrow("closed");
    expect(seen).toEqual([1]);
  });

  it("keeps a change whatever its listeners do", async () => {
    await using store = await openStore();
    const seen: number[] = [];
    store.onChange(() => {
      throw new Error("broken");
    });
    store.onChange(({ version }) => seen.push(version));
    await store.transaction((transaction) => transaction.set("a", 1));
    expect([store.values(), seen]).toEqual([{ a: 1 }, [1]]);
  });

  it("has a log that nobody can change", async () => {
    await using store = await openStore();
    await store.transaction((transaction) => transaction.set("a", { b: 1 }));
    for (const operation of store.changes().flatMap(({ patch }) => patch)) {
      expect(() => Object.assign(operation, { op: "remove" })).toThrow(TypeError);
      expect(() => Object.assign("value" in operation ? Object(operation.value) : {}, { b: 2 })).toThrow(TypeError);
    }
    await store.transaction((transaction) => transaction.set("a", { b: 3 }));
    expect(store.values()).toEqual({ a: { b: 3 } });
  });

  it("needs an id that is Unicode text", async () => {
    await expect(openStore({ session: "a\ud800" })).rejects.toMatchObject({ code: "invalid_value" });
  });
});
