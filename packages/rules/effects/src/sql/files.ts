/** Evaluates SQL that reads and writes files: `COPY t FROM 'file'`, `INTO OUTFILE`, `ATTACH`. */
import type { Target } from "../effects.ts";
import { joinPath } from "../path.ts";
import { emit, emitChange, emitUnknown, isSymbol, isWord, nameAt, type Reading, statementEnd } from "./reading.ts";
import { tableText, type Verb } from "./rows.ts";
import { innerOf, runCode } from "./run-nested.ts";
import { type Token, unknownCharacter, unknownPart } from "./tokens.ts";

/** Evaluates `COPY t FROM 'file'`, `COPY (SELECT …) TO PROGRAM 'command'`, and `\copy`. */
export const evaluateCopy: Verb = (tokens, at, reading) => {
  const end = statementEnd(tokens, at);
  const first = tokens[at];
  const name = nameAt(tokens, at + 1, reading);
  const to = tokens.findIndex(
    (token, index) => index > at && index < end && token.depth === first?.depth && isWord(token, "TO", "FROM"),
  );
  if (first === undefined || to === -1) return at + 1;
  const writes = isWord(tokens[to], "TO");
  if (!writes && name !== undefined)
    emitChange(reading, { change: "insert", what: tableText(name), all: false }, "COPY", [first, tokens[to]]);
  if (isWord(tokens[to + 1], "PROGRAM")) {
    const command = tokens[to + 2];
    if (command?.kind === "string") runCode("shell", innerOf(command), "COPY", reading);
    else emitUnknown(reading, "it is unknown which program COPY runs", "COPY", [first, command]);
  } else emitFile(fileAt(tokens, to + 1), writes ? "write" : "read", "COPY", reading);
  return to + 2;
};

/** Emits the effects of `SELECT … INTO OUTFILE 'file'`, `VACUUM INTO 'file'`, `BACKUP DATABASE … TO DISK = 'file'`: the text after the word. */
export function emitOutputFile(tokens: readonly Token[], at: number, reading: Reading): void {
  const first = tokens[at + 1];
  const isExpression = isWord(tokens[at - 1], "VACUUM") && first !== undefined && first.kind !== "string";
  const place = tokens.findIndex(({ kind }, index) => index > at && index < at + 4 && kind === "string");
  const file = isExpression ? unknownFile(first, first) : place === -1 ? undefined : fileAt(tokens, place);
  emitFile(file, "write", tokens[at]?.text ?? "", reading);
}

/** Evaluates `LOAD DATA LOCAL INFILE 'file' INTO TABLE t`, `LOAD '/tmp/x.so'`. */
export const evaluateLoad: Verb = (tokens, at, reading) => {
  const end = statementEnd(tokens, at);
  const [first, next] = [tokens[at], tokens[at + 1]];
  if (first === undefined) return at + 1;
  if (next?.kind === "string") {
    const target = targetOf(next, reading);
    emit(reading, { kind: "execute", program: next.text, from: [{ kind: "file", target }] }, "LOAD", [first, next]);
    return at + 2;
  }
  const into = tokens.findIndex((token, index) => index > at && index < end && isWord(token, "INTO"));
  const file = tokens.slice(at, end).find(({ kind }) => kind === "string");
  if (into === -1 || file === undefined) return at + 1;
  emitFile(file, "read", "LOAD DATA", reading);
  const name = nameAt(tokens, isWord(tokens[into + 1], "TABLE") ? into + 2 : into + 1, reading);
  if (name !== undefined)
    emitChange(reading, { change: "insert", what: tableText(name), all: false }, "LOAD DATA", [first, tokens[into]]);
  return into + 1;
};

/** Evaluates `ATTACH 'file' AS x`: the file is a database that later statements change, or is created. */
export const evaluateAttach: Verb = (tokens, at, reading) => {
  const file = fileAt(tokens, isWord(tokens[at + 1], "DATABASE") ? at + 2 : at + 1);
  if (file?.kind === "string" && !/^(:memory:)?$/.test(file.text)) emitFile(file, "change", "ATTACH", reading);
  return at + 1;
};

/**
 * The file that an expression names, as one token: texts that `||` or `+` joins are one text. With anything else in it, the file is unknown.
 * A word alone is no expression: `COPY t TO STDOUT`.
 */
export function fileAt(tokens: readonly Token[], at: number): Token | undefined {
  const first = tokens[at];
  if (first === undefined) return undefined;
  if (first.kind !== "string") return isSymbol(first, "(") ? unknownFile(first, first) : first;
  let [text, last] = [first.text, first];
  for (let index = at + 1; isJoin(tokens[index]); index += 2) {
    const next = tokens[index + 1];
    if (next?.kind !== "string" || isSymbol(tokens[index], "->")) return unknownFile(first, next ?? last);
    text += next.text;
    last = next;
  }
  return last === first ? first : { ...first, text, end: last.end };
}

/** Returns a file with an unknown name. */
export function unknownFile(first: Token, last: Token): Token {
  return { ...first, kind: "string", text: unknownPart, end: last.end };
}

/** Whether a token is an operator that joins texts, such as `||`. */
function isJoin(token: Token | undefined): boolean {
  return ["||", "+", "->", "->>"].some((join) => isSymbol(token, join));
}

/** Emits that a file on the server, or of the client, is read or written. */
export function emitFile(
  file: Token | undefined,
  does: "read" | "write" | "change",
  by: string,
  reading: Reading,
): void {
  if (file === undefined || (file.kind !== "string" && file.kind !== "name")) return;
  const target = targetOf(file, reading);
  if (does === "read") emit(reading, { kind: "read", target, recursive: false }, by, [file]);
  else {
    const mode = does === "change" ? "change" : "replace";
    emit(reading, { kind: "write", target, recursive: false, mode, from: [{ kind: "output", by }] }, by, [file]);
  }
}

/** The file that a token names, relative to where all began; `null` if it is unknown. */
export function targetOf({ text }: Pick<Token, "text">, { context }: Reading): Target | null {
  const { directory = "" } = context;
  const isKnown = !unknownCharacter.test(text) && (directory !== null || /^[/~]/.test(text));
  const path = isKnown ? joinPath(directory ?? "", text) : null;
  return path === null ? null : { path, glob: false, hidden: false, partial: false };
}
