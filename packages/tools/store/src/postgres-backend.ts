import { parseChanges } from "./parse-change.ts";
import type { StoreBackend, StoreChange } from "./store-backend.ts";
import { versionConflict } from "./store-error.ts";

/**
 * Stores data in a table of PostgreSQL, which is created if it is missing. Several processes may use a session: of two that commit at the
 * same time, one gets a `conflict`.
 *
 * @param driver - a client of PostgreSQL
 * @param options.table - `helve_changes` by default
 * @throws Error if the name of the table is not made of letters, digits, `_` and `.`
 *
 * @example
 * const backend = postgresBackend(new pg.Pool({ connectionString }));
 */
export function postgresBackend(
  driver: SqlDriver,
  { table = "helve_changes" }: { readonly table?: string } = {},
): StoreBackend {
  if (!/^[a-z_][\w.]*$/i.test(table))
    throw new Error(`"table" must be the name of a table (got ${JSON.stringify(table)})`);
  let created: Promise<unknown> | undefined;
  const query = async (text: string, values: readonly unknown[]) => {
    const columns =
      "session text NOT NULL, version integer NOT NULL, change text NOT NULL, PRIMARY KEY (session, version)";
    created ??= driver.query(`CREATE TABLE IF NOT EXISTS ${table} (${columns})`);
    await created.catch((error: unknown) => {
      created = undefined; // the next call tries again
      throw error;
    });
    return (await driver.query(text, values)).rows;
  };
  return {
    async load(session, after = 0) {
      const text = `SELECT change FROM ${table} WHERE session = $1 AND version > $2 ORDER BY version`;
      const rows = await query(text, [session, after]);
      return parseChanges(
        rows.map(({ change }) => String(change)),
        session,
        after,
      );
    },
    async append(session, change: StoreChange) {
      const last = `SELECT COALESCE(MAX(version), 0) FROM ${table} WHERE session = $1::text`;
      const text = `INSERT INTO ${table} (session, version, change) SELECT $1::text, $2::integer, $3::text
        WHERE $2::integer = 1 + (${last}) ON CONFLICT DO NOTHING RETURNING version`;
      const rows = await query(text, [session, change.version, JSON.stringify(change)]);
      if (rows.length === 0) throw versionConflict(session, change);
    },
    async remove(session) {
      await query(`DELETE FROM ${table} WHERE session = $1`, [session]);
    },
  };
}

/** The interface of a PostgreSQL client for {@link postgresBackend}: `pg.Pool` and `pg.Client` have it. */
export interface SqlDriver {
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
}
