import { char, isQuote, isSpace } from "./chars.ts";
import { afterSpace } from "./skip.ts";
import type { Role } from "./string-end.ts";

/** Where a string begins and ends as it was read, and where its quotes without a backslash stand; -1 for none. */
export interface Reach {
  readonly role: Role;
  readonly start: number;
  readonly end: number;
  readonly inner: number;
  readonly lastInner: number;
  /** The first quote that may have ended it. */
  readonly maybe: number;
}

/** Whether a string that had to be mended may have taken in what comes after it, so that nobody can tell where it ends. */
export function reachesTooFar(text: string, reach: Reach): boolean {
  return takesInMember(text, reach) || (reach.role === "item" && reach.inner >= 0 && mayBeTwo(text, reach));
}

const member = /,\s{0,40}["']?[\w.$-]{1,60}["']\s{0,9}:/y;
/** After a quote, with signs in between that are not as they should be. */
const otherMember =
  /["'][\s,{}[\]\\]{0,40}(?:["'][\w.$-]{1,60}["']?|[\w.$-]{1,60}["'])(?:[\s\\[\]{}"',]{0,9}:|\s{0,9}[[{])/y;

/** Whether a key and a colon stand in a string after a comma or a quote, and not within brackets of its own. */
function takesInMember(text: string, { start, end, inner }: Reach): boolean {
  let depth = 0;
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === char.curlyOpen || code === char.squareOpen) depth += 1;
    else if (code === char.curlyClose || code === char.squareClose) depth -= 1;
    else if (depth > 0) continue;
    else if (code === char.comma && matchesAt(member, text, at)) return true;
    else if (at >= inner && inner >= 0 && isQuote(code) && matchesAt(otherMember, text, at)) return true;
  }
  return false;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Whether an item of a list may be two, or no item at all: `["x, "y"]`, `['it's', 'he's']`, `[1, "a": "x"]`. */
function mayBeTwo(text: string, { maybe, inner, lastInner }: Reach): boolean {
  if (text.charCodeAt(afterSpace(text, inner + 1)) === char.colon) return true;
  if (maybe >= 0 && isQuote(text.charCodeAt(afterSpace(text, afterSpace(text, maybe + 1) + 1)))) return true;
  let before = inner;
  while (isSpace(text.charCodeAt(before - 1))) before -= 1;
  return inner === lastInner && before < inner && text.charCodeAt(before - 1) === char.comma;
}
