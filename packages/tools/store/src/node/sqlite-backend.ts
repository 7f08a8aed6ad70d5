import { DatabaseSync } from "node:sqlite";
import { errorJson } from "@helve/core";
import { parseChanges } from "../parse-change.ts";
import type { StoreBackend } from "../store-backend.ts";
import { versionConflict } from "../store-error.ts";

/**
 * Stores data in a database of SQLite (`node:sqlite`), which is created if it is missing. Several processes may use it.
 *
 * @param path - the file, or `:memory:`
 * @throws Error if the file can't be opened or created
 *
 * @example
 * const store = await openStore({ backend: sqliteBackend("state.db"), session: "chat-17" });
 */
export function sqliteBackend(path: string): StoreBackend {
  const database = open(path);
  database.exec("PRAGMA journal_mode = WAL");
  const columns =
    "session TEXT NOT NULL, version INTEGER NOT NULL, change TEXT NOT NULL, PRIMARY KEY (session, version)";
  database.exec(`CREATE TABLE IF NOT EXISTS helve_changes (${columns}) STRICT`);
  const select = database.prepare(
    "SELECT change FROM helve_changes WHERE session = ? AND version > ? ORDER BY version",
  );
  const insert = database.prepare(
    `INSERT INTO helve_changes (session, version, change) SELECT :session, :version, :change
      WHERE :version = 1 + (SELECT COALESCE(MAX(version), 0) FROM helve_changes WHERE session = :session)`,
  );
  const remove = database.prepare("DELETE FROM helve_changes WHERE session = ?");
  return {
    load: async (session, after = 0) =>
      parseChanges(
        select.all(session, after).map(({ change }) => String(change)),
        session,
        after,
      ),
    async append(session, change) {
      const row = { session, version: change.version, change: JSON.stringify(change) };
      if (Number(insert.run(row).changes) === 0) throw versionConflict(session, change);
    },
    remove: async (session) => void remove.run(session),
    close: async () => database.close(),
  };
}

/** Opens a database. While another process writes, operations wait for 5 s. */
function open(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 5000 });
  } catch (cause) {
    const problem = errorJson(cause).message;
    throw new Error(`The database ${path} can't be opened: ${problem}. Its folder must exist.`, { cause });
  }
}
