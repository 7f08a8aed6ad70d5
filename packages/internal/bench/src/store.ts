import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PGlite } from "@electric-sql/pglite";
import { memoryBackend, openStore, postgresBackend, type StoreBackend } from "@helve/store";
import { fileBackend, sqliteBackend } from "@helve/store/node";
import { type Contender, compare } from "./compare.ts";

/** Measures what it costs to change one value in a store with 10, 1,000 and 100,000 values, beside the bare write of each backend. */
export async function compareStores(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "helve-bench-"));
  try {
    await compare("commit, memory", [bareMap(), ...(await commits(memoryBackend()))]);

    await using file = await open(join(folder, "bare.jsonl"), "a");
    const line = async (): Promise<void> => {
      await file.appendFile(change);
      await file.datasync();
    };
    await compare("commit, file", [["append and datasync", line], ...(await commits(fileBackend(folder)))]);

    using database = new DatabaseSync(join(folder, "bare.db"));
    const sqlite = sqliteBackend(join(folder, "store.db"));
    await compare("commit, SQLite", [bareSqlite(database), ...(await commits(sqlite))]);
    await sqlite.close?.();

    await using postgres = await PGlite.create();
    await compare("commit, PostgreSQL (PGlite)", [
      await barePostgres(postgres),
      ...(await commits(driverOf(postgres))),
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const change = `${JSON.stringify({ version: 1, at: 1, patch: [{ op: "replace", path: "/key5/n", value: 1 }] })}\n`;

/** One commit in stores of several sizes. */
async function commits(backend: StoreBackend): Promise<readonly Contender[]> {
  const contenders: Contender[] = [];
  for (const size of [10, 1000, 100_000]) {
    const store = await openStore({ backend, session: `${size}-values` });
    await store.transaction((transaction) => {
      for (let at = 0; at < size; at++) transaction.set(`key${at}`, { n: 0, text: "a value" });
    });
    let n = 0;
    const commit = () =>
      store.transaction((transaction) => {
        transaction.get("key3");
        transaction.set("key5", { n: ++n, text: "a value" });
      });
    contenders.push([`store with ${size} values`, commit]);
  }
  return contenders;
}

function bareMap(): Contender {
  const map = new Map<string, unknown>();
  let n = 0;
  return ["Map.set", () => map.set("key5", { n: ++n, text: "a value" })];
}

function bareSqlite(database: DatabaseSync): Contender {
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE changes (version INTEGER PRIMARY KEY, change TEXT)");
  const insert = database.prepare("INSERT INTO changes (change) VALUES (?)");
  return ["INSERT of node:sqlite", () => insert.run(change)];
}

async function barePostgres(database: PGlite): Promise<Contender> {
  await database.query("CREATE TABLE bare (version serial PRIMARY KEY, change text)");
  return ["INSERT of PGlite", () => database.query("INSERT INTO bare (change) VALUES ($1)", [change])];
}

function driverOf(database: PGlite): StoreBackend {
  return postgresBackend({
    query: (text, values = []) => database.query<Record<string, unknown>>(text, [...values]),
  });
}
