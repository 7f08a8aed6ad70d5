/** Reads escape sequences such as `\n` or `\u0041`, also the sequences of Python and JavaScript. */
import { isTextCharacter } from "./characters.ts";

/** An escape sequence that was read: the text it stands for and where it ends. */
export interface EscapeSequence {
  readonly value: string;
  /** The first offset after the sequence. */
  readonly end: number;
  /** Whether it is a valid JSON escape sequence. */
  readonly isJson: boolean;
  /** Whether it keeps its backslash, because it is no escape sequence. */
  readonly isText?: boolean;
}

const jsonEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Escape sequences of Python and JavaScript that are not valid in JSON. */
const otherEscapes: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ["`", "`"],
  ["\n", ""],
]);

/**
 * Reads the escape sequence whose backslash is at an offset. An unknown sequence keeps its backslash, as in Python, and so does
 * one that is not JSON and stands for a control character: a path such as `D:\\01` holds none. A truncated one at the end of
 * the text becomes the empty string.
 */
export function readEscape(text: string, at: number): EscapeSequence {
  const letter = text.charAt(at + 1);
  const jsonEscape = jsonEscapes.get(letter);
  if (jsonEscape !== undefined) return { value: jsonEscape, end: at + 2, isJson: true };
  if (letter === "") return { value: "", end: at + 1, isJson: true };
  if (letter === "u") return readUnicodeEscape(text, at);
  if (letter === "x") return readHexEscape(text, at, 2);
  if (letter === "U") return readHexEscape(text, at, 8);
  const other = otherEscapes.get(letter);
  return { value: other ?? `\\${letter}`, end: at + 2, isJson: false, isText: other === undefined };
}

/** Reads `\u0041`, or JavaScript's `\u{1F600}`. */
function readUnicodeEscape(text: string, at: number): EscapeSequence {
  if (text.charAt(at + 2) !== "{") return readHexEscape(text, at, 4);
  const close = text.slice(at + 3, at + 10).indexOf("}");
  const hex = text.slice(at + 3, at + 3 + close);
  const value = close > 0 ? characterFromHex(hex) : undefined;
  return value === undefined
    ? { value: "\\u", end: at + 2, isJson: false, isText: true }
    : { value, end: at + 4 + close, isJson: false };
}

/** Reads an escape sequence with a fixed number of hexadecimal digits; only one with 4 digits is valid JSON. */
function readHexEscape(text: string, at: number, digits: number): EscapeSequence {
  const end = at + 2 + digits;
  const hex = text.slice(at + 2, end);
  const value = hex.length === digits ? characterFromHex(hex) : undefined;
  if (value !== undefined && (digits === 4 || isTextCharacter(value.codePointAt(0) ?? 0)))
    return { value, end, isJson: digits === 4 };
  if (end > text.length && isHex(hex)) return { value: "", end: text.length, isJson: true };
  return { value: text.slice(at, at + 2), end: at + 2, isJson: false, isText: true };
}

/** The character of a hexadecimal code point; `undefined` if it is not one. */
function characterFromHex(hex: string): string | undefined {
  if (hex === "" || !isHex(hex)) return undefined;
  const point = Number.parseInt(hex, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}

function isHex(text: string): boolean {
  return /^[0-9a-fA-F]*$/.test(text);
}

/**
 * Whether the backslashes of a string with an invalid escape sequence can't be told from the backslashes of a path or of TeX: `\n`, `\r`
 * or `\t` before a letter, after a letter or a drive, or beside a longer word with a backslash.
 */
export function mayBePathOrTex(content: string): boolean {
  if (!/\\[nrt][A-Za-z]/.test(content)) return false;
  return /(?:[\w.-]|[A-Za-z]:)\\[nrt][A-Za-z]/.test(content) || /\\(?![nrt])[A-Za-z]{2,}/.test(content);
}

/** Whether a string has an odd number of escaped quotes: another backslash in it may be one whose quote is missing. */
export function hasUnpairedEscapedQuote(content: string): boolean {
  return (content.match(/\\./gs) ?? []).filter((sequence) => sequence === '\\"').length % 2 === 1;
}
