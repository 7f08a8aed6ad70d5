import { char } from "./chars.ts";
import type { Reader } from "./reader.ts";

export function isCloser(code: number): boolean {
  return code === char.curlyClose || code === char.squareClose || code === char.roundClose;
}

/** Whether a closing bracket has an opening one further out. */
export function closesOuter(reader: Reader, code: number): boolean {
  if (code === char.curlyClose) return reader.objects > 0;
  return code === char.squareClose ? reader.lists > 0 : reader.rounds > 0;
}

/** Whether the text ends as one does that was not cut off. */
export function looksWhole({ text, arriving }: Reader): boolean {
  return !arriving && /[}\]]\s{0,9}$/.test(text.slice(-10));
}
