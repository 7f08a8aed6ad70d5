import type { DocstringRange } from "./docstring.ts";
import { isNextLineDeeper, joinSpan, type Line, offsetToPosition, sliceLine, takeSpan } from "./lines.ts";
import { endOfBullet, type ParameterName, readNames } from "./names.ts";
import { findClosingBracket, isOpeningBracket, matchEnd } from "./scan.ts";
import { isCommonType, isCommonTypeName, looksLikeType, splitTypeNotes, stripTypeMarkup } from "./type-annotation.ts";

/** How an entry begins: `- a, *b (int): text`. */
interface EntryHead {
  /** Whether it stands in a list. */
  readonly isListItem: boolean;
  readonly names: readonly ParameterName[];
  /** What the brackets after the names hold, as written. */
  readonly type?: string;
  /** Where the type stands, without its brackets. */
  readonly typeRange?: DocstringRange;
  /** Whether round brackets hold the type. */
  readonly isBracketed: boolean;
  /** What parts it from its description; empty at the end of the line, or where the colon was forgotten. */
  readonly separator: ":" | "-" | "";
  /** Where on its line it begins, behind the bullet. */
  readonly from: number;
  /** What follows on the same line. */
  readonly rest: Line;
  /** How many lines it takes: more than one when the type does. */
  readonly lines: number;
}

const spaces = /[^\S\n]+/y;
const word = /[\p{L}_][\p{L}\p{N}_.]*/uy;
const colon = /[^\S\n]*[:：](?![:：]|\/\/)[^\S\n]*/y;
const dash = /[^\S\n]+[-–—]{1,2}[^\S\n]+/y;

/** Reads the head of an entry that begins with names, at `lines[at]`. */
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
  const isBare = separator?.mark === "" && typed === undefined && !isNextLineDeeper(lines, at);
  if (separator === undefined || isBare) return undefined;
  return {
    isListItem: start > 0,
    names,
    ...(typed !== undefined && { type: typed.type, typeRange: rangeOfType(takeSpan(lines, at), typed) }),
    isBracketed: typed !== undefined && /[(（]/.test(text.charAt(typed.from - 1)),
    separator: separator.mark,
    from: start,
    ...restAfterHead(lines, at, separator.end),
  };
}

/** How a return begins that has a name: `name (type): text`. A common type is no name: `tuple (int, str): text`. */
export function readNamedReturnHead(
  lines: readonly Line[],
  at: number,
): { readonly name: string; readonly type: string; readonly rest: Line; readonly lines: number } | undefined {
  const head = readEntryHead(lines, at);
  const [name, ...others] = head?.names ?? [];
  if (head?.type === undefined || !head.isBracketed || head.separator !== ":" || head.isListItem) return undefined;
  if (name === undefined || others.length > 0 || isCommonTypeName(name.name)) return undefined;
  return { name: name.name, type: stripTypeMarkup(head.type), rest: head.rest, lines: head.lines };
}

/** What parts a head from its description at `at`, and where the description begins. */
export function readSeparator(
  text: string,
  at: number,
): { readonly mark: ":" | "-" | ""; readonly end: number } | undefined {
  const afterColon = matchEnd(colon, text, at);
  if (afterColon > at) return { mark: ":", end: afterColon };
  const afterDash = matchEnd(dash, text, at);
  if (afterDash > at) return { mark: "-", end: afterDash };
  const end = matchEnd(spaces, text, at);
  return end === text.length || text[end] === "\n" ? { mark: "", end } : undefined;
}

/** Where the description begins after a type that no colon follows: `x (int) the first`. Prose has brackets as well. */
function acceptMissingColon({ type, text, end }: TypeMatch): { readonly mark: ""; readonly end: number } | undefined {
  const { type: name } = splitTypeNotes(type);
  const isType = name === undefined || isCommonType(name) || (looksLikeType(name) && /\p{Lu}/u.test(name));
  const rest = matchEnd(spaces, text, end);
  return isType && rest > end ? { mark: "", end: rest } : undefined;
}

/**
 * What follows a head on its last line, and how many lines it took.
 *
 * @param end - where the head ends in the text of the span at `at`
 */
export function restAfterHead(
  lines: readonly Line[],
  at: number,
  end: number,
): { readonly rest: Line; readonly lines: number } {
  const { line, column, index } = offsetToPosition(takeSpan(lines, at), end);
  return { rest: sliceLine(line, column), lines: index + 1 };
}

function rangeOfType(span: readonly Line[], { type, from }: TypeMatch): DocstringRange {
  const start = from + type.length - type.trimStart().length;
  const places = [start, Math.max(start, from + type.trimEnd().length)].map((offset) => offsetToPosition(span, offset));
  const [first = 0, last = first] = places.map(({ line, column }) => line.start + column);
  return { start: first, end: last };
}

/** The type after the names, and the text it was read from, which goes over several lines when the type does. */
interface TypeMatch {
  readonly type: string;
  readonly text: string;
  /** Where the type begins in the text, and where its brackets end. */
  readonly from: number;
  readonly end: number;
}

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
  return readSeparator(line, typeEnd)?.mark === ":"
    ? { type: line.slice(open, typeEnd), text: line, from: open, end: typeEnd }
    : undefined;
}

function readBracketedType(text: string, open: number): TypeMatch | undefined {
  const close = findClosingBracket(text, open);
  return close === -1 ? undefined : { type: text.slice(open + 1, close), text, from: open + 1, end: close + 1 };
}

/** A bracket that is never closed ends at the colon, or with a closing one before it: `(list[int: `, `(list[int): `. */
function readUnclosedType(line: string, open: number): TypeMatch | undefined {
  const colonAt = line.slice(open).search(/[:：]/);
  if (colonAt === -1) return undefined;
  const end = open + colonAt;
  const inside = line.slice(open + 1, end).trimEnd();
  const isEnded = /[)）]$/.test(inside) && !/[(（]/.test(inside);
  return { type: isEnded ? inside.slice(0, -1) : inside, text: line, from: open + 1, end };
}
