import { braceExpand } from "minimatch";
import { escapeGlob } from "../path.ts";
import type { Argument, Value } from "./argument.ts";
import type { ShellState } from "./state.ts";
import type { Piece, Word } from "./syntax.ts";

const longestValue = 16_384;
const mostFields = 256;
/** Longest text that is split, or read as a pattern. */
const longestUnquoted = 1024;

/** The words that a word becomes: several by braces or by splitting a variable, none when all of it is empty. */
export function expandWord(word: Word, state: ShellState): readonly Argument[] {
  const { start, end } = word;
  const alternatives = expandBraces(word.pieces);
  const fields = alternatives?.flatMap((pieces) => splitFields(pieces, state));
  if (fields === undefined || fields.length > mostFields) return [{ start, end, value: null }];
  if (fields.length === 1 && fields[0] === null && word.pieces.every(isSingle)) {
    return [{ start, end, value: null, single: true }];
  }
  return fields.map((field) => ({ start, end, value: field && joinParts(field) }));
}

/** About how much work a word is: its choices are looked at one by one. */
export function workOf(fields: readonly Argument[], word: Word): number {
  const length = fields.reduce((sum, { value }) => sum + (value?.text.length ?? 0), word.end - word.start);
  return fields.length + (length >> 6);
}

function isSingle(piece: Piece): boolean {
  if (piece.kind === "variable") return piece.quoted && piece.name !== "@";
  return piece.kind === "text" || (piece.kind === "unknown" && piece.quoted);
}

/** The value that a variable gets: neither split nor matched against files; `null` when it is not known. */
export function expandValue(word: Word, state: ShellState): Value | null {
  const quoted = word.pieces.map((piece): Piece => {
    if (piece.kind === "variable") return { ...piece, quoted: true };
    return piece.kind === "glob" ? { kind: "text", value: piece.value } : piece;
  });
  const [field, second] = quoted.length === 0 ? [[]] : splitFields(quoted, state);
  return field && second === undefined ? joinParts(field) : null;
}

/** A part of a value: text, or wildcards as a glob. */
interface Part {
  readonly text: string;
  readonly glob: boolean;
}

function joinParts(parts: readonly Part[]): Value | null {
  const glob = parts.some((part) => part.glob);
  const text = parts.map((part) => (glob && !part.glob ? escapeGlob(part.text) : part.text)).join("");
  return text.length > longestValue ? null : { text, glob };
}

function expandBraces(pieces: readonly Piece[]): readonly (readonly Piece[])[] | undefined {
  let alternatives: readonly (readonly Piece[])[] = [[]];
  for (const piece of pieces) {
    const next: readonly Piece[] = piece.kind === "choice" ? choicesOf(piece.text) : [piece];
    if (alternatives.length * next.length > mostFields) return;
    alternatives = alternatives.flatMap((before) => next.map((added) => [...before, added]));
  }
  return alternatives;
}

function choicesOf(text: string): readonly Piece[] {
  return braceExpand(text, { braceExpandMax: mostFields + 1 }).map(choicePiece);
}

function choicePiece(value: string): Piece {
  return { kind: /[*?[]/.test(value) ? "glob" : "text", value };
}

/** The fields of a word without braces; a field that is not known is `null`. */
function splitFields(pieces: readonly Piece[], state: ShellState): readonly (readonly Part[] | null)[] {
  const fields: Part[][] = [];
  let current: Part[] | undefined;
  for (const piece of pieces) {
    const found = pieceParts(piece, state);
    if (found === null) return [null];
    for (const part of found) {
      if (part === "break") {
        current = undefined;
        continue;
      }
      if (current === undefined) {
        current = [];
        fields.push(current);
      }
      current.push(part);
    }
  }
  return fields;
}

function pieceParts(piece: Piece, state: ShellState): readonly (Part | "break")[] | null {
  switch (piece.kind) {
    case "text":
      return [{ text: piece.value, glob: false }];
    case "glob":
      return canBeRead(piece.value, state) ? [{ text: piece.value, glob: true }] : null;
    case "home":
      return variableParts("HOME", true, state);
    case "variable":
      return variableParts(piece.name, piece.quoted, state);
    default:
      return null;
  }
}

function variableParts(name: string, quoted: boolean, state: ShellState): readonly (Part | "break")[] | null {
  const value = state.variables.get(name);
  if (value === undefined) return null;
  if (quoted) return [value];
  if (state.altered.has("IFS") || !canBeRead(value.text, state)) return null;
  if (value.glob) return [value];
  return value.text
    .split(/([ \t\n]+)/)
    .filter((text) => text !== "")
    .map((text) => (/^[ \t\n]/.test(text) ? "break" : { text, glob: /[*?[]/.test(text) }));
}

/** Not so are wildcards that other words or options change, classes such as `[=a=]`, and classes with quotes inside. */
function canBeRead(glob: string, { altered }: ShellState): boolean {
  if (glob.length > longestUnquoted) return false;
  if (altered.has("globs") && /[*?[]/.test(glob)) return false;
  const withoutClasses = glob.replaceAll(/\[[!^]?\]?(\[:\w+:\]|[^[\]])*\]/g, "");
  return !/\[[=.]|[?*+@!]\(|\[[^\]]*['"$`]/.test(glob) && !withoutClasses.includes("[");
}
