import type { Action } from "./action.ts";
import type { Evidence, Truth } from "./predicate.ts";
import type { Observation } from "./result-part.ts";

/**
 * What the rules say about one action, with the reasons.
 *
 * - `allow`: run `action`, the one asked about or what took its place; what the model observes begins with `notes`.
 * - `stop`: the action must not run; the model reads the reason and goes on.
 * - `pending`: somebody has to answer `request` first.
 * - `end`: the agent must stop altogether.
 */
export type Verdict =
  | {
      readonly kind: "allow";
      readonly action: Action;
      /** A line each; none when absent. */
      readonly notes?: readonly string[];
      readonly decision: Decision;
    }
  | { readonly kind: "stop"; readonly reason: string; readonly decision: Decision }
  | {
      readonly kind: "pending";
      readonly request: InspectionRequest;
      /** What an answer has to name, when it can come from elsewhere: only the host can make it. */
      readonly token?: string;
      readonly decision: Decision;
    }
  | { readonly kind: "end"; readonly reason: string; readonly decision: Decision };

/**
 * What the rules say when no action is looked at: the host's world has changed, or the agent says that it is done.
 *
 * - `allow`: go on, or be done; the model is told `notes`.
 * - `stop`: the agent is not done yet, and the model reads why.
 */
export type StateVerdict =
  | Exclude<Verdict, { kind: "allow" }>
  | { readonly kind: "allow"; readonly notes?: readonly string[]; readonly decision: Decision };

/** What a decision is about: an action that is to run, one that ran, a change of the host's world, the agent's end. */
export type GuardEvent = "before_action" | "after_action" | "state_change" | "agent_finish";

/** How a verdict came about: plain JSON, so that it can be stored and replayed. */
export interface Decision {
  /** `before_action` when absent. */
  readonly event?: GuardEvent;
  /** The fingerprint of the rules that decided; absent when it was not rules. */
  readonly plan?: string;
  /** `shadow`: nothing came of it. `dry run`: nobody was asked, and nothing done. `enforce` when absent. */
  readonly mode?: "enforce" | "shadow" | "dry run";
  /** In shadow, what the verdict would have been. */
  readonly shadowVerdict?: { readonly kind: Verdict["kind"]; readonly reason?: string };
  /** One pass for the action as it came, and one more each time an enforcement changed it. */
  readonly passes: readonly Pass[];
}

/** One look at one action, or at the host's world. */
export interface Pass {
  /** Where there is none to look at, one that stands for the event: it has its name, and no arguments. */
  readonly action: Action;
  /** The rules that a person had approved just this action for before; none when absent. */
  readonly approved?: readonly string[];
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

/** What one predicate answered, or one comparison came to. */
export interface PredicateRecord {
  /** The predicate as the rule wrote it, arguments and negation included. */
  readonly predicate: string;
  /** Its answer, before any negation. */
  readonly value: Truth;
  /** True when it gave no answer: it threw, or took too long. */
  readonly failed?: true;
  readonly reason: string;
  readonly evidence: readonly Evidence[];
}

/** What one enforcement did. */
export interface EnforcementRecord {
  readonly rule: string;
  /** The other rules that asked the same question; none when absent. */
  readonly sharedWith?: readonly string[];
  /** The enforcement's name: `user_inspection`, `stop`, … */
  readonly enforcement: string;
  /** What came of it, as a stable word: `approved`, `rejected`, `edited`, `fixed`, `reflected`, `invoked`, `stopped`, … */
  readonly outcome: string;
  /** More about it: the reason of a rejection, the name of the fix. */
  readonly detail?: string;
}

/** What a person is asked about an action, or about the host's world. */
export interface InspectionRequest {
  /** Where there is none to look at, one that stands for the event: it has its name, and no arguments. */
  readonly action: Action;
  /** `before_action` when absent. */
  readonly event?: GuardEvent;
  /** What came of the action, when it has run and the question is whether the model sees that. */
  readonly observation?: Observation;
  /** What the rules have to say to the person, a text for each that says something; none when absent. */
  readonly messages?: readonly string[];
  /** The rules that ask, with what they found. */
  readonly rules: readonly RuleRecord[];
  /** The named ways out that the rules offer. */
  readonly fixes: readonly string[];
}
