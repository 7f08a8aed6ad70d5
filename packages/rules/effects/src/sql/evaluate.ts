/** Emits the effects of SQL statements. */
import { evaluateCommand } from "./client-commands.ts";
import { emitCredentials } from "./credentials.ts";
import { evaluateExecute, evaluatePrepare, evaluateProcedure, rememberVariable } from "./dynamic.ts";
import { emitOutputFile, evaluateAttach, evaluateCopy, evaluateLoad } from "./files.ts";
import { evaluateFunction } from "./functions.ts";
import { evaluateAlter, evaluateCreate, evaluateDrop, evaluateRename, evaluateTruncate } from "./objects.ts";
import { emit, emitChange, emitUnknown, isOverfull, isSymbol, isWord, type Reading } from "./reading.ts";
import { emitUserChange, evaluateGrant, isUserChange } from "./rights.ts";
import { evaluateBody, isRoutine, routineEnd } from "./routines.ts";
import { evaluateDelete, evaluateInsert, evaluateMerge, evaluateReplace, evaluateUpdate, type Verb } from "./rows.ts";
import { isVerbPosition } from "./statement-starts.ts";
import { type Token, unknownCharacter } from "./tokens.ts";

/** Emits the effects of all statements. */
export function evaluateTokens(tokens: readonly Token[], reading: Reading): void {
  const undone = undoneRanges(tokens);
  const later: Reading = { ...reading, certainty: reading.certainty === "certain" ? "possible" : reading.certainty };
  let [routine, conditional] = [0, 0];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined || isOverfull(reading)) break;
    const own = at < routine || at < conditional ? later : reading;
    const isFirst = at === 0 || tokens[at - 1]?.kind === "end" || tokens[at - 1]?.kind === "command";
    if (token.kind === "command") {
      evaluateCommand(token, own);
      at++;
      continue;
    }
    if (isFirst && isWord(token, "EXPLAIN") && !tokens.slice(at, nextEnd(tokens, at)).some(isAnalyze)) {
      at = nextEnd(tokens, at);
      continue;
    }
    if (isFirst && isWord(token, ...conditionals)) conditional = nextEnd(tokens, at);
    if (isFirst && token.kind === "word" && unknownCharacter.test(token.text))
      emitUnknown(own, "it is unknown which statement runs", "", [token]);
    if (token.kind === "word" || token.kind === "name") {
      emitCredentials(tokens, at, own);
      evaluateFunction(tokens, at, own);
      rememberVariable(tokens, at, own);
    }
    const verb = token.kind === "word" ? verbs.get(token.text) : undefined;
    if (verb === undefined || !isVerbPosition(tokens, at)) {
      if (isFirst && token.kind === "word") evaluateAdministration(tokens, at, own);
      if (isWord(token, "OUTFILE", "DUMPFILE") || (isWord(token, "INTO") && isWord(tokens[0], "VACUUM")))
        emitOutputFile(tokens, at, own);
      at++;
      continue;
    }
    if (isWord(token, "CREATE", "DO") && (isWord(token, "DO") || isRoutine(tokens, at))) {
      const end = routineEnd(tokens, at);
      evaluateBody(tokens, at, end, own);
      if (!isWord(token, "DO")) routine = Math.max(routine, end);
    }
    const isUndone = undone.some(([start, end]) => at > start && at < end) && rowVerbs.has(token.text);
    at = Math.max(at + 1, isUndone ? at + 1 : verb(tokens, at, own));
  }
}

/** `EXPLAIN ANALYZE` runs the statement that it explains. */
const isAnalyze = (token: Token): boolean => isWord(token, "ANALYZE", "ANALYSE");

const conditionals = ["IF", "WHILE", "FOR", "CASE", "ELSE", "ELSEIF", "ELSIF", "WHEN", "LOOP", "FOREACH"];

const rowVerbs = new Set(["DELETE", "UPDATE", "INSERT", "REPLACE", "MERGE"]);

/** `CREATE` and `ALTER` of users are about rights. */
const createOrAlter =
  (evaluate: Verb): Verb =>
  (tokens, at, reading) => {
    if (!isUserChange(tokens, at)) return evaluate(tokens, at, reading);
    emitUserChange(tokens, at, reading);
    return at + 3;
  };

const nothing: Verb = (_, at) => at + 1;

/** The verbs of statements that change something. */
const verbs: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ["DELETE", evaluateDelete],
  ["UPDATE", evaluateUpdate],
  ["INSERT", evaluateInsert],
  ["REPLACE", evaluateReplace],
  ["MERGE", evaluateMerge],
  ["DROP", evaluateDrop],
  ["TRUNCATE", evaluateTruncate],
  ["CREATE", createOrAlter(evaluateCreate)],
  ["ALTER", createOrAlter(evaluateAlter)],
  ["RENAME", evaluateRename],
  ["GRANT", evaluateGrant],
  ["REVOKE", evaluateGrant],
  ["DENY", evaluateGrant],
  ["EXECUTE", evaluateExecute],
  ["EXEC", evaluateExecute],
  ["CALL", evaluateExecute],
  ["XP_CMDSHELL", evaluateProcedure],
  ["SP_EXECUTESQL", evaluateProcedure],
  ["SP_CONFIGURE", evaluateProcedure],
  ["PREPARE", evaluatePrepare],
  ["COPY", evaluateCopy],
  ["LOAD", evaluateLoad],
  ["ATTACH", evaluateAttach],
  ["DO", nothing],
]);

/** Statements about the server and its logs, by their first words. */
const administration: readonly (readonly [RegExp, (first: Token, last: Token, reading: Reading) => void])[] = [
  [
    /^(SHUTDOWN|KILL)\b/,
    (first, last, reading) =>
      emit(reading, { kind: "signal", process: "the database server", harmless: false }, first.text, [first, last]),
  ],
  [
    /^(RESET (MASTER|SLAVE|REPLICA|BINARY)|PURGE|FLASHBACK|UNDROP)\b/,
    (first, last, reading) =>
      emitChange(reading, { change: "drop", what: "logs or old versions", all: true }, first.text, [first, last]),
  ],
  [
    /^RESTORE\b/,
    (first, last, reading) =>
      emitChange(reading, { change: "alter", what: "the whole database", all: true }, "RESTORE", [first, last]),
  ],
  [
    /^(SET (GLOBAL|PERSIST|@@GLOBAL)|PRAGMA WRITABLE_SCHEMA|RECONFIGURE|DETACH TABLE|REASSIGN OWNED)\b/,
    (first, last, reading) =>
      emitChange(reading, { change: "alter", what: "settings of the server", all: false }, first.text, [first, last]),
  ],
  [
    /^SET PASSWORD\b/,
    (first, last, reading) =>
      emitChange(reading, { change: "grant", what: "a password", all: false }, "SET PASSWORD", [first, last]),
  ],
];

/** Finds the effects of a statement that manages the server, such as `SHUTDOWN`. */
function evaluateAdministration(tokens: readonly Token[], at: number, reading: Reading): void {
  const [first, next, third] = tokens.slice(at, at + 3);
  if (first === undefined || isSymbol(next, "=")) return;
  const text = [first, next].map((token) => token?.text.toUpperCase() ?? "").join(" ");
  for (const [matches, evaluate] of administration) if (matches.test(text)) evaluate(first, next ?? first, reading);
  if (isWord(first, "BACKUP") && third !== undefined) {
    const disk = tokens.findIndex((token, index) => index > at && isWord(token, "DISK", "URL"));
    if (disk !== -1) emitOutputFile(tokens, disk, reading);
  }
}

/** Returns the index of the next token that ends a statement. */
function nextEnd(tokens: readonly Token[], from: number): number {
  const found = tokens.findIndex(({ kind }, index) => index > from && kind === "end");
  return found === -1 ? tokens.length : found;
}

/** Statements that end a transaction in MySQL, or change more than rows. */
const endsTransaction = new Set(
  "DROP CREATE ALTER TRUNCATE RENAME GRANT REVOKE COMMIT END LOCK IF WHILE CASE ELSE LOOP CALL EXEC EXECUTE".split(" "),
);

/**
 * The ranges of tokens whose changes of rows a `ROLLBACK` undoes: from a `BEGIN` with nothing between that commits or depends
 * on a condition. Changes of objects are not among them, because MySQL commits them.
 */
function undoneRanges(tokens: readonly Token[]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  let begin: number | undefined;
  for (let at = 0; at < tokens.length; at++) {
    const [token, before] = [tokens[at], tokens[at - 1]];
    if (token?.kind === "command") begin = undefined;
    if (token?.kind !== "word" || (before !== undefined && before.kind !== "end")) continue;
    const next = tokens[at + 1];
    if (isWord(token, "ROLLBACK")) {
      const isWhole = next === undefined || next.kind === "end" || isWord(next, "WORK", "TRANSACTION", "TRAN");
      if (begin !== undefined && isWhole && !isWord(tokens[at + 2], "TO")) ranges.push([begin, at]);
      begin = undefined;
    } else if (isWord(token, "BEGIN") || (isWord(token, "START") && isWord(next, "TRANSACTION"))) {
      const isPlain = next === undefined || next.kind === "end" || isWord(next, ...transactionWords);
      begin = isPlain ? at : undefined;
    } else if (endsTransaction.has(token.text)) begin = undefined;
  }
  return ranges;
}

const transactionWords = "TRANSACTION TRAN WORK IMMEDIATE DEFERRED EXCLUSIVE ISOLATION READ".split(" ");
