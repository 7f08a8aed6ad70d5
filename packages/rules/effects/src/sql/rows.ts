/** Evaluates SQL that changes rows: `DELETE`, `UPDATE`, `INSERT`, `MERGE`. */
import { isAlwaysTrue } from "./conditions.ts";
import { isCredentialTable } from "./credentials.ts";
import { emitChange, isSymbol, isWord, nameAt, type ObjectName, type Reading, type Span } from "./reading.ts";
import { beginsStatement } from "./statement-starts.ts";
import type { Token } from "./tokens.ts";

/** Evaluates an SQL verb at a token; returns the index where reading continues. */
export type Verb = (tokens: readonly Token[], at: number, reading: Reading) => number;

/** Evaluates `DELETE FROM t WHERE …`, also of several tables: all rows are lost if nothing restricts them. */
export const evaluateDelete: Verb = (tokens, at, reading) => {
  const skipped = skipModifiers(tokens, at + 1);
  const from = isWord(tokens[skipped], "FROM") ? skipModifiers(tokens, skipped + 1) : skipped;
  const name = isWord(tokens[from], "WHEN", "WHERE", "SET") ? undefined : nameAt(tokens, from, reading);
  if (name === undefined) return at + 1;
  emitRows({ change: "delete", name }, tokens, at, reading);
  return name.next;
};

/** Evaluates `UPDATE t SET …`: all rows are overwritten if nothing restricts them. */
export const evaluateUpdate: Verb = (tokens, at, reading) => {
  const from = skipModifiers(tokens, at + 1);
  const name = isWord(tokens[from], "SET", "OF") ? undefined : nameAt(tokens, from, reading);
  if (name === undefined || !hasSet(tokens, name.next)) return at + 1;
  emitRows({ change: "update", name }, tokens, at, reading);
  return name.next;
};

/** Evaluates `INSERT INTO t`; `INSERT OVERWRITE t` replaces all rows. */
export const evaluateInsert: Verb = (tokens, at, reading) => {
  let from = at + 1;
  const overwrites = isWord(tokens[from], "OVERWRITE");
  while (isWord(tokens[from], ...insertWords)) from++;
  const name = nameAt(tokens, from, reading);
  if (name === undefined || isTemporary(name, reading)) return at + 1;
  const by = overwrites ? "INSERT OVERWRITE" : "INSERT";
  const change = isCredentialTable(name.key) ? "grant" : overwrites ? "update" : "insert";
  emitChange(reading, { change, what: tableText(name), all: overwrites }, by, spanOf(tokens, at, name));
  return name.next;
};

/** Evaluates `REPLACE INTO t`, which overwrites the rows with the same keys. */
export const evaluateReplace: Verb = (tokens, at, reading) => {
  let from = at + 1;
  while (isWord(tokens[from], ...insertWords)) from++;
  const name = nameAt(tokens, from, reading);
  if (name === undefined || isTemporary(name, reading)) return at + 1;
  emitChange(reading, { change: "update", what: tableText(name), all: false }, "REPLACE", spanOf(tokens, at, name));
  return name.next;
};

/** Evaluates `MERGE INTO t … WHEN MATCHED THEN DELETE`. */
export const evaluateMerge: Verb = (tokens, at, reading) => {
  let from = at + 1;
  while (isWord(tokens[from], "INTO", "TOP")) from++;
  const name = nameAt(tokens, from, reading);
  if (name === undefined || isTemporary(name, reading)) return at + 1;
  const end = rowStatementEnd(tokens, at);
  const deletes = tokens.slice(at, end).some((token, index) => {
    return isWord(token, "DELETE") && isWord(tokens[at + index - 1], "THEN");
  });
  emitChange(
    reading,
    { change: deletes ? "delete" : "update", what: tableText(name), all: false },
    "MERGE",
    spanOf(tokens, at, name),
  );
  return name.next;
};

const insertWords =
  "INTO OVERWRITE TABLE IGNORE LOW_PRIORITY DELAYED HIGH_PRIORITY OR REPLACE ABORT FAIL ROLLBACK".split(" ");
const modifiers = "LOW_PRIORITY QUICK IGNORE ONLY OR REPLACE ABORT FAIL ROLLBACK TOP PERCENT LOCAL".split(" ");

/** The index after words such as `ONLY` and `TOP (5)`. */
function skipModifiers(tokens: readonly Token[], at: number): number {
  let next = at;
  while (isWord(tokens[next], ...modifiers)) {
    const isTop = isWord(tokens[next], "TOP");
    next++;
    if (isTop && isSymbol(tokens[next], "(")) while (next < tokens.length && !isSymbol(tokens[next - 1], ")")) next++;
    else if (isTop) next++;
  }
  return next;
}

/** The change of a statement to the rows of a table. */
interface RowChange {
  readonly change: "delete" | "update";
  readonly name: ObjectName;
}

/** Emits that rows are deleted or changed. */
function emitRows({ change, name }: RowChange, tokens: readonly Token[], at: number, reading: Reading): void {
  if (isTemporary(name, reading)) return;
  const end = rowStatementEnd(tokens, at);
  const all = !isRestricted(tokens.slice(at, end));
  const last = tokens[end - 1];
  const first = tokens[at];
  if (first === undefined) return;
  const by = change.toUpperCase();
  emitChange(reading, { change, what: tableText(name), all }, by, last === undefined ? [first] : [first, last]);
  if (isCredentialTable(name.key))
    emitChange(reading, { change: "grant", what: tableText(name), all: false }, by, [first, last]);
}

/** Whether a clause restricts the rows: a condition, a limit, or a join. */
function isRestricted(tokens: readonly Token[]): boolean {
  const depth = tokens[0]?.depth ?? 0;
  const own = tokens.map((token, index) => ({ token, index })).filter(({ token }) => token.depth === depth);
  const clause = (...words: readonly string[]): number | undefined =>
    own.find(({ token }) => isWord(token, ...words))?.index;
  if (limits(tokens, clause("LIMIT", "FETCH")) || limits(tokens, clause("TOP"))) return true;
  const where = clause("WHERE");
  const conditionAt =
    where ?? (clause("LEFT", "CROSS", "NATURAL", "FULL") === undefined ? joinCondition(own) : undefined);
  if (conditionAt === undefined) return false;
  const end = own.find(({ token, index }) => index > conditionAt && isWord(token, ...afterCondition))?.index;
  return !isAlwaysTrue(tokens.slice(conditionAt + 1, end));
}

const afterCondition = ["RETURNING", "ORDER", "LIMIT", "WHERE", "GROUP", "OPTION", "ALLOW", "SETTINGS", "OUTPUT"];

/** Where the condition of a join begins. */
function joinCondition(own: readonly { readonly token: Token; readonly index: number }[]): number | undefined {
  const join = own.find(({ token }) => isWord(token, "JOIN"))?.index;
  if (join === undefined) return;
  return own.find(({ token, index }) => index > join && isWord(token, "ON", "USING"))?.index;
}

/** Whether the number after `LIMIT` or `TOP (` is small. */
function limits(tokens: readonly Token[], at: number | undefined): boolean {
  if (at === undefined) return false;
  const after = tokens.slice(at + 1, at + 6);
  const number = after.find(({ kind }) => kind === "number");
  return number !== undefined && Number(number.text) < 1_000_000 && !after.some((token) => isWord(token, "PERCENT"));
}

/** Whether `SET` follows soon. */
function hasSet(tokens: readonly Token[], from: number): boolean {
  return tokens.slice(from, from + 40).some((token) => isWord(token, "SET"));
}

/** The index of the token that ends a statement about rows: also of the next statement without a semicolon between. */
function rowStatementEnd(tokens: readonly Token[], from: number): number {
  const depth = tokens[from]?.depth ?? 0;
  for (let at = from + 1; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.kind === "end" || token.kind === "command" || token.depth < depth) return at;
    if (token.depth === depth && (isSymbol(token, ")") || isWord(token, "SELECT") || beginsStatement(tokens, at)))
      return at;
  }
  return tokens.length;
}

/** Whether a table exists only for this connection. */
export function isTemporary({ key }: ObjectName, { temporary }: Reading): boolean {
  return /^(#|@|PG_TEMP|TEMP\.|TEMPDB\.|INSERTED$|DELETED$)/.test(key) || temporary.has(key);
}

/** A table as text. */
export function tableText({ text }: ObjectName): string | null {
  return text === null ? null : `the table ${text}`;
}

/** The tokens from the verb to the end of a name. */
export function spanOf(tokens: readonly Token[], at: number, { next }: ObjectName): Span {
  const [first, last] = [tokens[at], tokens[next - 1]];
  if (first === undefined) throw new RangeError("a verb is a token");
  return last === undefined ? [first] : [first, last];
}
