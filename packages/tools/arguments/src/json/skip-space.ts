/** Skips white space in a text. */
import { char, isJsonSpace, isNonJsonSpace } from "./characters.ts";

/** The offset of the first character at or after `at` that is not white space. */
export function afterSpace(text: string, at: number): number {
  let next = at;
  for (;;) {
    const code = text.charCodeAt(next);
    if (code > char.space && code < 0x80) return next;
    if (!isJsonSpace(code) && !isNonJsonSpace(code)) return next;
    next += 1;
  }
}

/** The end of the comment that starts at an offset (`//`, `#`, a block comment or an HTML comment); -1 if none starts there. */
export function commentEnd(text: string, at: number, code: number = text.charCodeAt(at)): number {
  const next = text.charCodeAt(at + 1);
  if (code === char.hash || (code === char.slash && next === char.slash)) return lineEnd(text, at);
  if (code === char.slash && next === char.star) return endAfter(text, "*/", at + 2);
  if (code === char.less && text.startsWith("<!--", at)) return endAfter(text, "-->", at + 4);
  return -1;
}

/** The offset of the next line feed, or of the end of the text. */
function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && text.charCodeAt(end) !== char.newline) end += 1;
  return end;
}

/** The offset after the next `delimiter`, or of the end of the text. */
function endAfter(text: string, delimiter: string, from: number): number {
  const found = text.indexOf(delimiter, from);
  return found < 0 ? text.length : found + delimiter.length;
}
