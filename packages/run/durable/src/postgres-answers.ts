import { sha256Now } from "@helve/core/internal";
import type { SqlDriver } from "@helve/store";
import type { AnswerLedger } from "./durable-backend.ts";
import { Sql } from "./sql.ts";

/**
 * Records in a table of PostgreSQL which answers were used, `helve_answers`, which is created if it is missing: the `ledger` of an engine's
 * `lateAnswers`.
 *
 * @param database - a `pg.Pool`
 * @param user - what uses an answer: it may use the same one again, because its attempts repeat what was not recorded; by default, none may
 */
export function postgresAnswers(database: SqlDriver, user: () => string | undefined = () => undefined): AnswerLedger {
  const sql = new Sql(database, [table]);
  return {
    async use(token) {
      // A user of its own, so that a query that is repeated after a lost connection finds its own row.
      const by = user() ?? crypto.randomUUID();
      const rows = await sql.query(useQuery, [sha256Now(token), by]);
      return rows.length > 0;
    },
  };
}

/** Tokens are hashed: who reads the table can't answer with them. */
const table = `CREATE TABLE IF NOT EXISTS helve_answers (
  token char(64) PRIMARY KEY,
  used_by text NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now()
)`;

const useQuery = `INSERT INTO helve_answers (token, used_by) VALUES ($1, $2)
  ON CONFLICT (token) DO UPDATE SET used_by = excluded.used_by WHERE helve_answers.used_by = excluded.used_by
  RETURNING token`;
