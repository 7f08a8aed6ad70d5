import { char, isQuote, isWord } from "./chars.ts";
import { afterSpace, commentEnd } from "./skip.ts";
import { beginsMember } from "./string-end.ts";

/** Where the next bracket stands that looks like the start of an object; -1 when there is none. */
export function nextObject(text: string, from: number): number {
  for (let at = text.indexOf("{", from); at >= 0; at = text.indexOf("{", at + 1)) {
    if (beginsObject(text, at + 1)) return at;
  }
  return -1;
}

/** Whether what comes after a bracket is what an object begins with. */
export function beginsObject(text: string, from: number): boolean {
  let at = afterSpace(text, from);
  for (let end = commentEnd(text, at); end > 0; end = commentEnd(text, at)) at = afterSpace(text, end);
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  if (code === char.curlyClose || code === char.comma || isQuote(code) || code === char.backslash) return true;
  return isWord(code) && beginsMember(text, at);
}
