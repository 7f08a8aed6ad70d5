import { once } from "node:events";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { memoryBackend, openStore, postgresBackend, type StoreBackend } from "@helve/store";
import { fileBackend, sqliteBackend } from "@helve/store/node";
import { describe, expect, it } from "vitest";

const temporary = (): string => mkdtempSync(join(tmpdir(), "helve-store-"));

/** A database takes a second to start: each test has a table of its own. */
const database = new PGlite();
const driver = {
  query: (text: string, values: readonly unknown[] = []) => database.query<Record<string, unknown>>(text, [...values]),
};
let tables = 0;

/** Each makes a backend, and another one that sees the same stores as a second process would. */
const backends: Readonly<Record<string, () => readonly [StoreBackend, StoreBackend]>> = {
  memory() {
    const backend = memoryBackend();
    return [backend, backend];
  },
  file() {
    const folder = temporary();
    return [fileBackend(folder), fileBackend(folder)];
  },
  sqlite() {
    const path = join(temporary(), "state.db");
    return [sqliteBackend(path), sqliteBackend(path)];
  },
  postgres() {
    const table = `stores_${++tables}`;
    return [postgresBackend(driver, { table }), postgresBackend(driver, { table })];
  },
};

describe.each(Object.entries(backends))("%s", (_name, create) => {
  it("gives a later process what an earlier one has stored", async () => {
    const [first, second] = create();
    await using store = await openStore({ backend: first, session: "s" });
    await store.transaction((transaction) => transaction.set("a", { b: [1, "ü"] }), "call-1");
    await store.transaction((transaction) => transaction.set("c", null));
    const reopened = await openStore({ backend: second, session: "s" });
    expect([reopened.values(), reopened.changes()]).toEqual([{ a: { b: [1, "ü"] }, c: null }, store.changes()]);
    expect((await openStore({ backend: second, session: "other" })).values()).toEqual({});
  });

  it("adds the change of one process after that of another", async () => {
    const [first, second] = create();
    const one = await openStore({ backend: first, session: "s" });
    const two = await openStore({ backend: second, session: "s" });
    await one.transaction((transaction) => transaction.set("a", 1));
    await two.transaction((transaction) => transaction.set("b", 2));
    await expect(one.transaction((transaction) => transaction.set("b", 3))).rejects.toMatchObject({ code: "conflict" });
    const values = { a: 1, b: 2 };
    expect((await openStore({ backend: second, session: "s" })).values()).toEqual(values);
    expect([one.values(), two.values()]).toEqual([values, values]);
  });

  it("lets a store go on after another one has written the next change", async () => {
    const [first, second] = create();
    const one = await openStore({ backend: first, session: "s" });
    const two = await openStore({ backend: second, session: "s" });
    const seen: number[] = [];
    two.onChange(({ version }) => seen.push(version));
    await one.transaction((transaction) => transaction.set("a", 1));
    await two.transaction((transaction) => transaction.set("a", 2)).catch(() => {});
    await two.transaction((transaction) => transaction.set("a", Number(transaction.get("a")) + 10));
    expect([two.values(), seen]).toEqual([{ a: 11 }, [1, 2]]);
    expect((await openStore({ backend: first, session: "s" })).values()).toEqual({ a: 11 });
  });

  it("loads the changes after a version", async () => {
    const [backend] = create();
    const store = await openStore({ backend, session: "s" });
    for (const value of [1, 2, 3]) await store.transaction((transaction) => transaction.set("a", value));
    expect(await backend.load("s", 1)).toEqual(store.changes().slice(1));
    expect(await backend.load("s", 3)).toEqual([]);
    expect(await backend.load("other", 3)).toEqual([]);
  });

  it("stays readable when stores of one process write the same session at the same time", async () => {
    const [backend] = create();
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore({ backend, session: "s" })));
    const results = await Promise.allSettled(
      stores.map((store, index) => store.transaction((transaction) => transaction.set("a", index))),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await openStore({ backend, session: "s" })).changes()).toHaveLength(1);
  });

  it("refuses the changes of a store whose session was removed", async () => {
    const [first, second] = create();
    const store = await openStore({ backend: first, session: "s" });
    await store.transaction((transaction) => transaction.set("a", 1));
    await second.remove("s");
    await expect(store.transaction((transaction) => transaction.set("a", 2))).rejects.toMatchObject({
      code: "closed",
      message: "The session s was removed from its backend: open the store again",
    });
    const reopened = await openStore({ backend: first, session: "s" });
    await reopened.transaction((transaction) => transaction.set("b", 1));
    expect((await openStore({ backend: second, session: "s" })).values()).toEqual({ b: 1 });
  });

  it("removes a session, whatever its id", async () => {
    const [backend] = create();
    for (const session of ["s", "../escape", "A", "a", "con", "x".repeat(300), "'; DROP TABLE helve_changes; --"]) {
      const store = await openStore({ backend, session });
      await store.transaction((transaction) => transaction.set("id", session));
      expect((await openStore({ backend, session })).values()).toEqual({ id: session });
    }
    await backend.remove("a");
    expect((await openStore({ backend, session: "a" })).values()).toEqual({});
    expect((await openStore({ backend, session: "A" })).values()).toEqual({ id: "A" });
    await backend.close?.();
  });
});

describe("fileBackend", () => {
  it("goes on after a crash that cut a line off", async () => {
    const folder = temporary();
    const store = await openStore({ backend: fileBackend(folder), session: "s" });
    await store.transaction((transaction) => transaction.set("a", 1));
    appendFileSync(join(folder, "session-s.jsonl"), '{"version":2,"at":1,"pa');
    const next = await openStore({ backend: fileBackend(folder), session: "s" });
    await next.transaction((transaction) => transaction.set("b", 2));
    expect((await openStore({ backend: fileBackend(folder), session: "s" })).values()).toEqual({ a: 1, b: 2 });
    expect(readFileSync(join(folder, "session-s.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(2);
  });

  it.each([
    ["no JSON", "{\n"],
    ["another version", '{"version":2,"at":1,"patch":[]}\n'],
    ["no patch", '{"version":1,"at":1,"patch":[{"op":"move","path":"/a"}]}\n'],
    ["a patch that does not fit", '{"version":1,"at":1,"patch":[{"op":"remove","path":"/a"}]}\n'],
  ])("does not guess what %s means", async (_what, text) => {
    const folder = temporary();
    writeFileSync(join(folder, "session-s.jsonl"), text);
    await expect(openStore({ backend: fileBackend(folder), session: "s" })).rejects.toMatchObject({
      code: "unreadable",
    });
    expect(readdirSync(folder)).toEqual(["session-s.jsonl"]);
  });
});

describe("sqliteBackend", () => {
  it("waits for another process that writes while it is opened", async () => {
    const path = join(temporary(), "state.db");
    const program = `
      const { parentPort, workerData } = require("node:worker_threads");
      const database = new (require("node:sqlite").DatabaseSync)(workerData);
      database.exec("BEGIN EXCLUSIVE");
      parentPort.postMessage("locked");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300); // the other thread waits for the lock and can't say so
      database.exec("COMMIT");
      database.close();`;
    const worker = new Worker(program, { eval: true, workerData: path });
    await once(worker, "message");
    const store = await openStore({ backend: sqliteBackend(path), session: "s" });
    await store.transaction((transaction) => transaction.set("a", 1));
    expect(store.values()).toEqual({ a: 1 });
    await worker.terminate();
  });

  it("names a file that can't be opened", () => {
    const path = join(temporary(), "missing", "state.db");
    expect(() => sqliteBackend(path)).toThrow(`The database ${path} can't be opened: unable to open database file`);
  });
});

describe("postgresBackend", () => {
  it("accepts no table that could be something else", () => {
    const driver = { query: () => Promise.reject(new Error("unused")) };
    expect(() => postgresBackend(driver, { table: "a; DROP TABLE b" })).toThrow('"table" must be the name of a table');
  });
});
