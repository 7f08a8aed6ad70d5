import { canonicalJson } from "@helve/core";
import { hexOf } from "./hex.ts";
import type { Pending } from "./inspection.ts";

/** What a token stands for: what is asked, and all that was decided before. */
export type Sealed = Pick<Pending, "request" | "decision">;

/** Makes and checks the tokens of verdicts that wait for an answer. */
export interface Sealer {
  /** @returns the token: 64 hexadecimal digits. */
  seal(pending: Sealed): Promise<string>;
  /** Whether a token was made with the same key for just this request and decision. */
  isSealed(pending: Sealed, token: string): Promise<boolean>;
}

/**
 * Seals what waits for an answer: HMAC-SHA-256 (RFC 2104) over its canonical JSON. The decision holds the action with its
 * arguments, the rules' fingerprint, and who has approved what, so a token is good for nothing else.
 *
 * @param key - a secret of the host's, the same in each process that takes answers; at least 32 bytes that nobody can guess
 * @throws TypeError when the key is empty
 */
export function sealer(key: string | Uint8Array): Sealer {
  const secret = typeof key === "string" ? new TextEncoder().encode(key) : new Uint8Array(key);
  if (secret.length === 0) throw new TypeError("the key that seals what waits for an answer must not be empty");
  const { subtle } = globalThis.crypto;
  let imported: Promise<CryptoKey> | undefined;
  const hmacKey = (): Promise<CryptoKey> => {
    imported ??= subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
    return imported;
  };
  return {
    seal: async (pending) => hexOf(await subtle.sign("HMAC", await hmacKey(), sealedBytes(pending))),
    // In constant time, which comparing texts is not.
    isSealed: async (pending, token) => {
      if (!/^[0-9a-f]{64}$/.test(token)) return false;
      return subtle.verify("HMAC", await hmacKey(), bytesOfHex(token), sealedBytes(pending));
    },
  };
}

function sealedBytes({ request, decision }: Sealed): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(canonicalJson({ request, decision }));
}

function bytesOfHex(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  );
}
