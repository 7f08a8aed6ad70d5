import type { PredicateRecord, RuleRecord, Truth } from "@helve/core";
import type { UnknownPolicy } from "@helve/core/program";
import { inspecting, type PlannedEnforcement, stopping } from "../enforcements/plan-enforcement.ts";
import type { Violation } from "../occasion.ts";
import type { Plan, PlannedRule } from "../plan.ts";

/** Whether a rule is enforced: its check came out true, or unknown where the header does not say to ignore that. */
export function isViolated(value: Truth, predicates: readonly PredicateRecord[], plan: Plan): boolean {
  return value === "unknown" ? policiesFor(predicates, plan).some((policy) => policy !== "ignore") : value;
}

/**
 * A rule that is enforced. Where its check is unknown, the header says what is: when a predicate failed and another one
 * can't tell, what it says of either.
 */
export function violationOf(planned: PlannedRule, record: RuleRecord, plan: Plan): Violation {
  if (record.check !== "unknown") return { planned, record, enforcements: planned.enforcements };
  const policies = policiesFor(record.predicates, plan);
  const enforcements: PlannedEnforcement[] = [];
  if (policies.includes("stop")) enforcements.push(stopping);
  if (policies.includes("user_inspection")) enforcements.push(inspecting);
  if (policies.includes("violated")) enforcements.push(...planned.enforcements);
  return { planned, record, enforcements };
}

function policiesFor(predicates: readonly PredicateRecord[], { onError, onUnknown }: Plan): readonly UnknownPolicy[] {
  const unknown = predicates.filter(({ value }) => value === "unknown");
  const policies: UnknownPolicy[] = [];
  if (unknown.some(({ failed }) => failed)) policies.push(onError);
  if (unknown.some(({ failed }) => !failed)) policies.push(onUnknown);
  return policies;
}
