/** The subpath `@helve/effects/sql`: lists the effects of SQL statements without running them. */
import { createReader, type EffectReader } from "./languages.ts";
import { withLineEnds } from "./line-ends.ts";
import { readSql } from "./sql/read-sql.ts";

/**
 * Reads what the statements of SQL change, without running them, and the commands of the programs `psql`, `mysql`,
 * `sqlite3` and `sqlcmd` among them. Reading data is no effect.
 *
 * It reads PostgreSQL, MySQL, SQLite and T-SQL. Where their quotes and comments differ, the text is read in each of these
 * dialects: an effect that only some of them have is `possible`. Changes of rows between `BEGIN` and `ROLLBACK` are no effects,
 * and neither are changes of temporary tables. Never throws.
 *
 * @example
 * sql.read("DELETE FROM users").effects[0]; // { kind: "database", change: "delete", what: "the table users", all: true, … }
 */
export const sql: EffectReader = createReader("sql", (text, context) => readSql(withLineEnds(text), context));
