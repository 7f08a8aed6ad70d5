import { type Evidence, errorJson, type PredicateRecord } from "@helve/core";

/** What a predicate answered, or a comparison came to. */
export type Answer = Omit<PredicateRecord, "predicate">;

export const noEvidence: readonly Evidence[] = Object.freeze([]);

/** There is no answer, and why. */
export function noAnswer(reason: string): Answer {
  return { value: "unknown", failed: true, reason, evidence: noEvidence };
}

/** What came of an attempt that threw: no answer. */
export function failure(error: unknown): Answer {
  return noAnswer(`it failed: ${errorJson(error).message}`);
}
