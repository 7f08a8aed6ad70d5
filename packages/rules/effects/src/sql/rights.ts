/** Evaluates SQL that changes rights and users: `GRANT`, `REVOKE`, `CREATE USER`. */
import { emit, emitChange, isWord, nameAt, type ObjectName, type Reading, statementEnd } from "./reading.ts";
import type { Verb } from "./rows.ts";
import type { Token } from "./tokens.ts";

/** Evaluates `GRANT … TO ada`, `REVOKE … FROM ada`, `DENY`. */
export const evaluateGrant: Verb = (tokens, at, reading) => {
  const [first] = tokens.slice(at, at + 1);
  const end = statementEnd(tokens, at);
  const isGrant = isWord(first, "GRANT");
  const to = tokens.findIndex((token, index) => index > at && index < end && isWord(token, "TO", "FROM"));
  if (first === undefined || to === -1) return at + 1;
  const name = userAt(tokens, to + 1, reading);
  const rights = tokens.slice(at + 1, to);
  const user = name?.text ?? null;
  emitChange(reading, { change: "grant", what: user === null ? null : `rights of ${user}`, all: false }, first.text, [
    first,
    tokens[to + 1],
  ]);
  const isPowerful =
    rights.some((token) => isWord(token, ...powers)) ||
    reading.text.slice(first.start, tokens[to]?.start).includes("*.*");
  if (isGrant && isPowerful) emit(reading, { kind: "privilege", user }, first.text, [first, tokens[to + 1]]);
  return name?.next ?? to + 1;
};

/** Emits the effect of `ALTER TABLE t OWNER TO ada`. @param at - after the name of the object */
export function emitOwnerChange(tokens: readonly Token[], at: number, end: number, reading: Reading): void {
  const to = tokens.findIndex((token, index) => index > at && index < end && isWord(token, "TO"));
  const owner = tokens[to - 1];
  if (to === -1 || owner === undefined || !isWord(owner, "OWNER")) return;
  const user = userAt(tokens, to + 1, reading)?.text ?? null;
  const what = user === null ? null : `rights of ${user}`;
  emitChange(reading, { change: "grant", what, all: false }, "OWNER TO", [owner, tokens[to + 1]]);
}

/** Evaluates `ALTER DEFAULT PRIVILEGES … GRANT …`, the rights on objects that will be created. */
export function evaluateDefaultPrivileges(tokens: readonly Token[], at: number, reading: Reading): number {
  const end = statementEnd(tokens, at);
  const grant = tokens.findIndex((token, index) => index > at && index < end && isWord(token, "GRANT", "REVOKE"));
  return grant === -1 ? end : evaluateGrant(tokens, grant, reading);
}

/** Emits the effects of `CREATE USER`, `ALTER ROLE … SUPERUSER`, `ALTER LOGIN … WITH PASSWORD`: the users who get rights. */
export function emitUserChange(tokens: readonly Token[], at: number, reading: Reading): void {
  const first = tokens[at];
  const name = userAt(tokens, skipExists(tokens, at + 2), reading);
  if (first === undefined || name === undefined) return;
  const end = Math.min(statementEnd(tokens, at), at + 60);
  const options = tokens.slice(name.next, end);
  const last = tokens[end - 1];
  const what = name.text === null ? null : `the user ${name.text}`;
  const by = `${first.text} ${tokens[at + 1]?.text}`;
  emitChange(reading, { change: "grant", what, all: false }, by, [first, last]);
  if (options.some((token) => isWord(token, ...powers)))
    emit(reading, { kind: "privilege", user: name.text }, by, [first, last]);
}

/** The name of a user, which MySQL writes as a text: `'ada'@'%'`. */
function userAt(tokens: readonly Token[], at: number, reading: Reading): Pick<ObjectName, "text" | "next"> | undefined {
  const token = tokens[at];
  return token?.kind === "string" ? { text: token.text, next: at + 1 } : nameAt(tokens, at, reading);
}

/** Returns the place after `IF NOT EXISTS`. */
function skipExists(tokens: readonly Token[], at: number): number {
  let next = at;
  while (isWord(tokens[next], "IF", "NOT", "EXISTS")) next++;
  return next;
}

/** Whether a `CREATE` or `ALTER` is about a user. */
export function isUserChange(tokens: readonly Token[], at: number): boolean {
  return isWord(tokens[at + 1], "USER", "ROLE", "LOGIN", "GROUP") && !isWord(tokens[at + 2], "MAPPING");
}

/** Rights and roles with which a user can do everything, or files and programs of the server. */
const powers =
  "SUPERUSER CREATEROLE CREATEDB BYPASSRLS REPLICATION SUPER FILE SYSADMIN SECURITYADMIN SERVERADMIN DB_OWNER CONTROL DBA RDS_SUPERUSER PG_READ_SERVER_FILES PG_WRITE_SERVER_FILES PG_EXECUTE_SERVER_PROGRAM ACCOUNTADMIN SECURITYADMIN CLOUDSQLSUPERUSER".split(
    " ",
  );
