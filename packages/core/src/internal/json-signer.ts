import { canonicalJson } from "../canonical-json.ts";
import { decodeHex, encodeHex } from "./hex.ts";

/**
 * Creates a signer for JSON: HMAC-SHA-256 (RFC 2104) over its canonical form.
 *
 * @param key - a secret of at least 32 random bytes, the same in each process that verifies
 * @param what - what the key is for, for the error: "the key that signs pending runs"
 * @throws TypeError if the key has less than 32 bytes
 */
export function jsonSigner(key: string | Uint8Array, what: string): JsonSigner {
  const secret = typeof key === "string" ? new TextEncoder().encode(key) : new Uint8Array(key);
  if (secret.length < shortestKey) {
    throw new TypeError(`${what} must have at least ${shortestKey} bytes (got ${secret.length}): use 32 random bytes`);
  }
  const { subtle } = globalThis.crypto;
  let imported: Promise<CryptoKey> | undefined;
  const hmacKey = (): Promise<CryptoKey> => {
    imported ??= subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
    return imported;
  };
  return {
    sign: async (value) => encodeHex(await subtle.sign("HMAC", await hmacKey(), bytesOf(value))),
    // `subtle.verify` takes constant time; a comparison of strings doesn't.
    verify: async (value, signature) => {
      if (!/^[0-9a-f]{64}$/.test(signature)) return false;
      return subtle.verify("HMAC", await hmacKey(), decodeHex(signature), bytesOf(value));
    },
  };
}

/** Signs and verifies JSON. */
export interface JsonSigner {
  /** @returns the signature: 64 hexadecimal digits */
  sign(value: unknown): Promise<string>;
  /** Whether a signature was created with the same key for exactly this value. */
  verify(value: unknown, signature: string): Promise<boolean>;
}

/** A shorter key could be guessed: the signature has 32 bytes. */
const shortestKey = 32;

/** Encodes a value as the UTF-8 bytes of its JSON. */
function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(canonicalJson(value));
}
