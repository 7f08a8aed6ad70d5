import type { SqlDriver } from "@helve/store";
import {
  type LeasedLedger,
  type LedgerOptions,
  leasedLedger,
  type StoredRun,
  type StoredState,
} from "./leased-ledger.ts";
import { Sql } from "./sql.ts";

/**
 * Prevents calls from running twice, by tables of PostgreSQL that are created if they are missing: `helve_runs` and `helve_processes`. A run is
 * written before its tool is called. While the database can't be reached, no tool is called, and results wait.
 *
 * @param database - a `pg.Pool`
 * @throws TypeError if the lease is not a positive number
 *
 * @example
 * const executor = new ActionExecutor([pay], { ledger: postgresLedger(new pg.Pool({ connectionString })) });
 */
export function postgresLedger(database: SqlDriver, options: LedgerOptions = {}): LeasedLedger {
  const sql = new Sql(database, tables);
  return leasedLedger(
    {
      begin: (run, signal) => begin(sql, run, signal),
      async end(id, result) {
        await sql.query(endQuery, [id, result]);
      },
      async forget(id, me) {
        await sql.query(forgetQuery, [id, me]);
      },
      async leave(id, me) {
        await sql.query(leaveQuery, [id, me]);
      },
      async find(session, call) {
        const [row] = await sql.query(findQuery, [session, call]);
        return row === undefined ? undefined : String(row["guard"]);
      },
      async live({ id, name, lease }) {
        await sql.query(aliveQuery, [id, name ?? null, lease]);
      },
      async replace({ id, name }) {
        await sql.query(restartedQuery, [name, id]);
      },
      async die({ id }) {
        await sql.query("DELETE FROM helve_processes WHERE id = $1", [id]);
      },
      async deadProcesses() {
        return (await sql.query(deadQuery)).map(({ process }) => String(process));
      },
    },
    options,
  );
}

async function begin(sql: Sql, run: StoredRun, signal: AbortSignal | undefined): Promise<StoredState> {
  const { id, session, call, tool, guard, me } = run;
  const values = [id, session ?? null, call ?? null, tool, guard, me];
  for (;;) {
    if ((await sql.query(beginQuery, values, signal)).length > 0) return { kind: "begun" };
    const [taken] = await sql.query(takeOverQuery, [id, me], signal);
    if (taken !== undefined) return { kind: "unknown", startedAt: Number(taken["started_at"]) };
    const [row] = await sql.query(stateQuery, [id], signal);
    if (row === undefined) continue; // another process has deleted the row
    if (row["result"] !== null) return { kind: "ended", result: String(row["result"]) };
    return { kind: "running", isOwn: row["process"] === me };
  }
}

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
