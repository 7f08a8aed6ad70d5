/** Encodes and decodes texts in mail headers (RFC 2047), which must be ASCII. */
import { toBase64 } from "./base64.ts";

/** Writes a text as a header value: as it is, or as encoded words, one on each line. The result has no line end but folded ones. */
export function encodeHeaderText(text: string): string {
  const line = singleLine(text);
  return isPlain(line) ? line : encodedWords(line);
}

/** Writes a text as encoded words, one on each line. */
export function encodedWords(text: string): string {
  const encoder = new TextEncoder();
  const words: string[] = [];
  let word: number[] = [];
  for (const character of text) {
    const bytes = encoder.encode(character);
    if (word.length + bytes.length > wordLength) {
      words.push(encodedWord(word));
      word = [];
    }
    word.push(...bytes);
  }
  return [...words, encodedWord(word)].join("\r\n ");
}

/** A text on one line: line ends and other control characters become a space; halves of characters are replaced. */
export function singleLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** The most bytes in an encoded word, so that no line is longer than 76 characters. */
const wordLength = 39;

function encodedWord(bytes: readonly number[]): string {
  return `=?UTF-8?B?${toBase64(Uint8Array.from(bytes))}?=`;
}

function isPlain(line: string): boolean {
  return line.length <= 60 && /^[\x20-\x7e]*$/.test(line) && !line.includes("=?");
}
