import { char, isQuote, isSpace } from "./chars.ts";
import { isCloser } from "./closers.ts";
import { beginsTag } from "./parameter-tags.ts";
import { afterSpace } from "./skip.ts";
import { beginsMember } from "./string-end.ts";

/** A stretch of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the text outside of the objects that were read in it seems to belong to one of them, or to be arguments of
 * another form; -1 when it is no more than prose. What is left out then may be a part of the arguments.
 *
 * @param objects - in the order in which they stand
 */
export function leftOver(text: string, objects: readonly Stretch[]): number {
  const first = objects[0]?.start ?? 0;
  const last = objects.at(-1)?.end ?? text.length;
  if (first === 0 && last === text.length && objects.length === 1) return -1;
  let open = 0;
  let from = 0;
  for (const [index, { start, end }] of [...objects, { start: text.length, end: text.length }].entries()) {
    const isAfter = index > 0;
    const isLast = index === objects.length;
    const begin = isAfter ? afterClosers(text, from) : from;
    if (isAfter && continues(text, begin)) return begin;
    if (isAfter && !isLast && endsKey(text, from, start)) return begin;
    const between = bracketsIn(text, begin, start, open);
    if (isAfter && between.stray >= 0) return between.stray;
    // An object within another one that can't be read.
    if (!isLast && between.brace >= 0 && afterSpace(text, between.brace + 1) < start) return between.brace;
    open = between.open;
    from = end;
  }
  return -1;
}

/** What brackets and tags do between two offsets; no offset is -1. */
interface Brackets {
  /** How many brackets are open at the end. */
  readonly open: number;
  /** The last curly bracket that nothing closes. */
  readonly brace: number;
  /** The first bracket that closes nothing, or the first tag. */
  readonly stray: number;
}

function bracketsIn(text: string, from: number, to: number, before: number): Brackets {
  let open = before;
  let brace = -1;
  let stray = -1;
  for (let at = from; at < to && stray < 0; at++) {
    switch (text.charCodeAt(at)) {
      case char.curlyOpen:
        brace = at;
        open += 1;
        break;
      case char.squareOpen:
        open += 1;
        break;
      case char.curlyClose:
      case char.squareClose:
        if (text.charCodeAt(at) === char.curlyClose) brace = -1;
        if (open === 0 && from > 0) stray = at;
        open = Math.max(0, open - 1);
        break;
      case char.less:
        if (from > 0 && beginsTag(text, at)) stray = at;
    }
  }
  return { open, brace, stray };
}

/** Whether more members come after an object that was closed too early. */
function continues(text: string, end: number): boolean {
  const comma = afterSpace(text, end);
  if (text.charCodeAt(comma) !== char.comma) return false;
  const next = afterSpace(text, comma + 1);
  return isQuote(text.charCodeAt(next)) && beginsMember(text, next);
}

/** Whether the text between two offsets ends with a key and a colon. */
function endsKey(text: string, from: number, to: number): boolean {
  return /["']\s{0,9}:\s{0,99}$/.test(text.slice(Math.max(from, to - 120), to));
}

/** Where the closing brackets end that come right after an object: there are too many of them. */
function afterClosers(text: string, from: number): number {
  let at = from;
  while (isCloser(text.charCodeAt(at)) || isSpace(text.charCodeAt(at))) at += 1;
  return at;
}
