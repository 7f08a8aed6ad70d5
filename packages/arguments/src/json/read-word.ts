import { quote } from "@helve/core/internal";

import { char, isQuote, isWord } from "./chars.ts";
import { readNonFinite } from "./read-number.ts";
import { readString } from "./read-string.ts";
import { mend, pointerOf, type Reader, stop } from "./reader.ts";
import { afterSpace, commentEnd } from "./skip.ts";
import { specialTokenEnd } from "./special-token.ts";
import type { Role } from "./string-end.ts";

/** The words that stand for a value, each with the kind of repair it is. */
const literals = new Map<string, readonly [value: boolean | null, kind: "python_literal" | "javascript_literal"]>([
  ["True", [true, "python_literal"]],
  ["False", [false, "python_literal"]],
  ["None", [null, "python_literal"]],
  ["undefined", [null, "javascript_literal"]],
]);

const plain = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

const nonFinite = new Set(["NaN", "nan", "Infinity", "inf"]);

/** Reads a literal, a string with a prefix, or a text without quotes. */
export function readWord(reader: Reader, role: Role): unknown {
  const { text, at: start } = reader;
  let end = start;
  while (isWord(text.charCodeAt(end))) end += 1;
  const word = text.slice(start, end);
  if (isQuote(text.charCodeAt(end)) && /^(?:[bBuUrR]|[bB][rR]|[rR][bB])$/.test(word))
    return readPrefixed(reader, word, role);
  if (isQuote(text.charCodeAt(end)) && /^[rR]?[fFtT][rR]?$/.test(word)) {
    stop(reader, "a value: a Python f-string is not evaluated", start);
    return undefined;
  }
  if (word !== "" && endsWord(text, end)) {
    const known = readLiteral(reader, word);
    if (known !== undefined) return known;
  }
  return readUnquoted(reader);
}

function readPrefixed(reader: Reader, prefix: string, role: Role): string {
  const { at: start } = reader;
  reader.at += prefix.length;
  const value = readString(reader, role, /r/i.test(prefix));
  mend(reader, "string_prefix", start, prefix, "");
  return value;
}

/** Whether nothing but a sign, a comment, a new line or the end comes after a word. */
function endsWord(text: string, end: number): boolean {
  const at = afterSpace(text, end);
  if (at >= text.length || /[,}\])\]"]/.test(text.charAt(at))) return true;
  if (commentEnd(text, at) > 0 || specialTokenEnd(text, at) > 0) return true;
  return text.slice(end, at).includes("\n");
}

function readLiteral(reader: Reader, word: string): boolean | null | string | undefined {
  const { at: start } = reader;
  const end = start + word.length;
  const value = plain.get(word);
  if (value !== undefined) {
    reader.at = end;
    return value;
  }
  const other = literals.get(word);
  if (other !== undefined) {
    reader.at = end;
    mend(reader, other[1], start, word, other[0]);
    return other[0];
  }
  if (nonFinite.has(word)) {
    const read = readNonFinite(reader, word);
    return typeof read === "string" ? read : null;
  }
  const lower = word.toLowerCase();
  const spelt = plain.get(lower) ?? (lower === "none" || lower === "nil" ? null : undefined);
  const known = spelt !== undefined || plain.has(lower);
  if (known) {
    reader.at = end;
    mend(reader, "literal_spelling", start, word, spelt ?? null);
    return spelt ?? null;
  }
  return end === reader.text.length ? readCutOff(reader, word) : undefined;
}

/** The start of a literal, cut off by the end of the text. */
function readCutOff(reader: Reader, word: string): boolean | null | undefined {
  const whole = ["true", "false", "null", "True", "False", "None"].find((literal) => literal.startsWith(word));
  if (whole === undefined) return undefined;
  const value = plain.get(whole) ?? literals.get(whole)?.[0] ?? null;
  const { at: start } = reader;
  reader.at += word.length;
  reader.open.push(pointerOf(reader));
  mend(reader, "truncated", start, word, value);
  return value;
}

/** Reads a text without quotes up to the comma, the bracket or the line's end after it. */
function readUnquoted(reader: Reader): string | undefined {
  const { text, at: start } = reader;
  const first = text.charCodeAt(start);
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === char.comma || code === char.curlyClose || code === char.squareClose || code === char.newline) break;
    if (code === char.roundClose && reader.rounds > 0) break;
    if (code === char.curlyOpen || code === char.squareOpen || code === char.doubleQuote || code === char.roundOpen) {
      stop(reader, "a value: a text stands in quotes", start);
      return undefined;
    }
    if (code === char.less && specialTokenEnd(text, at) > 0) break;
  }
  const value = text.slice(start, at).trimEnd();
  // A backslash may be for the sign after it.
  const isOther = value === "" || value.endsWith("\\") || value.startsWith("```");
  if (isOther || first === char.colon || first === char.equals || value.startsWith("...") || value === "…") {
    stop(
      reader,
      value.startsWith(".") || value === "…" ? `a value: ${quote(value)} leaves something out` : "a value",
      start,
    );
    return undefined;
  }
  reader.at = at;
  mend(reader, "unquoted_string", start, text.slice(start, at), value);
  if (at === text.length) {
    reader.open.push(pointerOf(reader));
    mend(reader, "truncated", start, value, value);
  }
  return value;
}
