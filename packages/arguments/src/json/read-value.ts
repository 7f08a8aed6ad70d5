import { char, isDigit, isQuote } from "./chars.ts";
import { readList } from "./read-list.ts";
import { notANumber, readNumber } from "./read-number.ts";
import { readObject } from "./read-object.ts";
import { readString } from "./read-string.ts";
import { readWord } from "./read-word.ts";
import { depthOf, mend, pointerOf, type Reader, stop, textIssue } from "./reader.ts";
import { skip } from "./skip.ts";
import type { Role } from "./string-end.ts";

/**
 * Reads the value that is next.
 *
 * @returns `undefined` when there is none: the text ended, or can't be read
 */
export function readValue(reader: Reader, role: Role): unknown {
  const code = reader.text.charCodeAt(reader.at);
  if (code === char.doubleQuote) return readStrings(reader, role);
  if (code === char.curlyOpen) return tooDeep(reader) ? undefined : readObject(reader);
  if (code === char.squareOpen) return tooDeep(reader) ? undefined : readList(reader, char.squareClose);
  if (isDigit(code) || code === char.minus || code === char.plus || code === char.dot) {
    const number = readNumber(reader);
    return number === notANumber ? readWord(reader, role) : number;
  }
  if (isQuote(code) && !reader.text.startsWith("```", reader.at)) return readStrings(reader, role);
  if (code === char.roundOpen) return tooDeep(reader) ? undefined : readList(reader, char.roundClose);
  if (code === char.backslash) return readEscapedString(reader);
  return readWord(reader, role);
}

/** Reads a string, and those that a `+` joins to it. */
function readStrings(reader: Reader, role: Role): string {
  const { text, at: start } = reader;
  let value = readString(reader, role);
  const next = text.charCodeAt(reader.at);
  if (next === char.comma || next === char.curlyClose || next === char.squareClose) return value;
  while (!reader.exact && skip(reader) === char.plus) {
    reader.at += 1;
    if (!isQuote(skip(reader))) {
      stop(reader, "a string after +");
      return value;
    }
    value += readString(reader, role);
    mend(reader, "string_concatenation", start, text.slice(start, reader.at), value);
  }
  return value;
}

/** Reads a string whose own quotes have a backslash: `\"ls\"`. */
export function readEscapedString(reader: Reader): string | undefined {
  const { text, at: start } = reader;
  if (text.charCodeAt(start + 1) !== char.doubleQuote) {
    stop(reader, "a value");
    return undefined;
  }
  const found = text.indexOf('\\"', start + 2);
  const value = text.slice(start + 2, found < 0 ? text.length : found);
  reader.at = found < 0 ? text.length : found + 2;
  mend(reader, "escaped_quotes", start, text.slice(start, reader.at), value);
  if (value.includes('"') && !reader.arriving) stop(reader, 'a \\" at the end of the text that begins here', start);
  if (found < 0) {
    reader.open.push(pointerOf(reader));
    mend(reader, "truncated", text.length, text.slice(start), value);
  }
  return value;
}

function tooDeep(reader: Reader): boolean {
  const { maxDepth } = reader.options;
  if (depthOf(reader) < maxDepth) return false;
  const { text, at } = reader;
  const message = `nested deeper than ${maxDepth} levels`;
  reader.issues.push(textIssue(text, { code: "too_deep", message, start: at, end: at + 1 }));
  reader.stopped = true;
  return true;
}
