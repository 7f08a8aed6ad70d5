import { sha256Now, unlessAborted, waitUnlessAborted } from "@helve/core/internal";
import type { LedgerRun, LedgerState, RunLedger } from "@helve/executor";
import type { SqlDriver } from "@helve/store";
import { readResult, recordedResult } from "./recorded-result.ts";
import { Sql } from "./sql.ts";

/** A ledger in PostgreSQL. */
export interface PostgresLedger extends RunLedger {
  /** The names of the processes that don't give a sign of life any more. */
  deadProcesses(): Promise<readonly string[]>;
  /** Begins to give signs of life. The first run does it as well. */
  open(): Promise<void>;
  /** Ends the signs of life, when no run is in progress any more. */
  close(): Promise<void>;
}

/** Options of {@link postgresLedger}. */
export interface PostgresLedgerOptions {
  /**
   * The name of this process, which no other process has at the same time; after a restart it is the same. Then what it ran before is known to
   * have ended at once. By default it has none: what ran is unknown when its signs of life have been missing for `lease`.
   */
  readonly process?: string | undefined;
  /** How long a process is alive after a sign of life, in milliseconds; 10,000 by default. It gives one three times as often. */
  readonly lease?: number | undefined;
}

/**
 * Keeps calls from running twice, in tables of PostgreSQL that are created if they are missing: `helve_runs` and `helve_processes`. A run is
 * written before its tool is called. While the database can't be reached, no tool is called, and results wait.
 *
 * @param database - a `pg.Pool`
 * @throws TypeError if the lease is not a positive number
 *
 * @example
 * const executor = new ActionExecutor([pay], { ledger: postgresLedger(new pg.Pool({ connectionString })) });
 */
export function postgresLedger(
  database: SqlDriver,
  { process, lease = 10_000 }: PostgresLedgerOptions = {},
): PostgresLedger {
  if (!(lease > 0 && Number.isFinite(lease))) {
    throw new TypeError(`the lease must be a positive number of milliseconds (got ${String(lease)})`);
  }
  const sql = new Sql(database, tables);
  /** One for each time that a process was started. */
  const me = crypto.randomUUID();
  const running = new Map<string, PromiseWithResolvers<void>>();
  let opened: Promise<void> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  const signOfLife = (): Promise<unknown> => sql.query(aliveQuery, [me, process ?? null, lease]);

  async function start(): Promise<void> {
    if (process !== undefined) await sql.query(restartedQuery, [process, me]);
    await signOfLife();
    timer = setInterval(() => void signOfLife().catch(() => undefined), lease / 3);
    timer.unref?.();
  }

  function open(): Promise<void> {
    opened ??= start();
    return opened.catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
  }

  function begun(key: string): void {
    running.set(key, Promise.withResolvers());
  }

  function settled(key: string): void {
    running.get(key)?.resolve();
    running.delete(key);
  }

  return {
    open,
    async begin(run, signal) {
      await open();
      const { id, key } = idOf(run);
      for (;;) {
        const own = running.get(key);
        if (own !== undefined) {
          if ((await unlessAborted(() => own.promise, signal)) === "aborted") return { kind: "aborted" };
          continue;
        }
        begun(key);
        let state: LedgerState | "running";
        try {
          state = await beginIn(sql, { id, run, me, signal });
        } catch (error) {
          settled(key);
          if (signal?.aborted === true) return { kind: "aborted" };
          throw error;
        }
        if (state === "running") {
          settled(key);
          await waitUnlessAborted(pollInterval, signal);
          if (signal?.aborted === true) return { kind: "aborted" };
          continue;
        }
        if (state.kind === "ended") settled(key);
        return state;
      }
    },
    async end(run, result) {
      const { id, key } = idOf(run);
      await sql.query(endQuery, [id, JSON.stringify(recordedResult(result))]);
      settled(key);
    },
    async forget(run) {
      const { id, key } = idOf(run);
      await sql.query(forgetQuery, [id, me]);
      settled(key);
    },
    async leave(run) {
      const { id, key } = idOf(run);
      await sql.query(leaveQuery, [id, me]);
      settled(key);
    },
    async find({ session, call }) {
      if (session === undefined || call === undefined) return undefined;
      const [row] = await sql.query(findQuery, [session, sha256Now(call)]);
      return row === undefined ? undefined : (JSON.parse(String(row["guard"])) as LedgerRun["guard"]);
    },
    async deadProcesses() {
      return (await sql.query(deadQuery)).map(({ process }) => String(process));
    },
    async close() {
      clearInterval(timer);
      if (opened === undefined) return;
      await opened.catch(() => undefined);
      opened = undefined;
      await sql.query("DELETE FROM helve_processes WHERE id = $1", [me]);
    },
  };
}

/** Begins a run, or takes it over from a process that has ended. @returns `"running"` if a living process runs it */
async function beginIn(
  sql: Sql,
  {
    id,
    run,
    me,
    signal,
  }: { readonly id: string; readonly run: LedgerRun; readonly me: string; readonly signal: AbortSignal | undefined },
): Promise<LedgerState | "running"> {
  const { session, call, action, guard } = run;
  const values = [
    id,
    session ?? null,
    call === undefined ? null : sha256Now(call),
    action.name,
    JSON.stringify(guard),
    me,
  ];
  if ((await sql.query(beginQuery, values, signal)).length > 0) return { kind: "begun" };
  const [taken] = await sql.query(takeOverQuery, [id, me], signal);
  if (taken !== undefined) return { kind: "unknown", startedAt: Number(taken["started_at"]) };
  const [row] = await sql.query(stateQuery, [id], signal);
  // Another process has deleted the row: try again.
  if (row === undefined) return "running";
  if (row["result"] !== null) return { kind: "ended", result: readResult(JSON.parse(String(row["result"]))) };
  // This process does not run it, so it was begun by a query whose answer was lost with the connection.
  return row["process"] === me ? { kind: "begun" } : "running";
}

function idOf({ key }: LedgerRun): { readonly id: string; readonly key: string } {
  return { id: sha256Now(key), key };
}

/** How often a run is looked at that another process runs, in milliseconds. */
const pollInterval = 200;

const tables = [
  `CREATE TABLE IF NOT EXISTS helve_runs (
    id char(64) PRIMARY KEY,
    session text,
    call char(64),
    tool text NOT NULL,
    guard text NOT NULL,
    process uuid,
    started_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    result text
  )`,
  "CREATE INDEX IF NOT EXISTS helve_runs_session ON helve_runs (session, call)",
  `CREATE TABLE IF NOT EXISTS helve_processes (
    id uuid PRIMARY KEY,
    process text,
    alive_until timestamptz NOT NULL
  )`,
];

const beginQuery = `INSERT INTO helve_runs (id, session, call, tool, guard, process) VALUES ($1, $2, $3, $4, $5, $6::uuid)
  ON CONFLICT (id) DO NOTHING RETURNING id`;

const takeOverQuery = `UPDATE helve_runs SET process = $2::uuid
  WHERE id = $1 AND ended_at IS NULL AND (process IS NULL OR NOT EXISTS (
    SELECT 1 FROM helve_processes WHERE helve_processes.id = helve_runs.process AND alive_until > now()
  )) RETURNING extract(epoch FROM started_at) * 1000 AS started_at`;

const stateQuery = "SELECT result, process FROM helve_runs WHERE id = $1";

/** Also of a run that another process has taken over: what is known now counts. */
const endQuery =
  "UPDATE helve_runs SET ended_at = now(), result = $2, process = NULL WHERE id = $1 AND ended_at IS NULL";

const forgetQuery = "DELETE FROM helve_runs WHERE id = $1 AND process = $2::uuid AND ended_at IS NULL";

const leaveQuery = "UPDATE helve_runs SET process = NULL WHERE id = $1 AND process = $2::uuid AND ended_at IS NULL";

const findQuery = "SELECT guard FROM helve_runs WHERE session = $1 AND call = $2";

const aliveQuery = `INSERT INTO helve_processes (id, process, alive_until)
  VALUES ($1::uuid, $2, now() + $3::double precision * interval '1 millisecond')
  ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`;

/** The processes with the same name have ended, because this one has started. */
const restartedQuery = "DELETE FROM helve_processes WHERE process = $1 AND id <> $2::uuid";

const deadQuery = `SELECT process FROM helve_processes WHERE process IS NOT NULL
  GROUP BY process HAVING max(alive_until) < now() ORDER BY process`;
