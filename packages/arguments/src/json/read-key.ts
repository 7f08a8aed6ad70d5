import { char, isQuote, isWord } from "./chars.ts";
import { looksWhole } from "./closers.ts";
import { readString } from "./read-string.ts";
import { readEscapedString } from "./read-value.ts";
import { memberPointer, mend, type Reader, stop } from "./reader.ts";
import { afterSpace } from "./skip.ts";

/**
 * Reads the key that is next: in any quotes, or without.
 *
 * @returns `undefined` when there is none: the text ended, or can't be read
 */
export function readKey(reader: Reader): string | undefined {
  const { text, at: start } = reader;
  const code = text.charCodeAt(start);
  if (code === char.doubleQuote && reader.exact) return readString(reader, "key");
  if (isQuote(code)) return readQuoted(reader, start);
  if (code === char.backslash) return readEscapedString(reader);
  if (!isWord(code)) {
    stop(reader, 'a property name in double quotes or "}"');
    return undefined;
  }
  let end = start;
  while (isPartOfName(text.charCodeAt(end))) end += 1;
  const word = text.slice(start, end);
  if (isQuote(text.charCodeAt(end)) && /^[bBuUrR]{1,2}$/.test(word)) {
    mend(reader, "string_prefix", start, word, "");
    reader.at = end;
    return readString(reader, "key");
  }
  reader.at = end;
  if (reader.rounds === 0 || reader.objects > 0) mend(reader, "unquoted_key", start, word, word);
  return word;
}

function readQuoted(reader: Reader, start: number): string | undefined {
  const { text } = reader;
  const { length: said } = reader.repairs;
  const { length: open } = reader.open;
  const key = readString(reader, "key");
  const after = afterSpace(text, reader.at);
  if (text.charCodeAt(after) === char.colon) return key;
  const cut = reader.open.length > open;
  const end = after >= text.length && !(cut && looksWhole(reader)) ? -1 : nameEnd(text, start + 1);
  if (end > 0 && end < reader.at - 1) {
    // The quote that ended it began the value: `{"a: "x"}`.
    reader.repairs.length = said;
    reader.open.length = open;
    reader.at = end;
    const name = text.slice(start + 1, end);
    mend(reader, "missing_quote", end, text.slice(start, end), name);
    return name;
  }
  if (cut && looksWhole(reader) && key.includes(":")) stop(reader, "a quote at the end of the property name", start);
  else if (cut) {
    // Only a part of the key is there: no member has this name.
    reader.repairs.length = said;
    reader.open.length = open;
    reader.open.push(memberPointer(reader.base, key));
  }
  return key;
}

/** Where a name ends that a colon follows at once; -1 when it is none. */
function nameEnd(text: string, start: number): number {
  let end = start;
  while (isPartOfName(text.charCodeAt(end))) end += 1;
  return end > start && beginsValue(text, end) ? end : -1;
}

function beginsValue(text: string, colon: number): boolean {
  return /^:\s{0,9}[^\s}\],:]/.test(text.slice(colon, colon + 11));
}

function isPartOfName(code: number): boolean {
  return isWord(code) || code === char.minus || code === char.dot;
}
