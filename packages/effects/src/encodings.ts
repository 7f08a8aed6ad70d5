/** What base64 hides, as a text; `undefined` when it is no base64, or no text. White space in it does not matter. */
export function decodeBase64(text: string): string | undefined {
  try {
    return textOfBytes(Array.from(atob(text.replaceAll(/\s/g, "")), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** What pairs of hexadecimal digits hide, as a text; `undefined` when they are none, or no text. */
export function decodeHex(text: string): string | undefined {
  const digits = text.replaceAll(/\s/g, "");
  if (digits.length % 2 === 1 || /[^\da-f]/i.test(digits)) return undefined;
  return textOfBytes((digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}

/** Bytes as text; `undefined` when they are none. */
export function textOfBytes(bytes: readonly number[]): string | undefined {
  try {
    return strictDecoder.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

const strictDecoder = new TextDecoder("utf-8", { fatal: true });
