import { decodeBase64, decodeHex } from "../encodings.ts";

const maxEncodedLength = 20_000;

/**
 * Decodes a text with one of Python's codecs (base64, hex, rot13, unicode escapes); `undefined` when it can't be
 * decoded.
 */
export function decodeText(text: string, encoding: string): string | undefined {
  if (text.length > maxEncodedLength) return undefined;
  switch (encoding) {
    case "base64":
      return decodeLenientBase64(text);
    case "hex":
      return decodeHex(text);
    case "rot13":
      return text.replaceAll(/[a-zA-Z]/g, rot13Letter);
    case "unicodeescape":
      return unescapeText(text);
    default:
      return undefined;
  }
}

/**
 * Decodes Base64 as Python's lenient decoders accept it: either alphabet, any padding, without a trailing odd
 * character.
 */
function decodeLenientBase64(text: string): string | undefined {
  const letters = text.replaceAll(/[\s=]/g, "").replaceAll("-", "+").replaceAll("_", "/");
  if (/[^A-Za-z0-9+/]/.test(letters)) return undefined;
  return decodeBase64(letters.length % 4 === 1 ? letters.slice(0, -1) : letters);
}

/** Shifts a letter by 13 places. */
function rot13Letter(letter: string): string {
  const base = letter <= "Z" ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
}

const simpleEscapes: Readonly<Record<string, string>> = {
  "\n": "",
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Replaces the escape sequences of Python; a named character (`\N{…}`) becomes a question mark. */
export function unescapeText(text: string): string {
  const escapes = /\\(?:(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})|([0-7]{1,3})|N\{[^{}]{0,80}\}|(.))/gs;
  return text.replaceAll(escapes, (all, hex, octal, simple) => {
    if (hex !== undefined) return codePoint(Number.parseInt(hex.slice(1), 16));
    if (octal !== undefined) return codePoint(Number.parseInt(octal, 8));
    if (simple === undefined) return "?";
    return Object.hasOwn(simpleEscapes, simple) ? (simpleEscapes[simple] ?? "") : all;
  });
}

/** Converts a code point to a character; `?` if it is invalid. */
function codePoint(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "?";
}
