import type { Action } from "./action.ts";
import type { Evidence, Fact, Truth, UnknownSubject } from "./finding.ts";
import type { Observation } from "./result-part.ts";

/**
 * The decision of a guard about one action, with its reasons.
 *
 * - `allow`: run `action`, which is the original or its replacement; `notes` come first in the observation.
 * - `stop`: the action must not run; the model reads the reason and continues.
 * - `pending`: a person has to answer `request` first.
 * - `end`: the whole agent must stop.
 */
export type Verdict =
  | {
      readonly kind: "allow";
      readonly action: Action;
      /** One line each. */
      readonly notes?: readonly string[];
      readonly decision: Decision;
    }
  | { readonly kind: "stop"; readonly reason: string; readonly decision: Decision }
  | {
      readonly kind: "pending";
      readonly request: InspectionRequest;
      /** A token that the answer must contain, so that only the host can answer; for answers that arrive later. */
      readonly token?: string;
      /** When the token expires, in milliseconds since 1970. */
      readonly expires?: number;
      readonly decision: Decision;
    }
  | { readonly kind: "end"; readonly reason: string; readonly decision: Decision };

/**
 * The decision of a guard about an event without an action: the state of the host changed, or the agent wants to finish.
 *
 * - `allow`: continue, or finish; the model reads `notes`.
 * - `stop`: the agent must not finish yet; the model reads the reason.
 */
export type StateVerdict =
  | Exclude<Verdict, { kind: "allow" }>
  | { readonly kind: "allow"; readonly notes?: readonly string[]; readonly decision: Decision };

/** The event that a decision is about: an action before or after it runs, a change of state, the end of the agent. */
export type GuardEvent = "before_action" | "after_action" | "state_change" | "agent_finish";

/** The record of how a verdict was reached. Plain JSON, so it can be stored and replayed. */
export interface Decision {
  /** `before_action` by default. */
  readonly event?: GuardEvent;
  /** Fingerprint of the rules that decided; absent if a guard without rules decided. */
  readonly plan?: string;
  /** `shadow`: the verdict was recorded but not enforced. `dry run`: nobody was asked. `enforce` by default. */
  readonly mode?: "enforce" | "shadow" | "dry run";
  /** In shadow mode: the verdict that would have been enforced. */
  readonly shadowVerdict?: { readonly kind: Verdict["kind"]; readonly reason?: string };
  /** One pass for the original action, and one for each replacement of it. */
  readonly passes: readonly Pass[];
}

/** One evaluation of all rules for one action or event. */
export interface Pass {
  /** The action. For events without an action: a placeholder with the event's name and no arguments. */
  readonly action: Action;
  /** The rules for which a person has approved exactly this action earlier. */
  readonly approved?: readonly string[];
  /** Every rule whose trigger matches, in source order. */
  readonly rules: readonly RuleRecord[];
  /** The enforcements that were applied, in order. */
  readonly enforcements: readonly EnforcementRecord[];
}

/** The result of one rule. */
export interface RuleRecord {
  readonly rule: string;
  /** First line of the rule in its file, 1-based. */
  readonly line: number;
  /** The value of its check. */
  readonly check: Truth;
  /** Whether the rule is enforced: its check is true or unknown. */
  readonly violated: boolean;
  readonly predicates: readonly PredicateRecord[];
}

/** The result of one predicate or comparison. */
export interface PredicateRecord {
  /** The predicate as written in the rule, with arguments and negation. */
  readonly predicate: string;
  /** Its value before negation. */
  readonly value: Truth;
  /** True if it threw or timed out. */
  readonly failed?: true;
  /** True if the rest of the check decided its value, as the true half of an `or` does. Descriptions omit such a predicate. */
  readonly irrelevant?: true;
  readonly reason: string;
  readonly evidence: readonly Evidence[];
  /** The reasons why its value is unknown, if the predicate gives them. */
  readonly unknown?: readonly UnknownSubject[];
  /** Safer alternatives, by which less is lost, if the predicate names any. */
  readonly safer?: readonly string[];
  /** Facts about the machine that it has read: the status of files, hashes of scripts. Absent if it has read none. */
  readonly facts?: readonly Fact[];
}

/** The result of one enforcement. */
export interface EnforcementRecord {
  readonly rule: string;
  /** The other rules that the same question was asked for. */
  readonly sharedWith?: readonly string[];
  /** Name of the enforcement: `user_inspection`, `stop`, … */
  readonly enforcement: string;
  /** A stable identifier: `approved`, `rejected`, `edited`, `fixed`, `reflected`, `invoked`, `stopped`, … */
  readonly outcome: string;
  /** Details: the reason of a rejection, the name of the fix. */
  readonly detail?: string;
}

/** A question to a person about an action or an event. */
export interface InspectionRequest {
  /** The action. For events without an action: a placeholder with the event's name and no arguments. */
  readonly action: Action;
  /** `before_action` by default. */
  readonly event?: GuardEvent;
  /** The observation, if the action has run and the question is whether the model may see it. */
  readonly observation?: Observation;
  /** The messages of the rules to the person. */
  readonly messages?: readonly string[];
  /** The rules that require the question, with their results. */
  readonly rules: readonly RuleRecord[];
  /** Names of the fixes that the rules offer. */
  readonly fixes: readonly string[];
}
