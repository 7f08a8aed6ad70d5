// Finds repaired strings that may include the next member or item, because their end is ambiguous.

import { char, isJsonSpace, isQuote } from "./characters.ts";
import { afterSpace } from "./skip-space.ts";
import type { StringRole } from "./string-end.ts";

/** The offsets of a string as it was read, and of its unescaped quotes; -1 for none. */
export interface StringExtent {
  readonly role: StringRole;
  readonly start: number;
  readonly end: number;
  readonly firstInnerQuote: number;
  readonly lastInnerQuote: number;
  /** The first quote that can be the end of the string. */
  readonly firstPossibleEnd: number;
}

/** Whether a repaired string may include the member or item after it, so that its end is ambiguous. */
export function mayIncludeNextValue(text: string, reach: StringExtent): boolean {
  return (
    containsMember(text, reach) || (reach.role === "item" && reach.firstInnerQuote >= 0 && mayBeTwoItems(text, reach))
  );
}

const memberPattern = /,\s{0,40}["']?[\w.$-]{1,60}["']\s{0,9}:/y;
/** A key and a colon after a quote, with misplaced punctuation between them. */
const memberAfterQuotePattern =
  /["'][\s,{}[\]\\]{0,40}(?:["'][\w.$-]{1,60}["']?|[\w.$-]{1,60}["'])(?:[\s\\[\]{}"',]{0,9}:|\s{0,9}[[{])/y;

/** Whether a string contains a key and a colon after a comma or a quote, outside brackets within the string. */
function containsMember(text: string, { start, end, firstInnerQuote: inner }: StringExtent): boolean {
  let depth = 0;
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === char.curlyOpen || code === char.squareOpen) depth += 1;
    else if (code === char.curlyClose || code === char.squareClose) depth -= 1;
    else if (depth > 0) continue;
    else if (code === char.comma && matchesAt(memberPattern, text, at)) return true;
    else if (at >= inner && inner >= 0 && isQuote(code) && matchesAt(memberAfterQuotePattern, text, at)) return true;
  }
  return false;
}

/** Whether a sticky pattern matches at an offset. */
function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Whether a string in a list may be two items, or not an item at all: `["x, "y"]`, `['it's', 'he's']`, `[1, "a": "x"]`. */
function mayBeTwoItems(
  text: string,
  { firstPossibleEnd: maybe, firstInnerQuote: inner, lastInnerQuote: lastInner }: StringExtent,
): boolean {
  if (text.charCodeAt(afterSpace(text, inner + 1)) === char.colon) return true;
  if (maybe >= 0 && isQuote(text.charCodeAt(afterSpace(text, afterSpace(text, maybe + 1) + 1)))) return true;
  let before = inner;
  while (isJsonSpace(text.charCodeAt(before - 1))) before -= 1;
  return inner === lastInner && before < inner && text.charCodeAt(before - 1) === char.comma;
}
