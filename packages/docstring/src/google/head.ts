import { closing, opens } from "../brackets.ts";
import type { Line } from "../lines.ts";
import { isCommonType, isTypeWord, looksLikeType, typeNotes } from "../type-text.ts";

/** How an entry begins: `- a, *b (int): text`. */
export interface Head {
  /** Whether it stands in a list. */
  readonly bullet: boolean;
  readonly names: readonly Name[];
  /** What the brackets after the names hold, as written. */
  readonly type?: string;
  /** What parts it from its description; empty at the end of the line, or where the colon was forgotten. */
  readonly mark: ":" | "-" | "";
  /** What follows on the same line. */
  readonly rest: string;
  /** How many lines it takes: more than one when the type does. */
  readonly lines: number;
}

/** A documented name. */
interface Name {
  readonly name: string;
  readonly stars?: "*" | "**";
  /** Written as `name?`. */
  readonly optional?: true;
}

const bulletMark = /(?:[-+*•·]|\d{1,3}[.)、])\s+/y;
const quotedName = /([`*\\"']{0,6})([\p{L}_$](?:[\p{L}\p{M}\p{N}_$]|[.-](?=[\p{L}\p{N}_$]))*)([`*"']{0,6})(\?)?/uy;
const comma = /\s*[,，、]\s*/y;
const spaces = /[^\S\n]+/y;
const word = /[\p{L}_][\p{L}\p{N}_.]*/uy;
const colon = /[^\S\n]*[:：](?![:：]|\/\/)[^\S\n]*/y;
const dash = /[^\S\n]+[-–—]{1,2}[^\S\n]+/y;

/** Reads the head of an entry that begins with names, at `lines[at]`. */
export function headAt(lines: readonly Line[], at: number): Head | undefined {
  const line = lines[at]?.text ?? "";
  const start = skip(bulletMark, line, 0);
  const { names, end } = namesAt(line, start);
  if (names.length === 0) return undefined;

  const typed = typeAt(lines, at, end);
  const text = typed?.text ?? line;
  const part = partAt(text, typed?.end ?? end) ?? (typed && unmarkedAt(typed));
  const isBare = part?.mark === "" && typed === undefined && !continues(lines, at);
  if (part === undefined || isBare) return undefined;
  return {
    bullet: start > 0,
    names,
    ...(typed !== undefined && { type: typed.type }),
    mark: part.mark,
    ...restAt(text, part.end),
  };
}

/** Where a bullet before an entry ends; 0 when there is none. */
export function bulletEnd(line: string): number {
  return skip(bulletMark, line, 0);
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

/** What follows a head on its last line, and how many lines it took. */
export function restAt(text: string, at: number): { readonly rest: string; readonly lines: number } {
  const newline = text.indexOf("\n", at);
  return {
    rest: text.slice(at, newline === -1 ? text.length : newline).trim(),
    lines: text.slice(0, at).split("\n").length,
  };
}

/** A type may go on over so many lines; the limit keeps the search for its end linear. */
const longestType = 20;

/** The lines that a type may span, as one text. */
export function spanAt(lines: readonly Line[], at: number): string {
  const span = lines.slice(at, at + longestType);
  const end = span.findIndex((line) => line.text === "" || line.fenced);
  return (end === -1 ? span : span.slice(0, end)).map((line) => line.text).join("\n");
}

/** The end of a sticky pattern's match at `at`, or `at` itself when it does not match. */
export function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function namesAt(text: string, at: number): { readonly names: readonly Name[]; readonly end: number } {
  const names: Name[] = [];
  let end = at;
  for (let next = at; next > end || names.length === 0; next = skip(comma, text, end)) {
    quotedName.lastIndex = next;
    const [whole = "", before = "", name = "", after = "", mark] = quotedName.exec(text) ?? [];
    if (whole === "") return { names: [], end };
    const stars = before.split("*").length - after.split("*").length;
    names.push({
      name,
      ...(stars > 0 && { stars: stars === 1 ? "*" : "**" }),
      ...(mark !== undefined && { optional: true }),
    });
    end = next + whole.length;
  }
  return { names, end };
}

/** The type after the names, and the text it was read from, which goes over several lines when the type does. */
interface TypeAt {
  readonly type: string;
  readonly text: string;
  readonly end: number;
}

function typeAt(lines: readonly Line[], at: number, end: number): TypeAt | undefined {
  const line = lines[at]?.text ?? "";
  const open = skip(spaces, line, end);
  if (opens(line[open]))
    return bracketedType(line, open) ?? bracketedType(spanAt(lines, at), open) ?? brokenType(line, open);
  const wordEnd = skip(word, line, open);
  if (open === end || wordEnd === open) return undefined;
  const close = opens(line[wordEnd]) ? closing(line, wordEnd) + 1 : 0;
  if (close === 0 && !isTypeWord(line.slice(open, wordEnd))) return undefined;
  const typeEnd = Math.max(wordEnd, close);
  return partAt(line, typeEnd)?.mark === ":"
    ? { type: line.slice(open, typeEnd), text: line, end: typeEnd }
    : undefined;
}

function bracketedType(text: string, open: number): TypeAt | undefined {
  const close = closing(text, open);
  return close === -1 ? undefined : { type: text.slice(open + 1, close), text, end: close + 1 };
}

/** A bracket that is never closed ends at the colon. */
function brokenType(line: string, open: number): TypeAt | undefined {
  const end = line.slice(open).search(/[:：]/);
  return end === -1 ? undefined : { type: line.slice(open + 1, open + end), text: line, end: open + end };
}

function continues(lines: readonly Line[], at: number): boolean {
  const next = lines[at + 1];
  return next !== undefined && next.text !== "" && next.indent > (lines[at]?.indent ?? 0);
}
