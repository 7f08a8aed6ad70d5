// What stands between and after the members of an object: colons, commas, members that are repeated or cut off.

import { char, isQuote } from "./characters.ts";
import {
  addIssue,
  addRepair,
  currentPointer,
  isClosingBracket,
  memberPointer,
  type Reader,
  stopReading,
} from "./reader.ts";
import { skipSpace } from "./skip-space.ts";
import { beginsMember } from "./string-end.ts";

/** Reads the colon after a key, or a replacement such as `=`; false if there is none. */
export function readColon(reader: Reader, key: string, start: number): boolean {
  const { text } = reader;
  const code = skipSpace(reader);
  if (code === char.colon && text.charCodeAt(reader.offset + 1) !== char.equals) {
    reader.offset += 1;
    return true;
  }
  if (reader.offset >= text.length) {
    if (reader.truncatedPaths.length === 0) reader.truncatedPaths.push(memberPointer(reader.containerPointer, key));
    reader.key = key;
    addRepair(reader, "truncated_member", start, text.slice(start), "");
    return false;
  }
  const separator = [":=", "=>", "="].find((candidate) => text.startsWith(candidate, reader.offset));
  if (separator !== undefined) {
    if (reader.parentheses === 0) addRepair(reader, "other_colon", reader.offset, separator, ":");
    reader.offset += separator.length;
    return true;
  }
  // A key and a value without a colon between them.
  if (
    isQuote(text.charCodeAt(start)) &&
    /^(?:["[{\d]|-\d)/.test(text.slice(reader.offset, reader.offset + 2)) &&
    reader.parentheses === 0
  ) {
    const hasOtherColon = text.charCodeAt(reader.offset + 1) === char.colon || key.includes(":");
    if (!hasOtherColon && (code !== char.doubleQuote || !beginsMember(text, reader.offset))) {
      addRepair(reader, "missing_colon", reader.offset, "", ":");
      return true;
    }
  }
  stopReading(reader, '":"');
  return false;
}

/** Reads the comma after a member; returns its offset, -1 if there is none. */
export function readComma(reader: Reader, close: number): number {
  const code = skipSpace(reader);
  if (code === char.comma) {
    reader.offset += 1;
    return reader.offset - 1;
  }
  if (reader.offset >= reader.text.length || code === close) return -1;
  if (isClosingBracket(code)) return -1;
  if (beginsMember(reader.text, reader.offset)) addRepair(reader, "missing_comma", reader.offset, "", ",");
  else stopReading(reader, `"," or ${JSON.stringify(String.fromCharCode(close))}`);
  return -1;
}

/** Records that the text ended after a key, whose member is left out. */
export function dropTruncatedMember(reader: Reader, start: number): void {
  reader.truncatedPaths.push(currentPointer(reader));
  addRepair(reader, "truncated_member", start, reader.text.slice(start), "");
}

/** Adds a member to an object, by the `duplicateKeys` policy if the key exists already. */
export function addMember(
  reader: Reader,
  members: Record<string, unknown>,
  key: string,
  value: unknown,
  start: number,
): void {
  if (members[key] !== undefined && Object.hasOwn(members, key)) {
    const { duplicateKeys } = reader.options;
    if (duplicateKeys === "refuse") {
      const message = `ambiguous: ${JSON.stringify(key)} appears more than once (write it once)`;
      addIssue(reader, "duplicate_key", message, start, reader.offset);
      return;
    }
    const kept = duplicateKeys === "first" ? members[key] : value;
    addRepair(reader, "duplicate_key", start, duplicateKeys === "first" ? value : members[key], kept);
    if (duplicateKeys === "first") return;
  }
  if (key === "__proto__") {
    Object.defineProperty(members, key, { value, writable: true, enumerable: true, configurable: true });
  } else members[key] = value;
}

/** Records that the end of the text cut off an object. */
export function endTruncatedObject(reader: Reader, members: Record<string, unknown>, close: number): void {
  if (reader.isPartial) {
    const innermost = reader.truncatedPaths.at(-1);
    for (const key of Object.keys(members)) {
      const pointer = memberPointer(reader.containerPointer, key);
      if (pointer !== innermost) reader.completePaths.push(pointer);
    }
  }
  reader.truncatedPaths.push(reader.containerPointer);
  addRepair(reader, "truncated", reader.text.length, "", String.fromCharCode(close));
}
