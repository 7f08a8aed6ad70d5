/** Evaluates `DROP`, `TRUNCATE`, `CREATE`, `ALTER` and `RENAME`. */
import { isAlwaysTrue } from "./conditions.ts";
import { emit, emitChange, isSymbol, isWord, nameAt, type ObjectName, type Reading, statementEnd } from "./reading.ts";
import { emitOwnerChange, evaluateDefaultPrivileges } from "./rights.ts";
import { isTemporary, spanOf, tableText, type Verb } from "./rows.ts";
import { beginsStatement, objectKinds } from "./statement-starts.ts";
import type { Token } from "./tokens.ts";

/** Evaluates `DROP TABLE a, b`, for any kind of object. Dropping a temporary table is no loss. */
export const evaluateDrop: Verb = (tokens, at, reading) => {
  const kind = objectKindAt(tokens, at + 1);
  if (isWord(tokens[at + 1], "PREPARE", "COLUMN", "CONSTRAINT", "DEFAULT")) return at + 1;
  let next = kind.next;
  while (isWord(tokens[next], "IF", "EXISTS", "CONCURRENTLY", "ONLY", "BY")) next++;
  const by = `DROP ${kind.words.join(" ")}`.trim();
  for (let name = nameAt(tokens, next, reading); name !== undefined; name = nameAt(tokens, next, reading)) {
    const isOwn = kind.isTemporary || (kind.words[0] === "TABLE" && isTemporary(name, reading));
    reading.temporary.delete(name.key);
    if (!isOwn)
      emitChange(
        reading,
        { change: "drop", what: objectText(kind.words, name), all: true },
        by,
        spanOf(tokens, at, name),
      );
    next = name.next;
    if (!isSymbol(tokens[next], ",")) break;
    next++;
  }
  return next;
};

/** Evaluates `TRUNCATE a, b`. */
export const evaluateTruncate: Verb = (tokens, at, reading) => {
  let next = at + 1;
  while (isWord(tokens[next], "TABLE", "ONLY", "IF", "EXISTS", "DATABASE", "ALL", "TABLES", "FROM")) next++;
  for (let name = nameAt(tokens, next, reading); name !== undefined; name = nameAt(tokens, next, reading)) {
    if (!isTemporary(name, reading))
      emitChange(
        reading,
        { change: "truncate", what: tableText(name), all: true },
        "TRUNCATE",
        spanOf(tokens, at, name),
      );
    next = name.next;
    if (!isSymbol(tokens[next], ",")) break;
    next++;
    while (isWord(tokens[next], "ONLY")) next++;
  }
  return next;
};

/** Evaluates `CREATE …`: `CREATE OR REPLACE TABLE` loses the old table; temporary tables are remembered. */
export const evaluateCreate: Verb = (tokens, at, reading) => {
  const kind = objectKindAt(tokens, at + 1);
  if (kind.words.length === 0) return at + 1;
  let next = kind.next;
  while (isWord(tokens[next], "IF", "NOT", "EXISTS", "CONCURRENTLY")) next++;
  const name = nameAt(tokens, next, reading);
  if (name === undefined) return next;
  const [first] = kind.words;
  if (kind.isTemporary) {
    reading.temporary.add(name.key);
    return name.next;
  }
  if (isTemporary(name, reading)) return name.next;
  const by = `CREATE ${kind.words.join(" ")}`;
  const replaces = kind.replaces && (first === "TABLE" || first === "DATABASE" || first === "SCHEMA");
  emitChange(
    reading,
    { change: "create", what: objectText(kind.words, name), all: replaces },
    by,
    spanOf(tokens, at, name),
  );
  return name.next;
};

/** Evaluates `ALTER TABLE t …`: dropped columns and partitions are lost. */
export const evaluateAlter: Verb = (tokens, at, reading) => {
  if (isWord(tokens[at + 1], "DEFAULT") && isWord(tokens[at + 2], "PRIVILEGES"))
    return evaluateDefaultPrivileges(tokens, at, reading);
  const kind = objectKindAt(tokens, at + 1);
  let next = kind.next;
  while (isWord(tokens[next], "IF", "EXISTS", "ONLY")) next++;
  const name = nameAt(tokens, next, reading);
  if (kind.words.length === 0 || (name === undefined && !isWord(tokens[at + 1], "SYSTEM", "SESSION", "DATABASE")))
    return at + 1;
  if (
    isWord(tokens[at + 1], "SESSION") ||
    (name !== undefined && kind.words[0] === "TABLE" && isTemporary(name, reading))
  )
    return name?.next ?? next;
  const what = name === undefined ? null : objectText(kind.words, name);
  const end = alterEnd(tokens, next);
  const first = tokens[at];
  if (first === undefined) return end;
  const all = kind.words[0] === "TABLE" && losesData(tokens, name?.next ?? next, end);
  emitChange(reading, { change: "alter", what, all }, `ALTER ${kind.words.join(" ")}`, [first, tokens[end - 1]]);
  emitOwnerChange(tokens, name?.next ?? next, end, reading);
  if (isWord(tokens[at + 1], "SYSTEM")) emitSystemSetting(tokens, at, end, reading);
  return end;
};

/** Evaluates `RENAME TABLE a TO b`. */
export const evaluateRename: Verb = (tokens, at, reading) => {
  const kind = objectKindAt(tokens, at + 1);
  const name = nameAt(tokens, kind.next, reading);
  if (kind.words.length === 0 || name === undefined) return at + 1;
  emitChange(
    reading,
    { change: "alter", what: objectText(kind.words, name), all: false },
    "RENAME",
    spanOf(tokens, at, name),
  );
  return name.next;
};

/** The words of an object's kind: `MATERIALIZED VIEW`. */
interface ObjectKind {
  readonly words: readonly string[];
  readonly isTemporary: boolean;
  readonly replaces: boolean;
  readonly next: number;
}

const adjectives =
  "OR REPLACE TEMP TEMPORARY LOCAL GLOBAL UNLOGGED UNIQUE CLUSTERED NONCLUSTERED FULLTEXT SPATIAL BITMAP COLUMNSTORE DEFINER PUBLIC TRUSTED CONSTRAINT RECURSIVE VIRTUAL TRANSIENT SECURE EDITIONABLE ALGORITHM SQL SECURITY INVOKER UNDEFINED MERGE TEMPTABLE PERSISTENT HYBRID DYNAMIC ICEBERG".split(
    " ",
  );

/** Returns the kind of object that a statement names: table, view, user. */
function objectKindAt(tokens: readonly Token[], from: number): ObjectKind {
  let next = from;
  const before: string[] = [];
  // `DEFINER = root@localhost` precedes the kind, too.
  for (let steps = 0; steps < 16; steps++) {
    const token = tokens[next];
    const isSetting = isSymbol(tokens[next], "=") || isSymbol(tokens[next - 1], "=");
    if (!isWord(token, ...adjectives) && !isSetting) break;
    before.push(token?.text ?? "");
    next++;
  }
  const words: string[] = [];
  for (let token = tokens[next]; token?.kind === "word" && words.length < 4; token = tokens[next]) {
    if (!objectKinds.has(token.text) || (words.length > 0 && !compound.has(words.at(-1) ?? ""))) break;
    words.push(token.text);
    next++;
  }
  const isTemporary = before.includes("TEMP") || before.includes("TEMPORARY");
  return { words, isTemporary, replaces: before.includes("REPLACE"), next };
}

/** Words that begin the name of a kind of object. */
const compound = new Set(
  "MATERIALIZED FOREIGN EVENT EXTERNAL ACCESS OWNED USER PLUGGABLE MASTER AVAILABILITY".split(" "),
);

/** Describes an object: `the table users`. */
function objectText(words: readonly string[], { text }: ObjectName): string | null {
  return text === null ? null : `the ${words.join(" ").toLowerCase() || "object"} ${text}`;
}

/** Where an `ALTER` ends: `DROP INDEX` and the like are parts of it. */
function alterEnd(tokens: readonly Token[], from: number): number {
  const end = statementEnd(tokens, from);
  for (let at = from + 1; at < end; at++) {
    if (
      beginsStatement(tokens, at) &&
      !(isWord(tokens[at], "DROP") && isWord(tokens[at + 1], "INDEX", "PARTITION", "POLICY"))
    )
      return at;
  }
  return end;
}

/** Whether an action of `ALTER TABLE` drops a column or a partition, or deletes all rows. */
function losesData(tokens: readonly Token[], from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const next = tokens[at + 1];
    if (isWord(tokens[at], "TRUNCATE")) return true;
    if (isWord(tokens[at], "DELETE") && isWord(next, "WHERE") && isAlwaysTrue(tokens.slice(at + 2, end))) return true;
    if (isWord(tokens[at], "DROP") && next !== undefined && at + 1 < end && !isWord(next, ...dropsWithoutLoss))
      return true;
  }
  return false;
}

const dropsWithoutLoss =
  "CONSTRAINT INDEX KEY PRIMARY FOREIGN CHECK DEFAULT NOT IDENTITY EXPRESSION STATISTICS PROJECTION TTL CLUSTERING ROW POLICY PERIOD SYSTEM UNIQUE NULL".split(
    " ",
  );

/** Emits the effects of `ALTER SYSTEM SET archive_command = '…'`: the server runs the command later. */
function emitSystemSetting(tokens: readonly Token[], at: number, end: number, reading: Reading): void {
  const [first, name] = [tokens[at], tokens[at + 3]];
  if (first !== undefined && name !== undefined && /_COMMAND$|_LIBRARIES$|_PROGRAM$/.test(name.text))
    emit(reading, { kind: "persist", where: "settings", target: null }, "ALTER SYSTEM", [first, tokens[end - 1]]);
}
