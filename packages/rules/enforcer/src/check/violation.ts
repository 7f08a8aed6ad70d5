// Determines which rules are violated after their checks were evaluated, and which enforcements apply.

import type { PredicateRecord, RuleRecord, Truth } from "@helve/core";
import type { UnknownPolicy } from "@helve/core/program";
import { inspectionEnforcement, type PlannedEnforcement, stopEnforcement } from "../plan/plan-enforcement.ts";
import type { PlannedRule } from "../plan/plan-rule.ts";
import type { Plan } from "../plan.ts";

/** A violated rule. */
export interface Violation {
  readonly planned: PlannedRule;
  readonly record: RuleRecord;
  /** The enforcements to apply: those of the rule, or those of the header if the check is unknown. */
  readonly enforcements: readonly PlannedEnforcement[];
}

/** Whether a rule is violated: its check is true, or it is unknown and the header does not say `ignore`. */
export function isViolated(value: Truth, predicates: readonly PredicateRecord[], plan: Plan): boolean {
  return value === "unknown" ? unknownPolicies(predicates, plan).some((policy) => policy !== "ignore") : value;
}

/**
 * Determines the enforcements of a violated rule. If its check is unknown, the header decides: `on error` if a predicate
 * failed, `on unknown` if a predicate has no answer, and both if both occurred.
 */
export function violationOf(planned: PlannedRule, record: RuleRecord, plan: Plan): Violation {
  if (record.check !== "unknown") return { planned, record, enforcements: planned.enforcements };
  const policies = unknownPolicies(record.predicates, plan);
  const enforcements: PlannedEnforcement[] = [];
  if (policies.includes("stop")) enforcements.push(stopEnforcement);
  if (policies.includes("user_inspection")) enforcements.push(inspectionEnforcement);
  if (policies.includes("violated")) enforcements.push(...planned.enforcements);
  return { planned, record, enforcements };
}

/** The policies of the header that apply to the unknown predicates of a check. */
function unknownPolicies(
  predicates: readonly PredicateRecord[],
  { onError, onUnknown }: Plan,
): readonly UnknownPolicy[] {
  const unknown = predicates.filter(({ value }) => value === "unknown");
  const policies: UnknownPolicy[] = [];
  if (unknown.some(({ failed }) => failed)) policies.push(onError);
  if (unknown.some(({ failed }) => !failed)) policies.push(onUnknown);
  return policies;
}
