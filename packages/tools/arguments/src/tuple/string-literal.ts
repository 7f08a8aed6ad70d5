/** Reads Python string literals with their prefixes and escape sequences, such as `r"\d"` or `b"a"`. */
import { quote } from "@helve/core/internal";
import type { Fault } from "./python-value.ts";

/** A Python string literal; adjacent literals are concatenated. */
export interface StringLiteral {
  readonly kind: "text" | "bytes" | "formatted";
  /** Its text; for bytes, one character from U+0000 to U+00FF for each byte. */
  readonly value: string;
  /** The first problem with it. */
  readonly fault: Fault | undefined;
  /** The offset after its closing quote, or where a missing quote is expected. */
  readonly end: number;
}

const prefix = /(?:[rR][bBfFtT]?|[bBfFtT][rR]?|[uU])?(?='|")/y;

/**
 * Reads the string literal at an offset (Python reference, §2.4.1). The content of an f-string or t-string is not evaluated.
 *
 * @returns `undefined` if there is no string literal
 */
export function stringLiteralAt(text: string, offset: number): StringLiteral | undefined {
  prefix.lastIndex = offset;
  const letters = prefix.exec(text)?.[0].toLowerCase();
  return letters === undefined ? undefined : readStringLiteral(text, offset + letters.length, letters);
}

/**
 * Reads a string literal from its opening quote.
 *
 * @param letters - its prefix in lower case
 */
function readStringLiteral(text: string, open: number, letters: string): StringLiteral {
  const kind = letters.includes("b") ? "bytes" : /[ft]/.test(letters) ? "formatted" : "text";
  const raw = letters.includes("r");
  const quote = text.charAt(open);
  const triple = text.startsWith(quote.repeat(3), open);
  const close = triple ? quote.repeat(3) : quote;
  let fault = kind === "formatted" ? formattedStringFault(letters) : undefined;
  let value = "";
  let at = open + close.length;
  /** The end of the text that was copied to `value` so far. */
  let copied = at;
  const append = (replacement: string, length: number): void => {
    value += text.slice(copied, at) + replacement;
    at += length;
    copied = at;
  };
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === quote && text.startsWith(close, at)) {
      append("", close.length);
      return { kind, value, fault, end: at };
    }
    if (character === "\\") {
      if (raw) at++;
      const after = text.charAt(at);
      if (!raw) {
        const escaped = readEscape(text, at, kind);
        fault ??= escaped.fault;
        append(escaped.value, escaped.length);
      } else if (after === "\r") append("\n", lineBreakLength(text, at));
      else at++;
    } else if (character === "\n" || character === "\r") {
      if (!triple) break;
      append("\n", lineBreakLength(text, at));
    } else {
      if (kind === "bytes" && character > "\x7f") fault ??= notAsciiFault(character);
      at++;
    }
  }
  return { kind, value, fault: unclosedFault(close), end: Math.min(at, text.length) };
}

/** The length of the line break at an offset; Python reads every kind as `\n`. */
function lineBreakLength(text: string, at: number): number {
  return text.startsWith("\r\n", at) ? 2 : 1;
}

function formattedStringFault(letters: string): Fault {
  const name = letters.includes("f") ? "an f-string" : "a t-string";
  const message = `${name} is not evaluated: write the resulting text`;
  return { code: "formatted_string", message, expected: "a string without that prefix" };
}

function notAsciiFault(character: string): Fault {
  const message = `bytes hold ASCII characters only (got ${JSON.stringify(character)}): leave out the b before the quote`;
  return { code: "bytes", message, expected: "a string without that prefix" };
}

function unclosedFault(quote: string): Fault {
  const hint = `a quote within the text is written \\${quote.charAt(0)}`;
  return { code: "unclosed_string", message: `a string is not closed: expected ${quote} (${hint})`, expected: quote };
}

/** An escape sequence that was read. */
interface EscapeSequence {
  readonly value: string;
  /** Its length in the text, in UTF-16 units. */
  readonly length: number;
  readonly fault?: Fault;
}

const singleCharacterEscapes = new Map([
  ["\n", ""],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

/** The number of hexadecimal digits after each letter. */
const hexadecimalLengths = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

const octal = /[0-7]{1,3}/y;
const digits = /[\dA-Fa-f]{0,8}/y;

/** Reads the escape sequence at a backslash. An unknown sequence keeps its backslash, as in Python. */
function readEscape(text: string, at: number, kind: "text" | "bytes" | "formatted"): EscapeSequence {
  const letter = text.charAt(at + 1);
  const value = singleCharacterEscapes.get(letter);
  if (value !== undefined) return { value, length: 2 };
  if (letter === "\r") return { value: "", length: text.startsWith("\r\n", at + 1) ? 3 : 2 };
  if (letter >= "0" && letter <= "7") return octalEscape(matchAt(octal, text, at + 1), kind);
  const isText = kind !== "bytes";
  if (isText && letter === "N") return { value: "", length: 2, fault: namedCharacterFault(text, at) };
  const count = letter === "x" || isText ? hexadecimalLengths.get(letter) : undefined;
  return count === undefined ? { value: "\\", length: 1 } : hexadecimalEscape(text, at, count);
}

/** Reads an octal escape sequence such as `\101`. */
function octalEscape(number: string, kind: "text" | "bytes" | "formatted"): EscapeSequence {
  const code = Number.parseInt(number, 8);
  return { value: String.fromCharCode(kind === "bytes" ? code % 256 : code), length: 1 + number.length };
}

/**
 * Reads `\x41`, `\u0041` or `\U0001F600`.
 *
 * @param count - the number of digits
 */
function hexadecimalEscape(text: string, at: number, count: number): EscapeSequence {
  const number = matchAt(digits, text, at + 2).slice(0, count);
  const sequence = text.slice(at, at + 2 + number.length);
  if (number.length < count) {
    const expected = `${count} hexadecimal digits`;
    const fault = { code: "bad_escape", message: `${sequence} is incomplete: expected ${expected}`, expected };
    return { value: "", length: sequence.length, fault };
  }
  const code = Number.parseInt(number, 16);
  if (code > 0x10ffff) {
    const expected = "a character up to \\U0010FFFF";
    const fault = { code: "bad_escape", message: `${sequence} is not a character: expected ${expected}`, expected };
    return { value: "", length: sequence.length, fault };
  }
  return { value: String.fromCodePoint(code), length: sequence.length };
}

const name = /\{[^{}'"\r\n]{0,100}\}/y;

function namedCharacterFault(text: string, at: number): Fault {
  const sequence = text.slice(at, at + 2) + matchAt(name, text, at + 2);
  const message = `${quote(sequence)} names a character: write the character itself, or its code point as \\u and four digits`;
  return { code: "bad_escape", message, expected: "the character itself" };
}

/** The text that a sticky pattern matches at an offset; empty if it does not match. */
function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
