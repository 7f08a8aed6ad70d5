import { PGlite } from "@electric-sql/pglite";
import {
  memoryBackend,
  postgresAnswers,
  postgresLedger,
  postgresQuestions,
  type WaitingQuestion,
} from "@helve/durable";
import { describe, expect, it } from "vitest";
import { testLedger } from "./ledger-conformance.ts";

testLedger("the ledger in memory", async () => {
  const backend = memoryBackend();
  return { one: backend.ledger, other: backend.ledger, kill: async () => backend.restart() };
});

/** PostgreSQL in this process takes a second to start. */
const database = new PGlite();
const driver = {
  query: (text: string, values: readonly unknown[] = []) => database.query<Record<string, unknown>>(text, [...values]),
};

async function emptyTables(): Promise<void> {
  await driver.query("DROP TABLE IF EXISTS helve_runs, helve_processes, helve_questions, helve_answers");
}

/** Lets processes give no sign of life for their lease, which they would otherwise have again after the start of the database. */
async function expireLeases(process?: string): Promise<void> {
  await driver.query(
    `UPDATE helve_processes SET alive_until = now() - interval '1 second', lease = interval '0'
     WHERE process = $1 OR $1::text IS NULL`,
    [process ?? null],
  );
}

testLedger("the ledger in PostgreSQL, when a process starts again", async () => {
  await emptyTables();
  const one = postgresLedger(driver, { process: "worker" });
  const other = postgresLedger(driver, { process: "worker" });
  return { one, other, kill: () => other.open() };
});

testLedger("the ledger in PostgreSQL, when a process gives no sign of life", async () => {
  await emptyTables();
  const one = postgresLedger(driver);
  const other = postgresLedger(driver);
  return { one, other, kill: () => expireLeases() };
});

describe("postgresLedger", () => {
  it("names the processes that give no sign of life", async () => {
    await emptyTables();
    for (const process of ["alive", "dead"]) await postgresLedger(driver, { process }).open();
    await expireLeases("dead");
    const ledger = postgresLedger(driver);
    expect(await ledger.deadProcesses()).toEqual(["dead"]);
    await ledger.forgetProcesses(["alive", "dead"]);
    expect(await ledger.deadProcesses()).toEqual([]);
    await expireLeases();
    expect(await ledger.deadProcesses()).toEqual(["alive"]);
  });

  it("counts every process as alive for its lease after the database has started: none could give signs of life before", async () => {
    await emptyTables();
    const ledger = postgresLedger(driver, { process: "one", lease: 3_600_000 });
    await ledger.open();
    await driver.query("UPDATE helve_processes SET alive_until = now() - interval '1 second'");
    expect(await ledger.deadProcesses()).toEqual([]);
    await expireLeases();
    expect(await ledger.deadProcesses()).toEqual(["one"]);
  });

  it("gives signs of life until its runs have ended when it lapses", async () => {
    await emptyTables();
    const lapsing = postgresLedger(driver, { process: "lapsing", lease: 1000 });
    const other = postgresLedger(driver);
    const action = { id: "a", name: "pay", args: {} };
    const run = { key: "a", action, guard: { verdicts: [], action, after: [] } };
    await lapsing.begin(run, undefined);
    lapsing.lapse();
    await expireLeases();
    expect(await other.deadProcesses()).toEqual(["lapsing"]);
    await expect.poll(() => other.deadProcesses()).toEqual([]);
    await lapsing.forget(run);
    await expect.poll(() => other.deadProcesses()).toEqual(["lapsing"]);
  });

  it("waits while the database can't be reached, and throws what the database says", async () => {
    await emptyTables();
    let failures = 2;
    const restarting = {
      async query(text: string, values: readonly unknown[] = []) {
        if (failures-- > 0) throw Object.assign(new Error("the database system is starting up"), { code: "57P03" });
        return driver.query(text, values);
      },
    };
    const action = { id: "a", name: "pay", args: {} };
    const run = { key: "a", action, guard: { verdicts: [], action, after: [] } };
    expect(await postgresLedger(restarting).begin(run, undefined)).toEqual({ kind: "begun" });
    const refusing = { query: () => Promise.reject(Object.assign(new Error("permission denied"), { code: "42501" })) };
    await expect(postgresLedger(refusing).begin(run, undefined)).rejects.toThrow("permission denied");
  });

  it("refuses a lease that is no time", () => {
    expect(() => postgresLedger(driver, { lease: 0 })).toThrow(
      "the lease must be a positive number of milliseconds (got 0)",
    );
  });
});

describe.each(["memory", "PostgreSQL"])("questions in %s", (where) => {
  it("are listed by pages, the oldest first, and closed with their part", async () => {
    await emptyTables();
    const store = where === "memory" ? memoryBackend().questions : postgresQuestions(driver);
    const questionOf = (run: string, id: string, askedAt: number): WaitingQuestion => {
      const action = { id, name: "pay", args: {} };
      const question = { id, agents: [], action, kind: "question", question: "Why?", choices: [] } as const;
      return { agent: "bank", run, part: 1, question, askedAt };
    };
    const all = [questionOf("r", "a", 2), questionOf("r", "b", 2), questionOf("q", "a", 3), questionOf("z", "a", 1)];
    await store.add(all);
    await store.add(all);
    const idsOf = (questions: readonly WaitingQuestion[]) =>
      questions.map(({ run, question }) => `${run} ${question.id}`);
    const first = await store.list({ agents: ["bank"], limit: 2 });
    expect(idsOf(first)).toEqual(["z a", "r a"]);
    expect(idsOf(await store.list({ agents: ["bank"], limit: 2, after: first[1] }))).toEqual(["r b", "q a"]);
    expect(await store.list({ agents: ["another"] })).toEqual([]);
    await store.close("r", 2);
    await store.close("q", 1);
    expect(idsOf(await store.list({ run: "r" }))).toEqual(["r a", "r b"]);
    expect(idsOf(await store.list({}))).toEqual(["z a", "r a", "r b"]);
    expect((await store.list({ run: "r" }))[0]).toEqual(all[0]);
  });
});

describe("postgresAnswers", () => {
  it("accepts an answer once, and again from the attempt that repeats its use", async () => {
    await emptyTables();
    let user: string | undefined = "part 2";
    const answers = postgresAnswers(driver, () => user);
    expect(await answers.use("token")).toBe(true);
    expect(await answers.use("token")).toBe(true);
    user = "part 3";
    expect(await answers.use("token")).toBe(false);
    user = undefined;
    expect([await answers.use("token"), await answers.use("other"), await answers.use("other")]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
