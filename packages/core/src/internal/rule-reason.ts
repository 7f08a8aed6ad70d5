import type { PredicateRecord, RuleRecord } from "../verdict.ts";

/**
 * Why a violated rule objects, as a person reads it in a hook, a chat or a gateway: `rule @confirm: rm deletes out`. A reason may have texts of a
 * model and several lines; who shows it escapes it.
 */
export function ruleReason(record: RuleRecord): string {
  const cause = decidingPredicate(record);
  return cause === undefined ? `rule @${record.rule}` : `rule @${record.rule}: ${cause.reason}`;
}

/** The first predicate that decides about the check of a rule. */
export function decidingPredicate({ check, predicates }: RuleRecord): PredicateRecord | undefined {
  return predicates.find(
    ({ irrelevant, value }) => irrelevant !== true && (check !== "unknown" || value === "unknown"),
  );
}
