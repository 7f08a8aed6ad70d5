/** Finds where the arguments start in a text. */
import { char, hasOtherClosingQuote, isClosingQuoteFor, isNameCharacter, isQuote } from "./characters.ts";
import { afterSpace, commentEnd } from "./skip-space.ts";
import { labelEnd, specialTokenEnd } from "./special-token.ts";
import { fenceLineEnd } from "./surrounding-text.ts";
import { thoughtEnd } from "./thought.ts";

/** The offset where the content starts: after white space, special tokens, labels, comments, a thought and a fence's first line. */
export function contentStart(text: string): number {
  let at = afterSpace(text, 0);
  for (;;) {
    if (text.charCodeAt(at) === char.curlyOpen) return at;
    const token = specialTokenEnd(text, at);
    const comment = token > 0 || text.charCodeAt(at) === char.hash ? -1 : commentEnd(text, at);
    const next = Math.max(
      token,
      comment,
      text.startsWith("```", at) ? fenceLineEnd(text, at) : at,
      thoughtEnd(text, at),
      labelEnd(text, at),
    );
    if (next === at) return at;
    at = afterSpace(text, next);
  }
}

/** The offset of the next `{` that looks like the start of an object; -1 if not found. */
export function nextObjectStart(text: string, from: number): number {
  for (let at = text.indexOf("{", from); at >= 0; at = text.indexOf("{", at + 1)) {
    if (beginsObject(text, at + 1)) return at;
  }
  return -1;
}

/** Whether the text after a `{` looks like the content of an object: a key, a comma, `}` or the end of the text. */
export function beginsObject(text: string, from: number): boolean {
  let at = afterSpace(text, from);
  for (let end = commentEnd(text, at); end > 0; end = commentEnd(text, at)) at = afterSpace(text, end);
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  if (code === char.curlyClose || code === char.comma || isQuote(code) || code === char.backslash) return true;
  return isNameCharacter(code) && beginsMember(text, at);
}

/** Whether a key and a colon start at an offset; the end of the text may cut them off. */
export function beginsMember(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isQuote(code)) {
    const end = simpleStringEnd(text, at);
    return afterSpace(text, end) >= text.length || isBeforeColon(text, end);
  }
  if (!isNameCharacter(code)) return false;
  let end = at;
  while (isNameCharacter(text.charCodeAt(end)) || text.charCodeAt(end) === char.minus) end += 1;
  return afterSpace(text, end) >= text.length || isBeforeColon(text, end);
}

/** Whether a colon or `=` follows. */
function isBeforeColon(text: string, end: number): boolean {
  const code = text.charCodeAt(afterSpace(text, end));
  return code === char.colon || code === char.equals;
}

/** The end of the string that starts at an offset: after its first quote without a backslash. */
function simpleStringEnd(text: string, start: number): number {
  const open = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === char.backslash) at += 1;
    else if (code === open || (hasOtherClosingQuote(open) && isClosingQuoteFor(open, code))) return at + 1;
  }
  return text.length;
}
