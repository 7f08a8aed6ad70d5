import { openStore, type Store, storeModel } from "@helve/store";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const notes = storeModel("notes", z.object({ texts: z.array(z.string()).default([]) }));

/** The error of a promise. */
const errorOf = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error: unknown) => error);

describe("a transaction in a transaction", () => {
  it("sees what the outer one has changed, and becomes a part of it", async () => {
    await using store = await openStore();
    await store.transaction((transaction) => transaction.set("a", 1));
    const outer = store.begin("call-1");
    outer.set("b", 2);
    outer.delete("a");

    const inner = outer.begin();
    expect([inner.get("a"), inner.get("b"), inner.keys()]).toEqual([undefined, 2, ["b"]]);
    inner.use(notes, "one").texts.push("x");
    expect(outer.keys()).toEqual(["b"]);
    expect(await inner.commit()).toBeUndefined();
    expect(outer.use(notes, "one").texts).toEqual(["x"]);
    expect(store.values()).toEqual({ a: 1 });

    await outer.commit();
    expect(store.values()).toEqual({ b: 2, "notes:one": { texts: ["x"] } });
    expect(store.changes().at(-1)?.by).toBe("call-1");
  });

  it("leaves nothing behind if it or the outer one is rolled back", async () => {
    await using store = await openStore();
    const outer = store.begin();
    const inner = outer.begin();
    inner.set("a", 1);
    inner.rollback();
    expect(outer.keys()).toEqual([]);

    const other = outer.begin();
    other.set("b", 1);
    await other.commit();
    outer.rollback();
    expect(store.values()).toEqual({});
  });

  it("merges with others in the same transaction, or is a conflict", async () => {
    const begun = (store: Store) => {
      const outer = store.begin();
      return { outer, one: outer.begin(), other: outer.begin() };
    };
    await using store = await openStore();
    await store.transaction((transaction) => void transaction.use(notes).texts.push("a"));
    const { outer, one, other } = begun(store);
    one.use(notes).texts.push("b");
    other.use(notes).texts.push("c");
    await one.commit();
    await other.commit();
    expect(outer.use(notes).texts).toEqual(["a", "b", "c"]);

    const { one: first, other: second } = begun(store);
    first.set("x", 1);
    second.set("x", 2);
    await first.commit();
    expect(await errorOf(second.commit())).toMatchObject({ code: "conflict" });
  });

  it("can't change an object that the outer one uses, whose changes would be lost", async () => {
    await using store = await openStore();
    const outer = store.begin();
    outer.use(notes).texts.push("outer");
    const inner = outer.begin();
    inner.use(notes).texts.push("inner");
    expect(await errorOf(inner.commit())).toMatchObject({ code: "conflict" });
    await outer.commit();
    expect(store.values()).toEqual({ notes: { texts: ["outer"] } });
  });

  it("ends with the outer one", async () => {
    await using store = await openStore();
    const outer = store.begin();
    const inner = outer.begin();
    inner.set("a", 1);
    await outer.commit();
    expect(await errorOf(inner.commit())).toMatchObject({ code: "closed" });
    expect(store.values()).toEqual({});
    expect(() => outer.begin()).toThrow("has ended");
  });
});
