/** The result of one enforcement of a violated rule, and how the decision goes on. */
import type { Action, EnforcementRecord, InspectionRequest, Step } from "@helve/core";
import type { Violation } from "../check/violation.ts";
import type { DecisionContext, PassInput } from "../decision-context.ts";
import type { InspectionAnswer } from "../handlers.ts";
import type { RuleVariables } from "../rule-variables.ts";

/** The result of applying one enforcement of a violated rule, and how the decision proceeds. */
export type EnforcementResult =
  /** The action is unchanged; the next enforcement is applied. */
  | ({ readonly kind: "continue"; readonly approvals?: Approvals } & RecordedOutcome)
  /** The action was changed, or something else was done: the rules are evaluated again. */
  | ({ readonly kind: "reevaluate" } & ActionChange & RecordedOutcome)
  | ({ readonly kind: "stop"; readonly reason: string } & RecordedOutcome)
  /** A person has not answered yet. */
  | { readonly kind: "pending"; readonly request: InspectionRequest };

/** The part of a result that is recorded. */
export type RecordedOutcome = Pick<EnforcementRecord, "outcome" | "detail" | "sharedWith">;

/** The changes for the next evaluation of the rules. */
export interface ActionChange {
  /** The action to evaluate next: a new action, or the same. */
  readonly action: Action;
  /** The text from which the arguments are decoded, if they have not been decoded yet. */
  readonly argumentsText?: string;
  /** The rules for which a person has approved the action. */
  readonly approvedBy?: readonly string[];
  /** A step that ran in the meantime. */
  readonly step?: Step;
}

/** The rules whose inspection was passed, and how. */
export interface Approvals {
  /** By the name of the rule. */
  readonly byRule: ReadonlyMap<string, "approved" | "remembered">;
  /** Present if a person has approved the action for all other rules. */
  readonly others?: "approved";
}

/** The way in which the inspection of a rule was passed; `undefined` if it was not passed. */
export function approvalOf(rule: string, { byRule, others }: Approvals): "approved" | "remembered" | undefined {
  return byRule.get(rule) ?? others;
}

/** The input of an enforcement. */
export interface EnforcementInput {
  readonly context: DecisionContext;
  readonly input: PassInput;
  readonly variables: RuleVariables;
  /** The violated rule that has the enforcement. */
  readonly violation: Violation;
  /** All violated rules, sorted by priority. */
  readonly violations: readonly Violation[];
  readonly approvals: Approvals;
  /** How often the rules have changed the action of the decision. */
  readonly trials: number;
  /** A person's late answer, when a pending decision is resumed. */
  readonly answer: InspectionAnswer | undefined;
}

/** Returns a result that leaves the action unchanged. */
export function continueWith(outcome: string, detail?: string): EnforcementResult {
  return detail === undefined ? { kind: "continue", outcome } : { kind: "continue", outcome, detail };
}
