/** Determines which rules are violated after their checks were evaluated, and which enforcements apply. */
import type { PredicateRecord, RuleRecord, Truth, UnknownSubject } from "@helve/core";
import type { UnknownPolicies, UnknownPolicy } from "@helve/core/program";
import { inspectionEnforcement, type PlannedEnforcement, stopEnforcement } from "../plan/plan-enforcement.ts";
import type { PlannedRule } from "../plan/plan-rule.ts";
import type { Plan } from "../plan.ts";

/** A violated rule. */
export interface Violation {
  readonly planned: PlannedRule;
  readonly record: RuleRecord;
  /** The enforcements to apply: the rule's, or, if the check is unknown, the enforcements that its policy names. */
  readonly enforcements: readonly PlannedEnforcement[];
}

/** Whether a rule is violated: its check is true, or it is unknown and neither the rule nor the header says `ignore`. */
export function isViolated(
  planned: PlannedRule,
  value: Truth,
  predicates: readonly PredicateRecord[],
  plan: Plan,
): boolean {
  return value === "unknown" ? unknownPolicies(planned, predicates, plan).some((policy) => policy !== "ignore") : value;
}

/**
 * Determines the enforcements of a violated rule. If its check is unknown, the policies of the rule and the header decide: `on error` if a
 * predicate failed, `on unknown` if a predicate has no answer, and both if both occurred.
 */
export function violationOf(planned: PlannedRule, record: RuleRecord, plan: Plan): Violation {
  if (record.check !== "unknown") return { planned, record, enforcements: planned.enforcements };
  const policies = unknownPolicies(planned, record.predicates, plan);
  const enforcements: PlannedEnforcement[] = [];
  if (policies.includes("stop")) enforcements.push(stopEnforcement);
  if (policies.includes("user_inspection")) enforcements.push(inspectionEnforcement);
  if (policies.includes("violated")) enforcements.push(...planned.enforcements);
  return { planned, record, enforcements };
}

/** Returns the `on unknown` policies for the unknown predicates of a check. */
function unknownPolicies(
  { rule }: PlannedRule,
  predicates: readonly PredicateRecord[],
  { onError, onUnknown }: Plan,
): readonly UnknownPolicy[] {
  const unknown = predicates.filter(({ value }) => value === "unknown");
  const subjects = unknown.flatMap(({ failed, unknown }) => (failed ? [] : (unknown ?? ["other" as const])));
  const policies = subjects.map(
    (subject) => policyFor(subject, rule) ?? policyFor(subject, onUnknown) ?? ("violated" as const),
  );
  return unknown.some(({ failed }) => failed) ? [onError, ...policies] : policies;
}

/** The policy of a rule or a header for an unknown subject: the policy for this subject, or else the general policy. */
function policyFor(
  subject: UnknownSubject,
  { onUnknown, onUnknownCode, onUnknownPath }: UnknownPolicies,
): UnknownPolicy | undefined {
  const special = subject === "code" ? onUnknownCode : subject === "path" ? onUnknownPath : undefined;
  return special ?? onUnknown;
}
