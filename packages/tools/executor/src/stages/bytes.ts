/** Recognizes and decodes bytes that tools return. */

export type Bytes = Uint8Array<ArrayBuffer> | ArrayBuffer;

/** Returns whether a value is bytes, also if it is of another realm. */
export function isBytes(value: unknown): value is Bytes {
  const tag = Object.prototype.toString.call(value);
  return tag === "[object Uint8Array]" || tag === "[object ArrayBuffer]";
}

/** Decodes bytes as UTF-8. @throws TypeError with Node's code `ERR_ENCODING_INVALID_ENCODED_DATA` if they are not UTF-8 */
export function decodeUtf8(bytes: Bytes): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
