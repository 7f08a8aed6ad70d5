/** Finds tables with passwords, such as `mysql.user`, and reports reads of them. */
import { emit, isSymbol, type Reading } from "./reading.ts";
import type { Token } from "./tokens.ts";

/** System tables with the passwords of a database's users. */
const tables: ReadonlySet<string> = new Set(
  (
    "PG_SHADOW PG_AUTHID PG_USER_MAPPING PG_USER_MAPPINGS PG_CATALOG.PG_SHADOW PG_CATALOG.PG_AUTHID MYSQL.USER " +
    "MYSQL.GLOBAL_PRIV MYSQL.PROXIES_PRIV SYS.SQL_LOGINS SYS.SYSLOGINS MASTER.SYS.SQL_LOGINS MASTER..SYSLOGINS SYS.USER$ " +
    "DBA_USERS SYSTEM.USERS"
  ).split(" "),
);

/** Whether a table, by its name in upper case, has the passwords of a database's users. */
export function isCredentialTable(key: string): boolean {
  return tables.has(key);
}

/** Emits that the passwords of a database's users are read, if a table with them is named at a token. */
export function emitCredentials(tokens: readonly Token[], at: number, reading: Reading): void {
  const token = tokens[at];
  if (token === undefined || isSymbol(tokens[at - 1], ".")) return;
  const isQualified = isSymbol(tokens[at + 1], ".");
  const key = isQualified ? `${token.text}.${tokens[at + 2]?.text}`.toUpperCase() : token.text.toUpperCase();
  if (tables.has(key))
    emit(reading, { kind: "reveal", what: `passwords in ${key.toLowerCase()}` }, "SELECT", [token, tokens[at + 2]]);
}
