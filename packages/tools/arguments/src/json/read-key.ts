import { char, isNameCharacter, isQuote } from "./characters.ts";
import { readEscapedString } from "./read-escape.ts";
import { readString } from "./read-string.ts";
import { addRepair, endsLikeCompleteText, memberPointer, type Reader, stopReading } from "./reader.ts";
import { afterSpace } from "./skip-space.ts";

/**
 * Reads the next key of an object, in any quotes or without quotes.
 *
 * @returns `undefined` if there is no key: the text ended, or can't be read
 */
export function readKey(reader: Reader): string | undefined {
  const { text, offset: start } = reader;
  const code = text.charCodeAt(start);
  if (code === char.doubleQuote && reader.isStrict) return readString(reader, "key");
  if (isQuote(code)) return readQuotedKey(reader, start);
  if (code === char.backslash) return readEscapedString(reader);
  if (!isNameCharacter(code)) {
    stopReading(reader, 'a property name in double quotes or "}"');
    return undefined;
  }
  let end = start;
  while (isKeyCharacter(text.charCodeAt(end))) end += 1;
  const word = text.slice(start, end);
  if (isQuote(text.charCodeAt(end)) && /^[bBuUrR]{1,2}$/.test(word)) {
    addRepair(reader, "string_prefix", start, word, "");
    reader.offset = end;
    return readString(reader, "key");
  }
  reader.offset = end;
  if (reader.parentheses === 0 || reader.objects > 0) addRepair(reader, "unquoted_key", start, word, word);
  return word;
}

/** Reads a key in quotes; also one whose closing quote is missing. */
function readQuotedKey(reader: Reader, start: number): string | undefined {
  const { text } = reader;
  const { length: repairCount } = reader.repairs;
  const { length: truncatedCount } = reader.truncatedPaths;
  const key = readString(reader, "key");
  const after = afterSpace(text, reader.offset);
  if (text.charCodeAt(after) === char.colon) return key;
  const isTruncated = reader.truncatedPaths.length > truncatedCount;
  const end =
    after >= text.length && !(isTruncated && endsLikeCompleteText(reader)) ? -1 : unquotedNameEnd(text, start + 1);
  if (end > 0 && end < reader.offset - 1) {
    // The closing quote of the key is missing; the quote found opens the value: `{"a: "x"}`.
    reader.repairs.length = repairCount;
    reader.truncatedPaths.length = truncatedCount;
    reader.offset = end;
    const name = text.slice(start + 1, end);
    addRepair(reader, "missing_quote", end, text.slice(start, end), name);
    return name;
  }
  if (isTruncated && endsLikeCompleteText(reader) && key.includes(":"))
    stopReading(reader, "a quote at the end of the property name", start);
  else if (isTruncated) {
    // The key is truncated: no member has this name.
    reader.repairs.length = repairCount;
    reader.truncatedPaths.length = truncatedCount;
    reader.truncatedPaths.push(memberPointer(reader.containerPointer, key));
  }
  return key;
}

/** The end of a name that is directly followed by a colon and a value; -1 if there is no such name. */
function unquotedNameEnd(text: string, start: number): number {
  let end = start;
  while (isKeyCharacter(text.charCodeAt(end))) end += 1;
  return end > start && isColonBeforeValue(text, end) ? end : -1;
}

/** Whether the colon at an offset is followed by a value. */
function isColonBeforeValue(text: string, colon: number): boolean {
  return /^:\s{0,9}[^\s}\],:]/.test(text.slice(colon, colon + 11));
}

function isKeyCharacter(code: number): boolean {
  return isNameCharacter(code) || code === char.minus || code === char.dot;
}
