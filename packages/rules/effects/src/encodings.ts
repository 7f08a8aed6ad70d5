/** Decodes texts that a command or program contains in encoded form. */

/** Decodes base64 to text; `undefined` if it is not valid base64 of a UTF-8 text. White space is ignored. */
export function decodeBase64(text: string): string | undefined {
  try {
    return textOfBytes(Array.from(atob(text.replaceAll(/\s/g, "")), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** Decodes pairs of hexadecimal digits to text; `undefined` if they are not valid or not a UTF-8 text. White space is ignored. */
export function decodeHex(text: string): string | undefined {
  const digits = text.replaceAll(/\s/g, "");
  if (digits.length % 2 === 1 || /[^\da-f]/i.test(digits)) return undefined;
  return textOfBytes((digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}

/** Decodes UTF-8 bytes; `undefined` if they are not valid UTF-8. */
export function textOfBytes(bytes: readonly number[]): string | undefined {
  try {
    return strictDecoder.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

const strictDecoder = new TextDecoder("utf-8", { fatal: true });
