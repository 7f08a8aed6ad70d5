/** Reads the head of a Google-style entry: the part `- a, *b (int):` before its description. */
import type { DocstringRange } from "./docstring.ts";
import { isNextLineDeeper, joinSpan, type Line, offsetToPosition, sliceLine, takeSpan } from "./lines.ts";
import { endOfBullet, type ParameterName, readNames } from "./names.ts";
import { findClosingBracket, isOpeningBracket, matchEnd } from "./scan.ts";
import { isCommonType, isCommonTypeName, looksLikeType, splitTypeNotes, stripTypeMarkup } from "./type-annotation.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** The head of an entry that starts with names: `- a, *b (int): text`. */
interface EntryHead {
  /** Whether the entry has a list bullet. */
  readonly isListItem: boolean;
  readonly names: readonly ParameterName[];
  /** The text in the brackets after the names, as written. */
  readonly type?: string;
  /** The location of the type, without its brackets. */
  readonly typeRange?: DocstringRange;
  /** Whether the type is in round brackets. */
  readonly isBracketed: boolean;
  /** The separator between the head and the description; empty at the end of the line, or if the colon is missing. */
  readonly separator: ":" | "-" | "";
  /** The column where the entry starts, after its bullet. */
  readonly start: number;
  /** The text after the head on the same line. */
  readonly rest: Line;
  /** The number of lines of the head: more than one if the type wraps. */
  readonly lineCount: number;
}

const spaces = /[^\S\n]+/y;
const word = /[\p{L}_][\p{L}\p{N}_.]*/uy;
const colon = /[^\S\n]*[:：](?![:：]|\/\/)[^\S\n]*/y;
const dash = /[^\S\n]+[-–—]{1,2}[^\S\n]+/y;

/**
 * Reads the head of an entry that starts with names at `lines[at]`: `- a, *b (int): text`. Undefined if the line is
 * ordinary text.
 */
export function readEntryHead(lines: readonly Line[], at: number): EntryHead | undefined {
  const first = lines[at];
  if (first === undefined) return undefined;
  const line = first.text;
  const start = endOfBullet(line);
  const { names, end } = readNames(first, start);
  if (names.length === 0) return undefined;

  const typed = readType(lines, at, end);
  const text = typed?.text ?? line;
  const separator = readSeparator(text, typed?.end ?? end) ?? (typed && acceptMissingColon(typed));
  const isBare = separator?.character === "" && typed === undefined && !isNextLineDeeper(lines, at);
  if (separator === undefined || isBare) return undefined;
  return withoutUndefined({
    isListItem: start > 0,
    names,
    type: typed?.type,
    typeRange: typed === undefined ? undefined : rangeOfType(takeSpan(lines, at), typed),
    isBracketed: typed !== undefined && /[(（]/.test(text.charAt(typed.from - 1)),
    separator: separator.character,
    start,
    ...restAfterHead(lines, at, separator.end),
  });
}

/** Reads the head of a named return: `name (type): text`. A common type is not a name: `tuple (int, str): text`. */
export function readNamedReturnHead(
  lines: readonly Line[],
  at: number,
): { readonly name: string; readonly type: string; readonly rest: Line; readonly lineCount: number } | undefined {
  const head = readEntryHead(lines, at);
  const [name, ...others] = head?.names ?? [];
  if (head?.type === undefined || !head.isBracketed || head.separator !== ":" || head.isListItem) return undefined;
  if (name === undefined || others.length > 0 || isCommonTypeName(name.name)) return undefined;
  return { name: name.name, type: stripTypeMarkup(head.type), rest: head.rest, lineCount: head.lineCount };
}

/** The separator between a head and its description at index `at`, and the index where the description starts. */
export function readSeparator(
  text: string,
  at: number,
): { readonly character: ":" | "-" | ""; readonly end: number } | undefined {
  const afterColon = matchEnd(colon, text, at);
  if (afterColon > at) return { character: ":", end: afterColon };
  const afterDash = matchEnd(dash, text, at);
  if (afterDash > at) return { character: "-", end: afterDash };
  const end = matchEnd(spaces, text, at);
  return end === text.length || text[end] === "\n" ? { character: "", end } : undefined;
}

/**
 * The start of a description that follows a type without a colon: `x (int) the first`. Only a text in brackets that is
 * clearly a type counts, because sentences contain brackets too.
 */
function acceptMissingColon({
  type,
  text,
  end,
}: TypeMatch): { readonly character: ""; readonly end: number } | undefined {
  const { type: name } = splitTypeNotes(type);
  const isType = name === undefined || isCommonType(name) || (looksLikeType(name) && /\p{Lu}/u.test(name));
  const rest = matchEnd(spaces, text, end);
  return isType && rest > end ? { character: "", end: rest } : undefined;
}

/**
 * The text after a head on its last line, and the number of lines of the head.
 *
 * @param end - the offset of the end of the head in the joined span at `at`
 */
export function restAfterHead(
  lines: readonly Line[],
  at: number,
  end: number,
): { readonly rest: Line; readonly lineCount: number } {
  const { line, column, index } = offsetToPosition(takeSpan(lines, at), end);
  return { rest: sliceLine(line, column), lineCount: index + 1 };
}

/** The source range of a type, without surrounding white space. */
function rangeOfType(span: readonly Line[], { type, from }: TypeMatch): DocstringRange {
  const start = from + type.length - type.trimStart().length;
  const places = [start, Math.max(start, from + type.trimEnd().length)].map((offset) => offsetToPosition(span, offset));
  const [first = 0, last = first] = places.map(({ line, column }) => line.start + column);
  return { start: first, end: last };
}

/** A type after the names, and the text that it was found in: several lines if the type wraps. */
interface TypeMatch {
  readonly type: string;
  readonly text: string;
  /** The index where the type starts in `text`. */
  readonly from: number;
  /** The index after the type and its closing bracket. */
  readonly end: number;
}

/** Reads the type after the names: in brackets, or as a word before the colon (`x int: text`). */
function readType(lines: readonly Line[], at: number, end: number): TypeMatch | undefined {
  const line = lines[at]?.text ?? "";
  const open = matchEnd(spaces, line, end);
  if (isOpeningBracket(line[open]))
    return (
      readBracketedType(line, open) ??
      readBracketedType(joinSpan(takeSpan(lines, at)), open) ??
      readUnclosedType(line, open)
    );
  const wordEnd = matchEnd(word, line, open);
  if (open === end || wordEnd === open) return undefined;
  const close = isOpeningBracket(line[wordEnd]) ? findClosingBracket(line, wordEnd) + 1 : 0;
  if (close === 0 && !isCommonTypeName(line.slice(open, wordEnd))) return undefined;
  const typeEnd = Math.max(wordEnd, close);
  return readSeparator(line, typeEnd)?.character === ":"
    ? { type: line.slice(open, typeEnd), text: line, from: open, end: typeEnd }
    : undefined;
}

/** Reads a type in brackets; undefined if the bracket is not closed. */
function readBracketedType(text: string, open: number): TypeMatch | undefined {
  const close = findClosingBracket(text, open);
  return close === -1 ? undefined : { type: text.slice(open + 1, close), text, from: open + 1, end: close + 1 };
}

/**
 * Reads a type whose bracket is not closed: it ends at the colon, or at another closing bracket before it: `(list[int:
 * `, `(list[int): `.
 */
function readUnclosedType(line: string, open: number): TypeMatch | undefined {
  const colonAt = line.slice(open).search(/[:：]/);
  if (colonAt === -1) return undefined;
  const end = open + colonAt;
  const inside = line.slice(open + 1, end).trimEnd();
  const isEnded = /[)）]$/.test(inside) && !/[(（]/.test(inside);
  return { type: isEnded ? inside.slice(0, -1) : inside, text: line, from: open + 1, end };
}
