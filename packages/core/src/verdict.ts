import type { Action } from "./action.ts";
import type { Evidence, Truth } from "./predicate.ts";

/**
 * What the rules say about one action, with the reasons.
 *
 * - `allow`: run `action`, the one asked about or what took its place.
 * - `stop`: the action must not run; the model reads the reason and goes on.
 * - `pending`: somebody has to answer `request` first.
 * - `end`: the agent must stop altogether.
 */
export type Verdict =
  | { readonly kind: "allow"; readonly action: Action; readonly decision: Decision }
  | { readonly kind: "stop"; readonly reason: string; readonly decision: Decision }
  | { readonly kind: "pending"; readonly request: InspectionRequest; readonly decision: Decision }
  | { readonly kind: "end"; readonly reason: string; readonly decision: Decision };

/** How a verdict came about: plain JSON, so that it can be stored and replayed. */
export interface Decision {
  /** One pass for the action as it came, and one more each time an enforcement changed it. */
  readonly passes: readonly Pass[];
}

/** One look at one action. */
export interface Pass {
  readonly action: Action;
  /** Every rule whose trigger fits the action, in source order. */
  readonly rules: readonly RuleRecord[];
  /** What was enforced, in the order it happened. */
  readonly enforcements: readonly EnforcementRecord[];
}

/** What one rule said about an action. */
export interface RuleRecord {
  readonly rule: string;
  /** Where the rule begins in its text, 1-based. */
  readonly line: number;
  /** The value of its check. */
  readonly check: Truth;
  /** Whether it is enforced: its check came out true or unknown. */
  readonly violated: boolean;
  readonly predicates: readonly PredicateRecord[];
}

/** What one predicate answered. */
export interface PredicateRecord {
  /** The predicate as the rule wrote it, arguments and negation included. */
  readonly predicate: string;
  /** Its answer, before any negation. */
  readonly value: Truth;
  readonly reason: string;
  readonly evidence: readonly Evidence[];
}

/** What one enforcement did. */
export interface EnforcementRecord {
  readonly rule: string;
  /** The enforcement's name: `user_inspection`, `stop`, … */
  readonly enforcement: string;
  /** What came of it, as a stable word: `approved`, `rejected`, `edited`, `fixed`, `reflected`, `invoked`, `stopped`, … */
  readonly outcome: string;
  /** More about it: the reason of a rejection, the name of the fix. */
  readonly detail?: string;
}

/** What a person is asked about an action. */
export interface InspectionRequest {
  readonly action: Action;
  /** The rules that ask, with what they found. */
  readonly rules: readonly RuleRecord[];
  /** The named ways out that the rules offer. */
  readonly fixes: readonly string[];
}
