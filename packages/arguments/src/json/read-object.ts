import { char, isQuote } from "./chars.ts";
import { closesOuter, isCloser } from "./closers.ts";
import { readKey } from "./read-key.ts";
import { readValue } from "./read-value.ts";
import { fault, memberPointer, mend, pointerOf, type Reader, stop } from "./reader.ts";
import { skip } from "./skip.ts";
import { beginsMember } from "./string-end.ts";

/** Reads the object whose opening bracket is next, or the named arguments of a call, `(a=1)`. */
export function readObject(reader: Reader, close: number = char.curlyClose): Record<string, unknown> {
  reader.at += 1;
  return readOpened(reader, close);
}

/** Reads the members of an object, and its closing bracket, from after its opening bracket. */
export function readOpened(reader: Reader, close: number = char.curlyClose): Record<string, unknown> {
  const { base, key } = reader;
  reader.base = pointerOf(reader);
  reader.key = undefined;
  if (close === char.curlyClose) reader.objects += 1;
  else reader.rounds += 1;
  const members: Record<string, unknown> = {};
  readMembers(reader, members, close);
  if (close === char.curlyClose) reader.objects -= 1;
  else reader.rounds -= 1;
  reader.base = base;
  reader.key = key;
  return members;
}

function readMembers(reader: Reader, members: Record<string, unknown>, close: number): void {
  let comma = -1;
  while (!reader.stopped) {
    reader.key = undefined;
    const code = skip(reader);
    if (reader.at >= reader.text.length) {
      cutOff(reader, members, close);
      return;
    }
    if (code === close) {
      if (comma >= 0) mend(reader, "trailing_comma", comma, ",", "");
      reader.at += 1;
      return;
    }
    if (code === char.comma) {
      mend(reader, "extra_comma", reader.at, ",", "");
      reader.at += 1;
    } else if (isCloser(code)) {
      if (closesOuter(reader, code)) {
        mend(reader, "missing_bracket", reader.at, "", String.fromCharCode(close));
        return;
      }
      mend(reader, "extra_bracket", reader.at, String.fromCharCode(code), "");
      reader.at += 1;
    } else comma = readMember(reader, members, close);
  }
}

/** @returns the offset of the comma after the member; -1 when there is none */
function readMember(reader: Reader, members: Record<string, unknown>, close: number): number {
  const start = reader.at;
  const key = readKey(reader);
  if (key === undefined || reader.stopped) return -1;
  const cut = reader.open.length;
  if (!readColon(reader, key, start)) return -1;
  reader.key = key;
  const code = skip(reader);
  if (reader.at >= reader.text.length) {
    dropCutOff(reader, start);
    return -1;
  }
  let value: unknown;
  if (code === char.comma || code === close) {
    mend(reader, "missing_value", reader.at, "", null);
    value = null;
  } else value = readValue(reader, "member");
  if (value === undefined) return -1;
  put(reader, members, key, value, start);
  if (reader.stopped || reader.open.length > cut) return -1;
  reader.key = undefined;
  return readComma(reader, close);
}

function readColon(reader: Reader, key: string, start: number): boolean {
  const { text } = reader;
  const code = skip(reader);
  if (code === char.colon && text.charCodeAt(reader.at + 1) !== char.equals) {
    reader.at += 1;
    return true;
  }
  if (reader.at >= text.length) {
    if (reader.open.length === 0) reader.open.push(memberPointer(reader.base, key));
    reader.key = key;
    mend(reader, "truncated_member", start, text.slice(start), "");
    return false;
  }
  const sign = [":=", "=>", "="].find((other) => text.startsWith(other, reader.at));
  if (sign !== undefined) {
    if (reader.rounds === 0) mend(reader, "other_colon", reader.at, sign, ":");
    reader.at += sign.length;
    return true;
  }
  // A key and a value side by side.
  if (
    isQuote(text.charCodeAt(start)) &&
    /^(?:["[{\d]|-\d)/.test(text.slice(reader.at, reader.at + 2)) &&
    reader.rounds === 0
  ) {
    const isColon = text.charCodeAt(reader.at + 1) === char.colon || key.includes(":");
    if (!isColon && (code !== char.doubleQuote || !beginsMember(text, reader.at))) {
      mend(reader, "missing_colon", reader.at, "", ":");
      return true;
    }
  }
  stop(reader, '":"');
  return false;
}

function readComma(reader: Reader, close: number): number {
  const code = skip(reader);
  if (code === char.comma) {
    reader.at += 1;
    return reader.at - 1;
  }
  if (reader.at >= reader.text.length || code === close) return -1;
  if (isCloser(code)) return -1;
  if (beginsMember(reader.text, reader.at)) mend(reader, "missing_comma", reader.at, "", ",");
  else stop(reader, `"," or ${JSON.stringify(String.fromCharCode(close))}`);
  return -1;
}

/** The text ended after a key: there is no value to read. */
function dropCutOff(reader: Reader, start: number): void {
  reader.open.push(pointerOf(reader));
  mend(reader, "truncated_member", start, reader.text.slice(start), "");
}

function put(reader: Reader, members: Record<string, unknown>, key: string, value: unknown, start: number): void {
  if (members[key] !== undefined && Object.hasOwn(members, key)) {
    const { duplicateKeys } = reader.options;
    if (duplicateKeys === "refuse") {
      const message = `not to be read: ${JSON.stringify(key)} is there more than once (write it once)`;
      fault(reader, "duplicate_key", message, start, reader.at);
      return;
    }
    const kept = duplicateKeys === "first" ? members[key] : value;
    mend(reader, "duplicate_key", start, duplicateKeys === "first" ? value : members[key], kept);
    if (duplicateKeys === "first") return;
  }
  if (key === "__proto__") {
    Object.defineProperty(members, key, { value, writable: true, enumerable: true, configurable: true });
  } else members[key] = value;
}

function cutOff(reader: Reader, members: Record<string, unknown>, close: number): void {
  if (reader.arriving) {
    const innermost = reader.open.at(-1);
    for (const key of Object.keys(members)) {
      const pointer = memberPointer(reader.base, key);
      if (pointer !== innermost) reader.whole.push(pointer);
    }
  }
  reader.open.push(reader.base);
  mend(reader, "truncated", reader.text.length, "", String.fromCharCode(close));
}
