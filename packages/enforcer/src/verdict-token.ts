import { canonicalJson } from "@helve/core";
import type { PendingVerdict } from "./handlers.ts";
import { decodeHex, encodeHex } from "./hex.ts";

/**
 * Creates a signer for the tokens of pending verdicts: HMAC-SHA-256 (RFC 2104) over the canonical JSON of request, decision
 * and expiry. The decision contains the action with its arguments, the fingerprint of the rules, and who has approved what,
 * so a token is valid for nothing else.
 *
 * @param key - a secret of the application, the same in each process that accepts answers; at least 32 random bytes
 * @throws TypeError if the key has less than 32 bytes
 */
export function tokenSigner(key: string | Uint8Array): TokenSigner {
  const secret = typeof key === "string" ? new TextEncoder().encode(key) : new Uint8Array(key);
  if (secret.length < shortestKey) {
    const problem = `must have at least ${shortestKey} bytes (got ${secret.length})`;
    throw new TypeError(`the key that signs the tokens of pending verdicts ${problem}: use 32 random bytes`);
  }
  const { subtle } = globalThis.crypto;
  let imported: Promise<CryptoKey> | undefined;
  const hmacKey = (): Promise<CryptoKey> => {
    imported ??= subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
    return imported;
  };
  return {
    sign: async (content) => encodeHex(await subtle.sign("HMAC", await hmacKey(), signedBytes(content))),
    // `subtle.verify` takes constant time; a comparison of strings doesn't.
    verify: async (content, token) => {
      if (!/^[0-9a-f]{64}$/.test(token)) return false;
      return subtle.verify("HMAC", await hmacKey(), decodeHex(token), signedBytes(content));
    },
  };
}

/** A shorter key could be guessed: the signature has 32 bytes. */
const shortestKey = 32;

/** Signs and verifies the tokens of pending verdicts. */
export interface TokenSigner {
  /** @returns the token: 64 hexadecimal digits */
  sign(content: SignedContent): Promise<string>;
  /** Whether a token was signed with the same key for exactly this content. */
  verify(content: SignedContent, token: string): Promise<boolean>;
}

/** What a token signs: the request to a person, the decision so far, and when the token expires. */
export type SignedContent = Pick<PendingVerdict, "request" | "decision" | "expires">;

/** The bytes that a token signs: the canonical JSON of its content. */
function signedBytes({ request, decision, expires }: SignedContent): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(canonicalJson({ request, decision, ...(expires !== undefined && { expires }) }));
}
