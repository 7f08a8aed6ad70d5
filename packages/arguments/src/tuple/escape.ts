import { quote } from "@helve/core/internal";

import type { Fault } from "./literal.ts";

/** What a backslash and what follows it stand for. */
export interface Escaped {
  readonly value: string;
  /** How long it is in the text, in UTF-16 units. */
  readonly length: number;
  readonly fault?: Fault;
}

const single = new Map([
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

/** How many hexadecimal digits follow the letter. */
const hexadecimal = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

const octal = /[0-7]{1,3}/y;
const digits = /[\dA-Fa-f]{0,8}/y;

/** Reads the escape at a backslash. One that Python does not know stands for itself, backslash and all. */
export function escapeAt(text: string, at: number, kind: "text" | "bytes" | "formatted"): Escaped {
  const letter = text.charAt(at + 1);
  const value = single.get(letter);
  if (value !== undefined) return { value, length: 2 };
  if (letter === "\r") return { value: "", length: text.startsWith("\r\n", at + 1) ? 3 : 2 };
  if (letter >= "0" && letter <= "7") return octalEscape(match(octal, text, at + 1), kind);
  const isText = kind !== "bytes";
  if (isText && letter === "N") return { value: "", length: 2, fault: named(text, at) };
  const count = letter === "x" || isText ? hexadecimal.get(letter) : undefined;
  return count === undefined ? { value: "\\", length: 1 } : hexadecimalEscape(text, at, count);
}

function octalEscape(number: string, kind: "text" | "bytes" | "formatted"): Escaped {
  const code = Number.parseInt(number, 8);
  return { value: String.fromCharCode(kind === "bytes" ? code % 256 : code), length: 1 + number.length };
}

function hexadecimalEscape(text: string, at: number, count: number): Escaped {
  const number = match(digits, text, at + 2).slice(0, count);
  const written = text.slice(at, at + 2 + number.length);
  if (number.length < count) {
    const expected = `${count} hexadecimal digits`;
    const fault = { code: "bad_escape", message: `${written} is cut short: expected ${expected}`, expected };
    return { value: "", length: written.length, fault };
  }
  const code = Number.parseInt(number, 16);
  if (code > 0x10ffff) {
    const expected = "a character up to \\U0010FFFF";
    const fault = { code: "bad_escape", message: `${written} is no character: expected ${expected}`, expected };
    return { value: "", length: written.length, fault };
  }
  return { value: String.fromCodePoint(code), length: written.length };
}

const name = /\{[^{}'"\r\n]{0,100}\}/y;

function named(text: string, at: number): Fault {
  const written = text.slice(at, at + 2) + match(name, text, at + 2);
  const message = `${quote(written)} names a character: write the character itself, or its number as \\u and four digits`;
  return { code: "bad_escape", message, expected: "the character itself" };
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
