/** Finds where an SQL statement begins, and the kind of object that it names. */
import { isSymbol, isWord } from "./reading.ts";
import type { Token } from "./tokens.ts";

/** The words for kinds of objects, after `CREATE`, `ALTER` and `DROP`. */
export const objectKinds: ReadonlySet<string> = new Set(
  (
    "TABLE TABLES VIEW INDEX SEQUENCE DATABASE SCHEMA FUNCTION PROCEDURE PROC ROUTINE AGGREGATE TRIGGER EVENT TYPE DOMAIN ROLE " +
    "USER LOGIN GROUP EXTENSION TABLESPACE MATERIALIZED FOREIGN SERVER PUBLICATION SUBSCRIPTION POLICY RULE OWNED KEYSPACE " +
    "LANGUAGE OPERATOR CAST COLLATION CONVERSION STATISTICS ACCESS DICTIONARY WAREHOUSE STAGE STREAM TASK PIPE EXTERNAL " +
    "SNAPSHOT MODEL SYNONYM PACKAGE LIBRARY ASSEMBLY CERTIFICATE CREDENTIAL QUOTA PROFILE CATALOG DATASET LOGFILE NAMESPACE " +
    "PARTITION SYSTEM SESSION MASTER ENDPOINT AUDIT AVAILABILITY CLUSTER CHANGEFEED SETTINGS MASKING PLUGGABLE SECRET TEXT"
  ).split(" "),
);

/** The words after which a statement may begin. */
const wordsBefore =
  "THEN ELSE LOOP BEGIN DO AS IS ANALYZE ANALYSE VERBOSE EXPLAIN TRANSACTION TRAN WORK DEFERRED EXCLUSIVE ATOMIC EXTENDED PLAN PROFILE STATEMENT RETURN DESCRIBE".split(
    " ",
  );

/** The words and symbols after which the name of a verb is something else: `ON DELETE CASCADE`, `GRANT DELETE, UPDATE`. */
const wordsOfOther = "ON FOR AFTER BEFORE OF OR GRANT REVOKE DENY INSTEAD TO SET TRIGGER PRIVILEGES".split(" ");

/** Whether a statement begins at a word that names a verb, by the tokens before and after it. */
export function isVerbPosition(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const isFirst = before === undefined || before.kind === "end" || before.kind === "command";
  if (isFirst || isSymbol(before, "(") || isSymbol(before, ")") || isSymbol(before, ":") || isSymbol(before, ">"))
    return true;
  return isWord(before, ...wordsBefore) || beginsStatement(tokens, at);
}

/** Whether a statement certainly begins at a token, independent of the tokens before it: T-SQL needs no semicolons. */
export function beginsStatement(tokens: readonly Token[], at: number): boolean {
  const [token, next, before] = [tokens[at], tokens[at + 1], tokens[at - 1]];
  if (token?.kind !== "word" || next === undefined) return false;
  if (isWord(before, ...wordsOfOther) || isSymbol(before, ",") || isSymbol(before, ".")) return false;
  switch (token.text) {
    case "DELETE":
      return isWord(next, "FROM");
    case "INSERT":
    case "MERGE":
      return isWord(next, "INTO");
    case "UPDATE":
      return (next.kind === "word" || next.kind === "name") && setFollows(tokens, at + 1);
    case "DROP":
    case "CREATE":
    case "ALTER":
      return next.kind === "word" && (objectKinds.has(next.text) || isWord(next, "TEMP", "TEMPORARY"));
    case "TRUNCATE":
      return isWord(next, "TABLE");
    case "EXEC":
    case "EXECUTE":
      return next.kind === "string" || isSymbol(next, "(") || /^([SX]P_|MASTER$|DBO$)/.test(next.text);
    default:
      return false;
  }
}

/** Whether a name and `SET` follow: `UPDATE a.b AS c SET`. */
function setFollows(tokens: readonly Token[], from: number): boolean {
  if (isWord(tokens[from], "SET")) return false;
  for (let at = from; at < from + 8; at++) {
    const token = tokens[at];
    if (isWord(token, "SET")) return true;
    if (token === undefined || (token.kind !== "word" && token.kind !== "name" && !isSymbol(token, "."))) return false;
  }
  return false;
}
