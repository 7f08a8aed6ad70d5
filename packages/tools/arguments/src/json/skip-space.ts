import { char, isJsonSpace, isNonJsonSpace } from "./characters.ts";
import { addRepair, type Reader } from "./reader.ts";
import { specialTokenEnd } from "./special-token.ts";

/**
 * Moves the reader past white space, comments and special tokens.
 *
 * @returns the code of the next character; `NaN` at the end of the text
 */
export function skipSpace(reader: Reader): number {
  const { text } = reader;
  for (;;) {
    const code = text.charCodeAt(reader.offset);
    if (code > char.space && code < 0x80) {
      if (!mayStartCommentOrToken(code) || reader.isStrict || !skipCommentOrToken(reader, code)) return code;
    } else if (isJsonSpace(code)) reader.offset += 1;
    else if (isNonJsonSpace(code) && !reader.isStrict) skipNonJsonSpace(reader);
    else return code;
  }
}

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

/** Whether a character may start a comment or a special token. */
function mayStartCommentOrToken(code: number): boolean {
  return code === char.slash || code === char.hash || code === char.less || code === char.squareOpen;
}

/** Skips the comment or special token that starts here and records it as a repair; false if none starts here. */
function skipCommentOrToken(reader: Reader, code: number): boolean {
  const { text, offset: at } = reader;
  const comment = commentEnd(text, at, code);
  const end = comment > 0 ? comment : specialTokenEnd(text, at);
  if (end < 0) return false;
  addRepair(reader, comment > 0 ? "comment" : "special_token", at, text.slice(at, end), "");
  reader.offset = end;
  return true;
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

/** Skips white space that JSON does not allow, and records it as a repair. */
function skipNonJsonSpace(reader: Reader): void {
  const { text, offset: at } = reader;
  while (isNonJsonSpace(text.charCodeAt(reader.offset))) reader.offset += 1;
  addRepair(reader, "white_space", at, text.slice(at, reader.offset), " ");
}
