// Texts in headers of mails (RFC 2047): headers are ASCII, so other texts are written as encoded words.

import { fromBase64, toBase64 } from "./base64.ts";
import { decodeText } from "./decode-text.ts";

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

/** Reads a header value: decodes its encoded words. Words in an unknown character set stay as they are. */
export function decodeHeaderText(text: string): string {
  return text.replaceAll(adjacentWords, (words) => {
    const parts: { charset: string; bytes: number[]; source: string }[] = [];
    for (const [source, charset = "", encoding = "", payload = ""] of words.matchAll(encodedWordForm)) {
      const bytes = [...(encoding.toUpperCase() === "B" ? fromBase64(payload) : quotedBytes(payload))];
      const last = parts.at(-1);
      // Some programs split a character between two words.
      if (last?.charset === charset.toLowerCase()) {
        last.bytes.push(...bytes);
        last.source += ` ${source}`;
      } else parts.push({ charset: charset.toLowerCase(), bytes, source });
    }
    return parts.map(({ charset, bytes, source }) => decodeText(Uint8Array.from(bytes), charset) ?? source).join("");
  });
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

const wordSource = String.raw`=\?([\w-]{1,40})(?:\*[\w-]{0,40})?\?([BbQq])\?([^?\s]*)\?=`;
const encodedWordForm = new RegExp(wordSource, "g");
const adjacentWords = new RegExp(`${wordSource}(?:\\s+${wordSource})*`, "g");

/** The bytes of a payload in the `Q` encoding. */
function quotedBytes(payload: string): readonly number[] {
  const text = payload
    .replaceAll("_", " ")
    .replaceAll(/=([\dA-Fa-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Array.from(text, (character) => character.charCodeAt(0) & 0xff);
}
