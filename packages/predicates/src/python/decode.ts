import { unescapeText } from "./syntax/literals.ts";

const longestEncoded = 20_000;

/** A text that was hidden by an encoding which can be undone; `undefined` when it can't. */
export function decodeText(text: string, encoding: string): string | undefined {
  if (text.length > longestEncoded) return undefined;
  switch (encoding) {
    case "base64":
      return decodeBase64(text);
    case "hex":
      return decodeHex(text);
    case "rot13":
      return text.replaceAll(/[a-zA-Z]/g, rotated);
    case "unicodeescape":
      return unescapeText(text);
    default:
      return undefined;
  }
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function decodeBase64(text: string): string | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let width = 0;
  for (const char of text.replaceAll(/[\s=]/g, "").replaceAll("-", "+").replaceAll("_", "/")) {
    const at = letters.indexOf(char);
    if (at === -1) return undefined;
    bits = ((bits << 6) | at) & 0xff_ff;
    width += 6;
    if (width < 8) continue;
    width -= 8;
    bytes.push((bits >> width) & 0xff);
  }
  return textOfBytes(bytes);
}

function decodeHex(text: string): string | undefined {
  const digits = text.replaceAll(/\s/g, "");
  if (digits.length % 2 === 1 || /[^0-9a-fA-F]/.test(digits)) return undefined;
  return textOfBytes((digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}

/** Bytes as text; `undefined` when they are none. */
export function textOfBytes(bytes: readonly number[]): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

function rotated(letter: string): string {
  const base = letter <= "Z" ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
}
