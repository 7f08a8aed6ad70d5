import { char, isNameCharacter, isQuote } from "./characters.ts";
import { afterSpace, commentEnd } from "./skip-space.ts";
import { beginsMember } from "./string-end.ts";

/** The offset of the next `{` that looks like the start of an object; -1 if there is none. */
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
