import { char, isDigit, isQuote } from "./chars.ts";
import { closesOuter, isCloser } from "./closers.ts";
import { readValue } from "./read-value.ts";
import { memberPointer, mend, pointerOf, type Reader, stop } from "./reader.ts";
import { skip } from "./skip.ts";

/** Reads the list whose opening bracket is next: `[…]`, or a Python tuple `(…)`; round brackets around one value are only brackets. */
export function readList(reader: Reader, close: number): unknown {
  const { at: start, base, key } = reader;
  const round = close === char.roundClose;
  reader.base = pointerOf(reader);
  reader.key = undefined;
  reader.at += 1;
  if (round) reader.rounds += 1;
  else reader.lists += 1;
  const items: unknown[] = [];
  const single = readItems(reader, items, close);
  if (round) reader.rounds -= 1;
  else reader.lists -= 1;
  reader.base = base;
  reader.key = key;
  const value = round && single ? items[0] : items;
  if (round && !reader.stopped) mend(reader, "tuple", start, reader.text.slice(start, reader.at), value);
  return value;
}

/** @returns whether there is just one item, and no comma after it */
function readItems(reader: Reader, items: unknown[], close: number): boolean {
  let comma = -1;
  for (;;) {
    const code = skip(reader);
    if (reader.at >= reader.text.length) {
      cutOff(reader, items, close);
      return false;
    }
    if (code === close) {
      if (comma >= 0 && close === char.squareClose) mend(reader, "trailing_comma", comma, ",", "");
      reader.at += 1;
      return items.length === 1 && comma < 0;
    }
    if (code === char.comma) {
      mend(reader, "extra_comma", reader.at, ",", "");
      reader.at += 1;
    } else if (isCloser(code)) {
      if (closesOuter(reader, code)) {
        mend(reader, "missing_bracket", reader.at, "", String.fromCharCode(close));
        return false;
      }
      mend(reader, "extra_bracket", reader.at, String.fromCharCode(code), "");
      reader.at += 1;
    } else {
      comma = readItem(reader, items, code);
      if (reader.stopped) return false;
    }
  }
}

/** @returns the offset of the comma after the item; -1 when there is none */
function readItem(reader: Reader, items: unknown[], code: number): number {
  reader.key = items.length;
  const cut = reader.open.length;
  const value = readValue(reader, "item");
  if (value === undefined) {
    if (reader.at < reader.text.length) stop(reader, "a value");
    return -1;
  }
  items.push(value);
  if (reader.stopped || reader.open.length > cut) return -1;
  reader.key = undefined;
  const next = skip(reader);
  if (next === char.comma) {
    reader.at += 1;
    return reader.at - 1;
  }
  if (reader.at >= reader.text.length || isCloser(next)) return -1;
  // Two strings side by side are one in Python, and two where a comma is missing.
  const mayBeOne = reader.rounds > 0 && typeof value === "string" && isQuote(next);
  if (mayBeOne) stop(reader, '"," or ")"');
  else if (isQuote(next) || next === char.curlyOpen || next === char.squareOpen || bothNumbers(code, next)) {
    mend(reader, "missing_comma", reader.at, "", ",");
  } else stop(reader, '"," or "]"');
  return -1;
}

function bothNumbers(first: number, next: number): boolean {
  return (isDigit(first) || first === char.minus) && (isDigit(next) || next === char.minus);
}

function cutOff(reader: Reader, items: readonly unknown[], close: number): void {
  if (reader.arriving) {
    const last = reader.open.length > 0 ? items.length - 1 : items.length;
    for (let index = 0; index < last; index++) reader.whole.push(memberPointer(reader.base, index));
  }
  reader.open.push(reader.base);
  reader.key = undefined;
  mend(reader, "truncated", reader.text.length, "", String.fromCharCode(close));
}
