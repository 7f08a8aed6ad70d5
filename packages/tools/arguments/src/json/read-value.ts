import { char, isDigit, isQuote } from "./characters.ts";
import { addMember, dropTruncatedMember, endTruncatedObject, readColon, readComma } from "./object-members.ts";
import { readEscapedString } from "./read-escape.ts";
import { readKey } from "./read-key.ts";
import { notANumber, readNumber } from "./read-number.ts";
import { readString } from "./read-string.ts";
import { readWord } from "./read-word.ts";
import {
  addRepair,
  closesOuterBracket,
  currentPointer,
  isClosingBracket,
  memberPointer,
  openBrackets,
  type Reader,
  stopReading,
  textIssue,
} from "./reader.ts";
import { skipSpace } from "./skip-space.ts";
import type { StringRole } from "./string-end.ts";

/**
 * Reads the next JSON value, with all lists and objects within it.
 *
 * @returns `undefined` if there is no value: the text ended, or can't be read
 */
export function readValue(reader: Reader, role: StringRole): unknown {
  const code = reader.text.charCodeAt(reader.offset);
  if (code === char.doubleQuote) return readConcatenatedString(reader, role);
  if (code === char.curlyOpen) return refuseTooDeep(reader) ? undefined : readObject(reader);
  if (code === char.squareOpen) return refuseTooDeep(reader) ? undefined : readList(reader, char.squareClose);
  if (isDigit(code) || code === char.minus || code === char.plus || code === char.dot) {
    const number = readNumber(reader);
    return number === notANumber ? readWord(reader, role) : number;
  }
  if (isQuote(code) && !reader.text.startsWith("```", reader.offset)) return readConcatenatedString(reader, role);
  if (code === char.roundOpen) return refuseTooDeep(reader) ? undefined : readList(reader, char.roundClose);
  if (code === char.backslash) return readEscapedString(reader);
  return readWord(reader, role);
}

/** Reads a string, and strings that are concatenated to it with `+`. */
function readConcatenatedString(reader: Reader, role: StringRole): string {
  const { text, offset: start } = reader;
  let value = readString(reader, role);
  const next = text.charCodeAt(reader.offset);
  if (next === char.comma || next === char.curlyClose || next === char.squareClose) return value;
  while (!reader.isStrict && skipSpace(reader) === char.plus) {
    reader.offset += 1;
    if (!isQuote(skipSpace(reader))) {
      stopReading(reader, "a string after +");
      return value;
    }
    value += readString(reader, role);
    addRepair(reader, "string_concatenation", start, text.slice(start, reader.offset), value);
  }
  return value;
}

/** Reports nesting deeper than `maxDepth`, and stops reading; false if the depth is allowed. */
function refuseTooDeep(reader: Reader): boolean {
  const { maxDepth } = reader.options;
  if (openBrackets(reader) < maxDepth) return false;
  const { text, offset: at } = reader;
  const message = `nested deeper than ${maxDepth} levels`;
  reader.issues.push(textIssue(text, { code: "too_deep", message, start: at, end: at + 1 }));
  reader.stopped = true;
  return true;
}

/**
 * Reads the list that starts here: `[…]`, or a Python tuple `(…)`. Parentheses around a single value without a comma only
 * group it.
 */
function readList(reader: Reader, close: number): unknown {
  const { offset: start, containerPointer: base, key } = reader;
  const isTuple = close === char.roundClose;
  reader.containerPointer = currentPointer(reader);
  reader.key = undefined;
  reader.offset += 1;
  if (isTuple) reader.parentheses += 1;
  else reader.lists += 1;
  const items: unknown[] = [];
  const isSingle = readItems(reader, items, close);
  if (isTuple) reader.parentheses -= 1;
  else reader.lists -= 1;
  reader.containerPointer = base;
  reader.key = key;
  const value = isTuple && isSingle ? items[0] : items;
  if (isTuple && !reader.stopped) addRepair(reader, "tuple", start, reader.text.slice(start, reader.offset), value);
  return value;
}

/** Reads the items and the closing bracket; returns whether there is exactly one item without a comma. */
function readItems(reader: Reader, items: unknown[], close: number): boolean {
  let comma = -1;
  for (;;) {
    const code = skipSpace(reader);
    if (reader.offset >= reader.text.length) {
      endTruncatedList(reader, items, close);
      return false;
    }
    if (code === close) {
      if (comma >= 0 && close === char.squareClose) addRepair(reader, "trailing_comma", comma, ",", "");
      reader.offset += 1;
      return items.length === 1 && comma < 0;
    }
    if (code === char.comma) {
      addRepair(reader, "extra_comma", reader.offset, ",", "");
      reader.offset += 1;
    } else if (isClosingBracket(code)) {
      if (closesOuterBracket(reader, code)) {
        addRepair(reader, "missing_bracket", reader.offset, "", String.fromCharCode(close));
        return false;
      }
      addRepair(reader, "extra_bracket", reader.offset, String.fromCharCode(code), "");
      reader.offset += 1;
    } else {
      comma = readItem(reader, items, code);
      if (reader.stopped) return false;
    }
  }
}

/** Reads one item; returns the offset of the comma after it, -1 if there is none. */
function readItem(reader: Reader, items: unknown[], code: number): number {
  reader.key = items.length;
  const truncatedCount = reader.truncatedPaths.length;
  const value = readValue(reader, "item");
  if (value === undefined) {
    if (reader.offset < reader.text.length) stopReading(reader, "a value");
    return -1;
  }
  items.push(value);
  if (reader.stopped || reader.truncatedPaths.length > truncatedCount) return -1;
  reader.key = undefined;
  const next = skipSpace(reader);
  if (next === char.comma) {
    reader.offset += 1;
    return reader.offset - 1;
  }
  if (reader.offset >= reader.text.length || isClosingBracket(next)) return -1;
  // Two adjacent strings in parentheses are either one Python string, or two items without a comma.
  const mayBeConcatenation = reader.parentheses > 0 && typeof value === "string" && isQuote(next);
  if (mayBeConcatenation) stopReading(reader, '"," or ")"');
  else if (isQuote(next) || next === char.curlyOpen || next === char.squareOpen || areBothNumbers(code, next)) {
    addRepair(reader, "missing_comma", reader.offset, "", ",");
  } else stopReading(reader, '"," or "]"');
  return -1;
}

function areBothNumbers(first: number, next: number): boolean {
  return (isDigit(first) || first === char.minus) && (isDigit(next) || next === char.minus);
}

/** Records that the end of the text cut off a list. */
function endTruncatedList(reader: Reader, items: readonly unknown[], close: number): void {
  if (reader.isPartial) {
    const completeItems = reader.truncatedPaths.length > 0 ? items.length - 1 : items.length;
    for (let index = 0; index < completeItems; index++)
      reader.completePaths.push(memberPointer(reader.containerPointer, index));
  }
  reader.truncatedPaths.push(reader.containerPointer);
  reader.key = undefined;
  addRepair(reader, "truncated", reader.text.length, "", String.fromCharCode(close));
}

/** Reads the object that starts here, or the named arguments of a call, `(a=1)`. */
export function readObject(reader: Reader, close: number = char.curlyClose): Record<string, unknown> {
  reader.offset += 1;
  return readMembersAndClose(reader, close);
}

/** Reads the members of an object and its closing bracket, starting after the opening bracket. */
export function readMembersAndClose(reader: Reader, close: number = char.curlyClose): Record<string, unknown> {
  const { containerPointer: base, key } = reader;
  reader.containerPointer = currentPointer(reader);
  reader.key = undefined;
  if (close === char.curlyClose) reader.objects += 1;
  else reader.parentheses += 1;
  const members: Record<string, unknown> = {};
  readMembers(reader, members, close);
  if (close === char.curlyClose) reader.objects -= 1;
  else reader.parentheses -= 1;
  reader.containerPointer = base;
  reader.key = key;
  return members;
}

/** Reads the members of an object up to and including its closing bracket. */
function readMembers(reader: Reader, members: Record<string, unknown>, close: number): void {
  let comma = -1;
  while (!reader.stopped) {
    reader.key = undefined;
    const code = skipSpace(reader);
    if (reader.offset >= reader.text.length) {
      endTruncatedObject(reader, members, close);
      return;
    }
    if (code === close) {
      if (comma >= 0) addRepair(reader, "trailing_comma", comma, ",", "");
      reader.offset += 1;
      return;
    }
    if (code === char.comma) {
      addRepair(reader, "extra_comma", reader.offset, ",", "");
      reader.offset += 1;
    } else if (isClosingBracket(code)) {
      if (closesOuterBracket(reader, code)) {
        addRepair(reader, "missing_bracket", reader.offset, "", String.fromCharCode(close));
        return;
      }
      addRepair(reader, "extra_bracket", reader.offset, String.fromCharCode(code), "");
      reader.offset += 1;
    } else comma = readMember(reader, members, close);
  }
}

/** Reads one member; returns the offset of the comma after it, -1 if there is none. */
function readMember(reader: Reader, members: Record<string, unknown>, close: number): number {
  const start = reader.offset;
  const key = readKey(reader);
  if (key === undefined || reader.stopped) return -1;
  const truncatedCount = reader.truncatedPaths.length;
  if (!readColon(reader, key, start)) return -1;
  reader.key = key;
  const code = skipSpace(reader);
  if (reader.offset >= reader.text.length) {
    dropTruncatedMember(reader, start);
    return -1;
  }
  let value: unknown;
  if (code === char.comma || code === close) {
    addRepair(reader, "missing_value", reader.offset, "", null);
    value = null;
  } else value = readValue(reader, "member");
  if (value === undefined) return -1;
  addMember(reader, members, key, value, start);
  if (reader.stopped || reader.truncatedPaths.length > truncatedCount) return -1;
  reader.key = undefined;
  return readComma(reader, close);
}
