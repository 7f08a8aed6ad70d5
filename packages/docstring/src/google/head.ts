import { closing, opens } from "../brackets.ts";
import type { DocstringRange } from "../docstring.ts";
import { type Line, partOf } from "../lines.ts";
import { bulletEnd, type Name, namesAt } from "../names.ts";
import { skip } from "../skip.ts";
import { placeIn, spanAt, spanText } from "../span.ts";
import { isCommonType, isTypeWord, looksLikeType, plainType, typeNotes } from "../type-text.ts";

/** How an entry begins: `- a, *b (int): text`. */
export interface Head {
  /** Whether it stands in a list. */
  readonly bullet: boolean;
  readonly names: readonly Name[];
  /** What the brackets after the names hold, as written. */
  readonly type?: string;
  /** Where the type stands, without its brackets. */
  readonly typeRange?: DocstringRange;
  /** Whether round brackets hold the type. */
  readonly isBracketed: boolean;
  /** What parts it from its description; empty at the end of the line, or where the colon was forgotten. */
  readonly mark: ":" | "-" | "";
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
export function headAt(lines: readonly Line[], at: number): Head | undefined {
  const first = lines[at];
  if (first === undefined) return undefined;
  const line = first.text;
  const start = bulletEnd(line);
  const { names, end } = namesAt(first, start);
  if (names.length === 0) return undefined;

  const typed = typeAt(lines, at, end);
  const text = typed?.text ?? line;
  const part = partAt(text, typed?.end ?? end) ?? (typed && unmarkedAt(typed));
  const isBare = part?.mark === "" && typed === undefined && !continues(lines, at);
  if (part === undefined || isBare) return undefined;
  return {
    bullet: start > 0,
    names,
    ...(typed !== undefined && { type: typed.type, typeRange: rangeOf(spanAt(lines, at), typed) }),
    isBracketed: typed !== undefined && /[(（]/.test(text.charAt(typed.from - 1)),
    mark: part.mark,
    from: start,
    ...restAt(lines, at, part.end),
  };
}

/** How a return begins that has a name: `name (type): text`. A common type is no name: `tuple (int, str): text`. */
export function namedHeadAt(
  lines: readonly Line[],
  at: number,
): { readonly name: string; readonly type: string; readonly rest: Line; readonly lines: number } | undefined {
  const head = headAt(lines, at);
  const [name, ...others] = head?.names ?? [];
  if (head?.type === undefined || !head.isBracketed || head.mark !== ":" || head.bullet) return undefined;
  if (name === undefined || others.length > 0 || isTypeWord(name.name)) return undefined;
  return { name: name.name, type: plainType(head.type), rest: head.rest, lines: head.lines };
}

/** What parts a head from its description at `at`, and where the description begins. */
export function partAt(text: string, at: number): { readonly mark: ":" | "-" | ""; readonly end: number } | undefined {
  const afterColon = skip(colon, text, at);
  if (afterColon > at) return { mark: ":", end: afterColon };
  const afterDash = skip(dash, text, at);
  if (afterDash > at) return { mark: "-", end: afterDash };
  const end = skip(spaces, text, at);
  return end === text.length || text[end] === "\n" ? { mark: "", end } : undefined;
}

/** Where the description begins after a type that no colon follows: `x (int) the first`. Prose has brackets as well. */
function unmarkedAt({ type, text, end }: TypeAt): { readonly mark: ""; readonly end: number } | undefined {
  const { type: name } = typeNotes(type);
  const isType = name === undefined || isCommonType(name) || (looksLikeType(name) && /\p{Lu}/u.test(name));
  const rest = skip(spaces, text, end);
  return isType && rest > end ? { mark: "", end: rest } : undefined;
}

/**
 * What follows a head on its last line, and how many lines it took.
 *
 * @param end - where the head ends in the text of the span at `at`
 */
export function restAt(
  lines: readonly Line[],
  at: number,
  end: number,
): { readonly rest: Line; readonly lines: number } {
  const { line, column, index } = placeIn(spanAt(lines, at), end);
  return { rest: partOf(line, column), lines: index + 1 };
}

function rangeOf(span: readonly Line[], { type, from }: TypeAt): DocstringRange {
  const start = from + type.length - type.trimStart().length;
  const places = [start, Math.max(start, from + type.trimEnd().length)].map((offset) => placeIn(span, offset));
  const [first = 0, last = first] = places.map(({ line, column }) => line.start + column);
  return { start: first, end: last };
}

/** The type after the names, and the text it was read from, which goes over several lines when the type does. */
interface TypeAt {
  readonly type: string;
  readonly text: string;
  /** Where the type begins in the text, and where its brackets end. */
  readonly from: number;
  readonly end: number;
}

function typeAt(lines: readonly Line[], at: number, end: number): TypeAt | undefined {
  const line = lines[at]?.text ?? "";
  const open = skip(spaces, line, end);
  if (opens(line[open]))
    return bracketedType(line, open) ?? bracketedType(spanText(spanAt(lines, at)), open) ?? brokenType(line, open);
  const wordEnd = skip(word, line, open);
  if (open === end || wordEnd === open) return undefined;
  const close = opens(line[wordEnd]) ? closing(line, wordEnd) + 1 : 0;
  if (close === 0 && !isTypeWord(line.slice(open, wordEnd))) return undefined;
  const typeEnd = Math.max(wordEnd, close);
  return partAt(line, typeEnd)?.mark === ":"
    ? { type: line.slice(open, typeEnd), text: line, from: open, end: typeEnd }
    : undefined;
}

function bracketedType(text: string, open: number): TypeAt | undefined {
  const close = closing(text, open);
  return close === -1 ? undefined : { type: text.slice(open + 1, close), text, from: open + 1, end: close + 1 };
}

/** A bracket that is never closed ends at the colon, or with a closing one before it: `(list[int: `, `(list[int): `. */
function brokenType(line: string, open: number): TypeAt | undefined {
  const colonAt = line.slice(open).search(/[:：]/);
  if (colonAt === -1) return undefined;
  const end = open + colonAt;
  const inside = line.slice(open + 1, end).trimEnd();
  const isEnded = /[)）]$/.test(inside) && !/[(（]/.test(inside);
  return { type: isEnded ? inside.slice(0, -1) : inside, text: line, from: open + 1, end };
}

function continues(lines: readonly Line[], at: number): boolean {
  const next = lines[at + 1];
  return next !== undefined && next.text !== "" && next.indent > (lines[at]?.indent ?? 0);
}
