import { unlessAborted } from "@helve/core/internal";
import type { SqlDriver } from "@helve/store";
import { batched } from "./batched.ts";
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
  const write = batched(async (writes: readonly LedgerWrite[]) => {
    // In one order, so that two processes never wait for each other.
    const runs = writes
      .flatMap(({ run }) => (run === undefined ? [] : [run]))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    const ends = writes.flatMap(({ end }) => (end === undefined ? [] : [end]));
    const columns = [
      runs.map(({ id }) => id),
      runs.map(({ session }) => session ?? null),
      runs.map(({ call }) => call ?? null),
      ...(["tool", "guard", "me"] as const).map((name) => runs.map((run) => run[name])),
      ...(["id", "result"] as const).map((name) => ends.map((end) => end[name])),
    ];
    const begun = new Set((await sql.query(writeQuery, columns)).map(({ id }) => id));
    return writes.map(({ run }) => run !== undefined && begun.has(run.id));
  });
  const find = batched(async (calls: readonly { readonly session: string; readonly call: string }[]) => {
    const rows = await sql.query(findQuery, [calls.map(({ session }) => session), calls.map(({ call }) => call)]);
    const guards = new Map(
      rows.map(({ session, call, guard }) => [`${String(call)}${String(session)}`, String(guard)]),
    );
    return calls.map(({ session, call }) => guards.get(`${call}${session}`));
  });
  return leasedLedger(
    {
      async begin(run, lost, signal) {
        const isNew = await unlessAborted(() => write({ run }), signal);
        if (isNew === "aborted") throw signal?.reason;
        return isNew ? { kind: "begun" } : begunBefore(sql, run, lost, signal);
      },
      async end(id, result) {
        await write({ end: { id, result } });
      },
      async forget(id, me) {
        await sql.query(forgetQuery, [id, me]);
      },
      async leave(id, me) {
        await sql.query(leaveQuery, [id, me]);
      },
      find: (session, call) => find({ session, call }),
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
      async forgetProcesses(names) {
        await sql.query(forgetProcessesQuery, [names]);
      },
    },
    options,
  );
}

/** The beginning of a run, or its end. Those that come at the same time are one query. */
interface LedgerWrite {
  readonly run?: StoredRun;
  readonly end?: { readonly id: string; readonly result: string };
}

/** Reads a run that was begun before; takes it over if its process ended. */
async function begunBefore(
  sql: Sql,
  { id, me }: StoredRun,
  lost: string | undefined,
  signal: AbortSignal | undefined,
): Promise<StoredState> {
  const [taken] = await sql.query(takeOverQuery, [id, me, lost ?? null], signal);
  if (taken !== undefined) return { kind: "unknown", startedAt: Number(taken["started_at"]) };
  const [row] = await sql.query(stateQuery, [id], signal);
  // If another process has deleted the row, the ledger begins the run again.
  if (row === undefined) return { kind: "running", isOwn: false };
  if (row["result"] !== null) return { kind: "ended", result: String(row["result"]) };
  const isOwn = row["process"] === me;
  if (row["is_lost"] === true && !isOwn) return { kind: "lost", process: String(row["process"]) };
  return { kind: "running", isOwn };
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
    alive_until timestamptz NOT NULL,
    lease interval NOT NULL
  )`,
];

/** While the server was down, no process could give a sign of life: its lease begins again with the server. */
const aliveUntil = "greatest(alive_until, pg_postmaster_start_time() + lease)";

/** Ends also a run that another process has taken over: what is known now counts. */
const writeQuery = `WITH ended AS (
    UPDATE helve_runs SET ended_at = now(), result = given.result, process = NULL
    FROM unnest($7::char(64)[], $8::text[]) AS given (id, result)
    WHERE helve_runs.id = given.id AND ended_at IS NULL
  ) INSERT INTO helve_runs (id, session, call, tool, guard, process)
  SELECT * FROM unnest($1::char(64)[], $2::text[], $3::char(64)[], $4::text[], $5::text[], $6::uuid[])
  ON CONFLICT (id) DO NOTHING RETURNING id`;

/** A process that is not listed was replaced. */
const takeOverQuery = `UPDATE helve_runs SET process = $2::uuid
  WHERE id = $1 AND ended_at IS NULL AND (process IS NULL OR process <> $2::uuid AND NOT EXISTS (
    SELECT 1 FROM helve_processes WHERE helve_processes.id = helve_runs.process
      AND (${aliveUntil} > now() OR helve_processes.id IS DISTINCT FROM $3::uuid)
  )) RETURNING extract(epoch FROM started_at) * 1000 AS started_at`;

const stateQuery = `SELECT result, helve_runs.process, ${aliveUntil} <= now() AS is_lost
  FROM helve_runs LEFT JOIN helve_processes ON helve_processes.id = helve_runs.process WHERE helve_runs.id = $1`;

const forgetQuery = "DELETE FROM helve_runs WHERE id = $1 AND process = $2::uuid AND ended_at IS NULL";

const leaveQuery = "UPDATE helve_runs SET process = NULL WHERE id = $1 AND process = $2::uuid AND ended_at IS NULL";

const findQuery = `SELECT session, call, guard FROM helve_runs
  WHERE (session, call) IN (SELECT * FROM unnest($1::text[], $2::char(64)[]))`;

const aliveQuery = `INSERT INTO helve_processes (id, process, alive_until, lease)
  SELECT $1::uuid, $2, now() + lease, lease FROM (SELECT $3::double precision * interval '1 millisecond') AS given (lease)
  ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`;

/** The processes with the same name have ended, because this one has started. */
const restartedQuery = "DELETE FROM helve_processes WHERE process = $1 AND id <> $2::uuid";

const forgetProcessesQuery = `DELETE FROM helve_processes WHERE process = ANY($1::text[]) AND ${aliveUntil} < now()`;

const deadQuery = `SELECT process FROM helve_processes WHERE process IS NOT NULL
  GROUP BY process HAVING max(${aliveUntil}) < now() ORDER BY process`;
