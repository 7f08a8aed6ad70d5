import { char, isOtherSpace, isSpace } from "./chars.ts";
import { mend, type Reader } from "./reader.ts";
import { specialTokenEnd } from "./special-token.ts";

/** Passes over white space, comments and special tokens to what comes next; gives its code, `NaN` at the end. */
export function skip(reader: Reader): number {
  const { text } = reader;
  for (;;) {
    const code = text.charCodeAt(reader.at);
    if (code > char.space && code < 0x80) {
      if (!beginsForeign(code) || reader.exact || !skipForeign(reader, code)) return code;
    } else if (isSpace(code)) reader.at += 1;
    else if (isOtherSpace(code) && !reader.exact) skipOtherSpace(reader);
    else return code;
  }
}

/** The offset of the next character that is no white space. */
export function afterSpace(text: string, at: number): number {
  let next = at;
  for (;;) {
    const code = text.charCodeAt(next);
    if (code > char.space && code < 0x80) return next;
    if (!isSpace(code) && !isOtherSpace(code)) return next;
    next += 1;
  }
}

function beginsForeign(code: number): boolean {
  return code === char.slash || code === char.hash || code === char.less || code === char.squareOpen;
}

function skipForeign(reader: Reader, code: number): boolean {
  const { text, at } = reader;
  const comment = commentEnd(text, at, code);
  const end = comment > 0 ? comment : specialTokenEnd(text, at);
  if (end < 0) return false;
  mend(reader, comment > 0 ? "comment" : "special_token", at, text.slice(at, end), "");
  reader.at = end;
  return true;
}

/** Where a comment ends (`//`, `#`, a block, or an HTML comment); -1 when none begins. */
export function commentEnd(text: string, at: number, code: number = text.charCodeAt(at)): number {
  const next = text.charCodeAt(at + 1);
  if (code === char.hash || (code === char.slash && next === char.slash)) return lineEnd(text, at);
  if (code === char.slash && next === char.star) return endOf(text, "*/", at + 2);
  if (code === char.less && text.startsWith("<!--", at)) return endOf(text, "-->", at + 4);
  return -1;
}

function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && text.charCodeAt(end) !== char.newline) end += 1;
  return end;
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

function skipOtherSpace(reader: Reader): void {
  const { text, at } = reader;
  while (isOtherSpace(text.charCodeAt(reader.at))) reader.at += 1;
  mend(reader, "white_space", at, text.slice(at, reader.at), " ");
}
