import { decodeBase64, decodeHex } from "../encodings.ts";
import { unescapeText } from "../python/syntax/literals.ts";

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

/** Base64 as Python's lenient decoders accept it: either alphabet, any padding, without a trailing odd character. */
function decodeLenientBase64(text: string): string | undefined {
  const letters = text.replaceAll(/[\s=]/g, "").replaceAll("-", "+").replaceAll("_", "/");
  if (/[^A-Za-z0-9+/]/.test(letters)) return undefined;
  return decodeBase64(letters.length % 4 === 1 ? letters.slice(0, -1) : letters);
}

function rot13Letter(letter: string): string {
  const base = letter <= "Z" ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
}
