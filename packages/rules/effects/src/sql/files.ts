import type { Target } from "../effects.ts";
import { joinPath } from "../path.ts";
import { emit, emitChange, emitUnknown, isWord, nameAt, type Reading, statementEnd } from "./reading.ts";
import { tableText, type Verb } from "./rows.ts";
import { innerOf, runCode } from "./run-nested.ts";
import { type Token, unknownCharacter } from "./tokens.ts";

/** `COPY t FROM 'file'`, `COPY (SELECT …) TO PROGRAM 'command'`; also `\copy`. */
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
  } else emitFile(tokens[to + 1], writes ? "write" : "read", "COPY", reading);
  return to + 2;
};

/** `SELECT … INTO OUTFILE 'file'`, `VACUUM INTO 'file'`, `BACKUP DATABASE … TO DISK = 'file'`: the text after the word. */
export function emitOutputFile(tokens: readonly Token[], at: number, reading: Reading): void {
  const file = tokens.slice(at + 1, at + 4).find(({ kind }) => kind === "string");
  emitFile(file, "write", tokens[at]?.text ?? "", reading);
}

/** `LOAD DATA LOCAL INFILE 'file' INTO TABLE t`, `LOAD '/tmp/x.so'`. */
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

/** `ATTACH 'file' AS x`: the file is a database that later statements change, or is created. */
export const evaluateAttach: Verb = (tokens, at, reading) => {
  const file = isWord(tokens[at + 1], "DATABASE") ? tokens[at + 2] : tokens[at + 1];
  if (file?.kind === "string" && !/^(:memory:)?$/.test(file.text)) emitFile(file, "change", "ATTACH", reading);
  return at + 1;
};

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
