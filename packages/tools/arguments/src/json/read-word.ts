// Reads values that start with a letter: literals such as `true` or `None`, and strings without quotes.

import { quote } from "@helve/core/internal";
import { char, isNameCharacter, isQuote } from "./characters.ts";
import { readNonFinite } from "./read-number.ts";
import { readString } from "./read-string.ts";
import { addRepair, currentPointer, type Reader, stopReading } from "./reader.ts";
import { afterSpace, commentEnd } from "./skip-space.ts";
import { specialTokenEnd } from "./special-token.ts";
import type { StringRole } from "./string-end.ts";

/** The literals of Python and JavaScript, each with its JSON value and the kind of its repair. */
const otherLiterals = new Map<string, readonly [value: boolean | null, kind: "python_literal" | "javascript_literal"]>([
  ["True", [true, "python_literal"]],
  ["False", [false, "python_literal"]],
  ["None", [null, "python_literal"]],
  ["undefined", [null, "javascript_literal"]],
]);

const jsonLiterals = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

const nonFiniteWords = new Set(["NaN", "nan", "Infinity", "inf"]);

/** Reads a value that starts with a letter: a literal such as `None`, a string with a prefix such as `r"…"`, or a string without quotes. */
export function readWord(reader: Reader, role: StringRole): unknown {
  const { text, offset: start } = reader;
  let end = start;
  while (isNameCharacter(text.charCodeAt(end))) end += 1;
  const word = text.slice(start, end);
  if (isQuote(text.charCodeAt(end)) && /^(?:[bBuUrR]|[bB][rR]|[rR][bB])$/.test(word))
    return readPrefixedString(reader, word, role);
  if (isQuote(text.charCodeAt(end)) && /^[rR]?[fFtT][rR]?$/.test(word)) {
    stopReading(reader, "a value: a Python f-string is not evaluated", start);
    return undefined;
  }
  if (word !== "" && isWordEnd(text, end)) {
    const literal = readLiteral(reader, word);
    if (literal !== undefined) return literal;
  }
  return readUnquotedString(reader);
}

/** Reads a Python string with a prefix: `b"…"`, `r"…"`. */
function readPrefixedString(reader: Reader, prefix: string, role: StringRole): string {
  const { offset: start } = reader;
  reader.offset += prefix.length;
  const value = readString(reader, role, /r/i.test(prefix));
  addRepair(reader, "string_prefix", start, prefix, "");
  return value;
}

/** Whether a word ends its value: punctuation, a comment, a line break or the end of the text follows. */
function isWordEnd(text: string, end: number): boolean {
  const at = afterSpace(text, end);
  if (at >= text.length || /[,}\])\]"]/.test(text.charAt(at))) return true;
  if (commentEnd(text, at) > 0 || specialTokenEnd(text, at) > 0) return true;
  return text.slice(end, at).includes("\n");
}

/** Reads a word that is a literal of JSON, Python or JavaScript; `undefined` for any other word. */
function readLiteral(reader: Reader, word: string): boolean | null | string | undefined {
  const { offset: start } = reader;
  const end = start + word.length;
  const value = jsonLiterals.get(word);
  if (value !== undefined) {
    reader.offset = end;
    return value;
  }
  const otherLiteral = otherLiterals.get(word);
  if (otherLiteral !== undefined) {
    reader.offset = end;
    addRepair(reader, otherLiteral[1], start, word, otherLiteral[0]);
    return otherLiteral[0];
  }
  if (nonFiniteWords.has(word)) {
    const read = readNonFinite(reader, word);
    return typeof read === "string" ? read : null;
  }
  const lower = word.toLowerCase();
  const respelled = jsonLiterals.get(lower) ?? (lower === "none" || lower === "nil" ? null : undefined);
  const isLiteral = respelled !== undefined || jsonLiterals.has(lower);
  if (isLiteral) {
    reader.offset = end;
    addRepair(reader, "literal_spelling", start, word, respelled ?? null);
    return respelled ?? null;
  }
  return end === reader.text.length ? readTruncatedLiteral(reader, word) : undefined;
}

/** Reads a literal that the end of the text cut off, such as `tru`. */
function readTruncatedLiteral(reader: Reader, word: string): boolean | null | undefined {
  const completed = ["true", "false", "null", "True", "False", "None"].find((literal) => literal.startsWith(word));
  if (completed === undefined) return undefined;
  const value = jsonLiterals.get(completed) ?? otherLiterals.get(completed)?.[0] ?? null;
  const { offset: start } = reader;
  reader.offset += word.length;
  reader.truncatedPaths.push(currentPointer(reader));
  addRepair(reader, "truncated", start, word, value);
  return value;
}

/** Reads a string without quotes up to the next comma, bracket or line break. */
function readUnquotedString(reader: Reader): string | undefined {
  const { text, offset: start } = reader;
  const first = text.charCodeAt(start);
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === char.comma || code === char.curlyClose || code === char.squareClose || code === char.newline) break;
    if (code === char.roundClose && reader.parentheses > 0) break;
    if (code === char.curlyOpen || code === char.squareOpen || code === char.doubleQuote || code === char.roundOpen) {
      stopReading(reader, "a value: put strings in quotes", start);
      return undefined;
    }
    if (code === char.less && specialTokenEnd(text, at) > 0) break;
  }
  const value = text.slice(start, at).trimEnd();
  // A final backslash may escape the character after it.
  const isNotText = value === "" || value.endsWith("\\") || value.startsWith("```");
  if (isNotText || first === char.colon || first === char.equals || value.startsWith("...") || value === "…") {
    stopReading(
      reader,
      value.startsWith(".") || value === "…" ? `a value: write what ${quote(value)} stands for` : "a value",
      start,
    );
    return undefined;
  }
  reader.offset = at;
  addRepair(reader, "unquoted_string", start, text.slice(start, at), value);
  if (at === text.length) {
    reader.truncatedPaths.push(currentPointer(reader));
    addRepair(reader, "truncated", start, value, value);
  }
  return value;
}
