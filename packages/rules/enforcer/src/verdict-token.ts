import { exactJson, jsonSigner, withoutUndefined } from "@helve/core/internal";
import type { PendingVerdict } from "./handlers.ts";

/**
 * Creates a signer for the tokens of pending verdicts: HMAC-SHA-256 (RFC 2104) over the canonical JSON of request, decision
 * and expiry. The decision contains the action with its arguments, the fingerprint of the rules, and who has approved what,
 * so a token is valid for nothing else. The arguments are signed with the order of their keys, which canonical JSON ignores.
 *
 * @param key - a secret of the application, the same in each process that accepts answers; at least 32 random bytes
 * @throws TypeError if the key has less than 32 bytes
 */
export function tokenSigner(key: string | Uint8Array): TokenSigner {
  const { sign, verify } = jsonSigner(key, "the key that signs the tokens of pending verdicts");
  return {
    sign: (content) => sign(signedContent(content)),
    verify: (content, token) => verify(signedContent(content), token),
  };
}

/** Signs and verifies the tokens of pending verdicts. */
export interface TokenSigner {
  /** @returns the token: 64 hexadecimal digits */
  sign(content: SignedContent): Promise<string>;
  /** Whether a token was signed with the same key for exactly this content. */
  verify(content: SignedContent, token: string): Promise<boolean>;
}

/** The signed content of a token: the request to a person, the decision so far, and when the token expires. */
export type SignedContent = Pick<PendingVerdict, "request" | "decision" | "expires">;

/** Returns the content that a token signs. */
function signedContent({ request, decision, expires }: SignedContent): SignedContent & { readonly exact: string } {
  // A verdict is signed as it is stored: JSON has no negative zero.
  const actions = [request.action, ...decision.passes.map(({ action }) => action)];
  const exact = exactJson(JSON.parse(JSON.stringify(actions.map(({ args }) => args))));
  return withoutUndefined({ request, decision, expires, exact });
}
