/** Evaluates calls of SQL functions with effects, such as `pg_read_file('/etc/passwd')`. */
import { emitFile, fileAt, targetOf, unknownFile } from "./files.ts";
import { readInner } from "./read-sql.ts";
import { emit, emitUnknown, isSymbol, type Reading } from "./reading.ts";
import { innerOf, runCode } from "./run-nested.ts";
import type { Token } from "./tokens.ts";

/** The use that a function makes of its first argument. */
type Use =
  | "reads"
  | "writes"
  | "deletes"
  | "lists"
  | "signals"
  | "runs"
  | "runs last"
  | "loads"
  | "statement"
  | "last statement";

/** Functions with effects outside of the query. */
const functions: ReadonlyMap<string, Use> = new Map(
  (
    [
      [
        "PG_READ_FILE PG_READ_BINARY_FILE PG_STAT_FILE LO_IMPORT LOAD_FILE READFILE READ_TEXT READ_BLOB READ_CSV READ_CSV_AUTO READ_JSON READ_PARQUET OPENROWSET",
        "reads",
      ],
      ["PG_LS_DIR PG_LS_LOGDIR PG_LS_WALDIR", "lists"],
      ["WRITEFILE PG_FILE_WRITE", "writes"],
      ["PG_FILE_UNLINK", "deletes"],
      ["PG_TERMINATE_BACKEND PG_CANCEL_BACKEND", "signals"],
      ["SYS_EXEC SYS_EVAL XP_CMDSHELL", "runs"],
      ["EDIT", "runs last"],
      ["LOAD_EXTENSION", "loads"],
      ["QUERY_TO_XML CURSOR_TO_XML EXEC_SQL", "statement"],
      ["DBLINK_EXEC DBLINK DBLINK_SEND_QUERY", "last statement"],
    ] as const
  ).flatMap(([names, use]) => names.split(" ").map((name): [string, Use] => [name, use])),
);

/** Emits the effects of a function that is called at a token: `pg_read_file('/etc/passwd')`. */
export function evaluateFunction(tokens: readonly Token[], at: number, reading: Reading): void {
  const token = tokens[at];
  if (token === undefined || !isSymbol(tokens[at + 1], "(")) return;
  const by = token.text.toLowerCase();
  if (token.text === "LO_EXPORT") {
    const found = tokens.slice(at + 2, at + 8).findIndex(({ kind }) => kind === "string");
    emitFile(found === -1 ? unknownFile(token, token) : fileAt(tokens, at + 2 + found), "write", by, reading);
    return;
  }
  const use = functions.get(token.text);
  const argument = fileAt(tokens, at + 2);
  if (use === undefined || argument === undefined) return;
  const target = argument.kind === "string" ? targetOf(argument, reading) : null;
  switch (use) {
    case "reads":
      if (argument.kind === "string") emitFile(argument, "read", by, reading);
      else emit(reading, { kind: "read", target: null, recursive: false }, by, [token, argument]);
      break;
    case "lists":
      emit(reading, { kind: "list", target, recursive: false }, by, [token, argument]);
      break;
    case "writes":
      emitFile(argument.kind === "string" ? argument : unknownFile(argument, argument), "write", by, reading);
      break;
    case "deletes":
      emit(reading, { kind: "delete", target, recursive: false }, by, [token, argument]);
      break;
    case "signals":
      emit(reading, { kind: "signal", process: "connections of the database", harmless: false }, by, [token, argument]);
      break;
    case "runs":
      if (argument.kind === "string") runCode("shell", innerOf(argument), by, reading);
      else emitUnknown(reading, `it is unknown what ${by} runs`, by, [token, argument]);
      break;
    case "runs last": {
      const close = tokens.findIndex((each, index) => index > at + 1 && isSymbol(each, ")"));
      const command = tokens.slice(at + 3, close === -1 ? undefined : close).findLast(({ kind }) => kind === "string");
      if (command !== undefined) runCode("shell", innerOf(command), by, reading);
      break;
    }
    case "loads":
      emit(reading, { kind: "execute", program: argument.text, from: [{ kind: "file", target }] }, by, [
        token,
        argument,
      ]);
      break;
    default:
      readArguments(tokens, at, use, reading);
  }
}

/** Reads the first or the last text among the arguments as SQL. */
function readArguments(tokens: readonly Token[], at: number, use: Use, reading: Reading): void {
  const close = tokens.findIndex(
    (token, index) => index > at && isSymbol(token, ")") && token.depth <= (tokens[at]?.depth ?? 0),
  );
  const texts = tokens
    .slice(at, close === -1 ? undefined : Math.min(close, at + 40))
    .filter(({ kind }) => kind === "string");
  const inner = use === "statement" ? texts[0] : texts.at(-1);
  if (inner !== undefined) readInner(innerOf(inner), reading);
}
