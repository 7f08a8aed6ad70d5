/** Decodes string literals and their escapes. */
import type { IToken } from "chevrotain";
import { UnclosedString } from "./tokens.ts";

/** A decoded string literal: its value, and the escapes that are invalid because JSON doesn't have them. They are unchanged in the value. */
export interface DecodedString {
  readonly value: string;
  readonly invalidEscapes: readonly { readonly text: string; readonly offset: number }[];
}

const escapedCharacters = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
]);

/** The text of a string literal, with the closing quote added if it is missing. */
export function closedStringLiteral({ tokenType, image }: IToken): string {
  return tokenType === UnclosedString ? `${image}"` : image;
}

/**
 * Decodes a string literal with its quotes. The escapes are the same as in JSON (RFC 8259 §7); unlike in JSON, control characters
 * are allowed.
 *
 * @returns the value, in which invalid escapes are unchanged, and their offsets from the start of the literal
 */
export function decodeStringLiteral(literal: string): DecodedString {
  const invalidEscapes: { text: string; offset: number }[] = [];
  const value = literal.slice(1, -1).replace(/\\(?:u([\dA-Fa-f]{4})|(.))/gsu, (text, hex, letter, index) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    const character = escapedCharacters.get(letter);
    if (character === undefined) invalidEscapes.push({ text, offset: index + 1 });
    return character ?? text;
  });
  return { value, invalidEscapes };
}

/**
 * Maps each UTF-16 unit of a decoded string to its offset in the literal. The last offset is the offset of the closing quote.
 */
export function literalOffsets(literal: string): readonly number[] {
  const offsets: number[] = [];
  const quote = literal.slice(-1);
  for (let at = 1; at < literal.length - 1; ) {
    const length = literal[at] === "\\" ? escapeLength(literal, at, quote) : 1;
    if (length > 0) offsets.push(at);
    else offsets.push(at, at + 1);
    at += length > 0 ? length : 2;
  }
  offsets.push(literal.length - 1);
  return offsets;
}

/** The length of the escape at an offset; 0 for an invalid one, which is kept unchanged. */
function escapeLength(literal: string, at: number, quote: string): number {
  if (/^u[\dA-Fa-f]{4}/.test(literal.slice(at + 1, at + 6))) return 6;
  const letter = literal[at + 1] ?? "";
  return escapedCharacters.has(letter) || letter === quote ? 2 : 0;
}
