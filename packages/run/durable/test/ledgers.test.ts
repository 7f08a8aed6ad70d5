import { PGlite } from "@electric-sql/pglite";
import {
  memoryBackend,
  postgresAnswers,
  postgresLedger,
  postgresQuestions,
  type WaitingQuestion,
} from "@helve/durable";
import { describe, expect, it } from "vitest";
import { resultOf, runOf, testLedger } from "./ledger-conformance.ts";

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

/** A process that can be ended without notice: afterwards it sends nothing. */
function mortalDriver() {
  let isDead = false;
  return {
    kill: () => {
      isDead = true;
    },
    query: (text: string, values: readonly unknown[] = []) =>
      isDead ? Promise.reject(new Error("the process has ended")) : driver.query(text, values),
  };
}

/** Lets processes give no sign of life for their lease, which they would otherwise have again after the start of the database. */
async function expireLeases(process?: string): Promise<void> {
  await driver.query(
    `UPDATE helve_processes SET alive_until = now() - interval '1 second', lease = interval '0'
     WHERE process = $1 OR $1::text IS NULL`,
    [process ?? null],
  );
}

/** The names of the processes whose last sign of life counts. */
async function livingProcesses(): Promise<readonly unknown[]> {
  const { rows } = await driver.query("SELECT process FROM helve_processes WHERE alive_until > now()");
  return rows.map(({ process }) => process).filter((process) => process !== null);
}

testLedger("the ledger in PostgreSQL, when a process starts again", async () => {
  await emptyTables();
  const one = postgresLedger(driver, { process: "worker" });
  const other = postgresLedger(driver, { process: "worker" });
  return { one, other, kill: () => other.open() };
});

testLedger("the ledger in PostgreSQL, when a process gives no sign of life", async () => {
  await emptyTables();
  const mortal = mortalDriver();
  const other = postgresLedger(driver, { lease: 400 });
  const kill = (): Promise<void> => {
    mortal.kill();
    return expireLeases();
  };
  return { one: postgresLedger(mortal), other, kill };
});

describe("postgresLedger", () => {
  it("names the processes that give no sign of life", async () => {
    await emptyTables();
    const mortal = mortalDriver();
    await postgresLedger(driver, { process: "alive" }).open();
    await postgresLedger(mortal, { process: "dead" }).open();
    mortal.kill();
    await expireLeases("dead");
    const ledger = postgresLedger(driver, { lease: 400 });
    await expect.poll(() => ledger.deadProcesses()).toEqual(["dead"]);
    await ledger.forgetProcesses(["alive", "dead"]);
    expect(await ledger.deadProcesses()).toEqual([]);
  });

  it("takes nothing over from a process that lives when the clock of the database jumps", async () => {
    await emptyTables();
    const alive = postgresLedger(driver, { process: "alive", lease: 600 });
    await alive.begin(runOf("a"), undefined);
    await expireLeases(); // an hour later, says the clock
    const other = postgresLedger(driver, { lease: 600 });
    expect(await other.deadProcesses()).toEqual([]);
    const waiting = other.begin(runOf("a"), undefined);
    await expect.poll(livingProcesses).toContain("alive");
    await alive.end(runOf("a"), resultOf("done"));
    expect(await waiting).toMatchObject({ kind: "ended", result: { value: "done" } });
    await alive.close();
  });

  it("counts every process as alive for its lease after the database has started: none could give signs of life before", async () => {
    await emptyTables();
    await postgresLedger(driver, { process: "one", lease: 3_600_000 }).open();
    await driver.query("UPDATE helve_processes SET alive_until = now() - interval '1 second'");
    const other = postgresLedger(driver, { lease: 400 });
    for (const start = performance.now(); performance.now() - start < 300; ) {
      expect(await other.deadProcesses()).toEqual([]);
    }
    await expireLeases();
    await expect.poll(() => other.deadProcesses()).toEqual(["one"]);
  });

  it("gives signs of life until its runs have ended when it lapses", async () => {
    await emptyTables();
    const lapsing = postgresLedger(driver, { process: "lapsing", lease: 1000 });
    const other = postgresLedger(driver, { lease: 400 });
    const action = { id: "a", name: "pay", args: {} };
    const run = { key: "a", action, guard: { verdicts: [], action, after: [] } };
    await lapsing.begin(run, undefined);
    lapsing.lapse();
    await expireLeases();
    await expect.poll(livingProcesses).toContain("lapsing");
    await lapsing.forget(run);
    await expect.poll(() => other.deadProcesses(), { timeout: 10_000 }).toEqual(["lapsing"]);
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
