import { errorJson } from "@helve/core";
import { type AnswerLedger, memoryLedger } from "./answer-ledger.ts";
import type { InspectionAnswer, Pending } from "./inspection.ts";
import { type Sealed, type Sealer, sealer } from "./seal.ts";

/** How an engine takes answers that come later. */
export interface Answers {
  /**
   * A secret of the host's that seals what waits, the same in each process that takes answers; 32 bytes that nobody can
   * guess.
   */
  readonly key: string | Uint8Array;
  /** Keeps which answers were used; in memory by default. */
  readonly ledger?: AnswerLedger | undefined;
}

/** The same, ready for use. */
export interface AnswerDesk {
  readonly sealer: Sealer;
  readonly ledger: AnswerLedger;
}

/** @throws TypeError when the key is empty */
export function answerDesk({ key, ledger = memoryLedger() }: Answers): AnswerDesk {
  return { sealer: sealer(key), ledger };
}

/** An answer to go on with, and what waited for it as it was sealed; or why it can't be taken. */
export type Admitted =
  | { readonly ok: true; readonly answer: InspectionAnswer; readonly sealed: Sealed }
  | { readonly ok: false; readonly reason: string };

/** What an answer is held against. */
export interface Admission {
  /** The fingerprint of the rules that would go on. */
  readonly plan: string;
  /** Absent when the engine takes no answers. */
  readonly answers: AnswerDesk | undefined;
}

/**
 * Whether an answer may be given to a verdict that waits for one: the host has made the verdict, it stands as it was made,
 * the rules are the same, and the answer is the first. It counts as used then, whatever comes of it, unless it is `later`
 * again.
 */
export async function admitAnswer(pending: Pending, given: unknown, { plan, answers }: Admission): Promise<Admitted> {
  if (answers === undefined) return refused("nobody can answer later: the engine has no key");
  const known = knownAnswer(given);
  if (known === undefined) return refused("it is none that is known");
  const { token, ...answer } = known;
  const sealed = await sealedIn(pending, token, answers.sealer);
  if (sealed === undefined) {
    return refused("its token is not that of what waits for it, or that was changed since");
  }
  if (sealed.decision.plan !== plan) return refused("the rules are not those that asked");
  if (answer.decision === "later") return { ok: true, answer, sealed };
  try {
    return (await answers.ledger.use(token)) === true ? { ok: true, answer, sealed } : refused("it was given before");
  } catch (error) {
    return refused(`whether it was given before can't be told: ${errorJson(error).message}`);
  }
}

function refused(why: string): Admitted {
  return { ok: false, reason: `the answer was refused: ${why}` };
}

const decisions: ReadonlySet<unknown> = new Set<InspectionAnswer["decision"]>([
  "approve",
  "reject",
  "edit",
  "fix",
  "later",
]);

function knownAnswer(given: unknown): (InspectionAnswer & { readonly token: string }) | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { decision, token } = given as { readonly decision?: unknown; readonly token?: unknown };
  if (!decisions.has(decision) || typeof token !== "string") return undefined;
  return given as InspectionAnswer & { readonly token: string };
}

/** A copy of what the token seals, so that what was looked at goes on. What JSON can't say, nobody has sealed. */
async function sealedIn(pending: Pending, token: string, { isSealed }: Sealer): Promise<Sealed | undefined> {
  try {
    const { request, decision } = pending;
    const copy: Sealed = JSON.parse(JSON.stringify({ request, decision }));
    return (await isSealed(copy, token)) ? copy : undefined;
  } catch {
    return undefined;
  }
}
