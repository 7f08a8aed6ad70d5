/** Converts bytes to hexadecimal digits and back. */

/** Encodes bytes as lower-case hexadecimal digits. */
export function encodeHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Decodes pairs of hexadecimal digits to bytes. */
export function decodeHex(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
}
