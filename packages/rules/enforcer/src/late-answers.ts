/** Verifies the answers that people give after a decision, and accepts only the first one. */
import { errorJson } from "@helve/core";
import type { InspectionAnswer, LateAnswer, PendingVerdict } from "./handlers.ts";
import { type SignedContent, type TokenSigner, tokenSigner } from "./verdict-token.ts";

/** Options for answers that arrive after the decision: the key that signs pending verdicts, and the ledger. */
export interface LateAnswerOptions {
  /**
   * A secret that signs the tokens of pending verdicts, the same in each process that accepts answers; 32 random bytes. By default the
   * engine has a random key of its own: then no other process accepts the answers.
   */
  readonly key?: string | Uint8Array | undefined;
  /** How long an answer is accepted, in milliseconds; default: a day. `Infinity` for ever. */
  readonly lifetime?: number | undefined;
  /** Records which answers were used; `memoryAnswerLedger()` by default. */
  readonly ledger?: AnswerLedger | undefined;
}

/** Records which answers were used, so that none is used twice. Engines that resume each other's verdicts share a ledger. */
export interface AnswerLedger {
  /**
   * Marks an answer as used. Of several concurrent calls with the same token, only one may return `true`.
   *
   * @param token - the token of the verdict that is answered
   * @returns whether this is the first use
   */
  use(token: string): boolean | Promise<boolean>;
}

/** Creates an `AnswerLedger` in memory. It grows with each answer, and is lost when the process ends. */
export function memoryAnswerLedger(): AnswerLedger {
  const used = new Set<string>();
  return { use: (token) => used.size < used.add(token).size };
}

/** The signer, the ledger and the clock of an engine that accepts late answers. */
export interface LateAnswers {
  readonly signer: TokenSigner;
  readonly ledger: AnswerLedger;
  readonly lifetime: number;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/** How long an answer is accepted by default: a day, in milliseconds. */
const defaultLifetime = 86_400_000;

/**
 * Creates the signer and the ledger from the options.
 *
 * @param now - the clock, in milliseconds since 1970
 * @throws TypeError if the key has less than 32 bytes, or the lifetime is not a positive number
 */
export function lateAnswers(
  { key, ledger = memoryAnswerLedger(), lifetime = defaultLifetime }: LateAnswerOptions,
  now: () => number,
): LateAnswers {
  if (!(lifetime > 0)) {
    throw new TypeError(
      `the lifetime of late answers must be a positive number of milliseconds (got ${String(lifetime)})`,
    );
  }
  return { signer: key === undefined ? ownSigner() : tokenSigner(key), ledger, lifetime, now };
}

/** Creates a signer with a random key on first use. */
function ownSigner(): TokenSigner {
  let created: TokenSigner | undefined;
  const signer = (): TokenSigner => {
    created ??= tokenSigner(globalThis.crypto.getRandomValues(new Uint8Array(32)));
    return created;
  };
  return { sign: (content) => signer().sign(content), verify: (content, token) => signer().verify(content, token) };
}

/**
 * An accepted answer with the content that its token signs, or the reason for refusing it. An answer about other rules approves nothing: the
 * rules of now decide anew.
 */
export type AcceptedAnswer =
  | { readonly ok: true; readonly answer: InspectionAnswer; readonly content: SignedContent }
  | { readonly ok: "other rules"; readonly content: SignedContent }
  | { readonly ok: false; readonly reason: string };

/** The values that an answer must match. */
export interface AnswerRequirements {
  /** The fingerprint of the engine's rules. */
  readonly plan: string;
  /** Absent if the engine accepts no late answers. */
  readonly lateAnswers: LateAnswers | undefined;
  /** The tokens that were accepted when the engine evaluated the same call before. */
  readonly acceptedTokens?: Set<string> | undefined;
}

/**
 * Accepts an answer to a pending verdict if the application's key signed the verdict, the verdict is unchanged, the rules
 * are the same, and the answer is the first one. It then counts as used, unless it is `later` again. A rejection counts
 * under other rules, too: it is refused, and nothing runs.
 */
export async function acceptAnswer(
  pending: PendingVerdict,
  input: unknown,
  { plan, lateAnswers, acceptedTokens }: AnswerRequirements,
): Promise<AcceptedAnswer> {
  if (lateAnswers === undefined) return refusedAnswer("the engine has no key for late answers");
  if (!isLateAnswer(input)) return refusedAnswer("it needs a known decision and a token");
  const { token, ...answer } = input;
  const content = await verifiedContent(pending, token, lateAnswers.signer);
  if (content === undefined) {
    return refusedAnswer("its token does not belong to this pending verdict, or the verdict was changed");
  }
  const { expires } = content;
  // If the clock returns NaN, the comparison is false, and the answer is refused.
  if (expires !== undefined && !(lateAnswers.now() < expires)) {
    return refusedAnswer(`its token expired at ${new Date(expires).toISOString()}`);
  }
  if (content.decision.plan !== plan) {
    const isRejection = answer.decision === "reject";
    return isRejection ? refusedAnswer("the rules have changed since the question") : { ok: "other rules", content };
  }
  if (answer.decision === "later") return { ok: true, answer, content };
  try {
    const isFirst = acceptedTokens?.has(token) === true || (await lateAnswers.ledger.use(token)) === true;
    if (isFirst) acceptedTokens?.add(token);
    return isFirst ? { ok: true, answer, content } : refusedAnswer("it was used before");
  } catch (error) {
    return refusedAnswer(`the ledger failed to tell whether it was used before: ${errorJson(error).message}`);
  }
}

/** Returns the result of a refused answer. */
function refusedAnswer(reason: string): AcceptedAnswer {
  return { ok: false, reason: `the answer was refused: ${reason}` };
}

const decisions: ReadonlySet<unknown> = new Set<InspectionAnswer["decision"]>([
  "approve",
  "reject",
  "edit",
  "fix",
  "later",
]);

/** Whether a value has the fields of a late answer: a known decision and a token. */
function isLateAnswer(input: unknown): input is LateAnswer {
  if (typeof input !== "object" || input === null) return false;
  const { decision, token } = input as { readonly decision?: unknown; readonly token?: unknown };
  return decisions.has(decision) && typeof token === "string";
}

/** A copy of the signed content, so that the engine resumes exactly what was verified; `undefined` if the token is wrong. */
async function verifiedContent(
  pending: PendingVerdict,
  token: string,
  { verify }: TokenSigner,
): Promise<SignedContent | undefined> {
  try {
    const { request, decision, expires } = pending;
    const copy: SignedContent = JSON.parse(JSON.stringify({ request, decision, expires }));
    return (await verify(copy, token)) ? copy : undefined;
  } catch {
    return undefined;
  }
}
