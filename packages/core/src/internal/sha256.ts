import { encodeHex } from "./hex.ts";

/**
 * The SHA-256 hash of a text (FIPS 180-4), as hexadecimal digits.
 *
 * @throws TypeError where there is no Web Crypto, as on a page that was not served over HTTPS
 */
export async function sha256(text: string): Promise<string> {
  return encodeHex(await globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
