import type { PredicateRecord, RuleRecord } from "@helve/core";

/** Rules whose checks are unknown for one and the same reason, such as a program that can't be read. */
export interface UnknownRules {
  readonly rules: readonly RuleRecord[];
  /** The first of the predicates with that reason. */
  readonly cause: PredicateRecord;
}

/**
 * Groups violated rules for a person or a model: rules whose checks are unknown for the same reason become one group, so that
 * the reason is written once. Every other rule stays alone, and comes first.
 */
export function groupUnknownRules(rules: readonly RuleRecord[]): readonly (RuleRecord | UnknownRules)[] {
  const groups = new Map<string, { readonly rules: RuleRecord[]; readonly cause: PredicateRecord }>();
  const ordered: (RuleRecord | UnknownRules)[] = [];
  for (const rule of rules) {
    const cause = singleCause(rule);
    const key = cause === undefined ? undefined : JSON.stringify([cause.reason, cause.evidence]);
    const group = key === undefined ? undefined : groups.get(key);
    if (group !== undefined) group.rules.push(rule);
    else if (cause === undefined || key === undefined) ordered.push(rule);
    else {
      const started = { rules: [rule], cause };
      groups.set(key, started);
      ordered.push(started);
    }
  }
  const unknown = [...groups.values()].filter(({ rules: { length } }) => length > 1);
  const alone = ordered.flatMap((each) => ("cause" in each ? (each.rules.length > 1 ? [] : each.rules) : [each]));
  return [...alone, ...unknown];
}

/** The predicate that makes the check of a rule unknown, if all unknown predicates have the same reason. */
function singleCause({ check, predicates }: RuleRecord): PredicateRecord | undefined {
  if (check !== "unknown" || predicates.some(({ value }) => value === true)) return undefined;
  const [cause, ...others] = predicates.filter(({ value }) => value === "unknown");
  if (cause === undefined || cause.failed === true) return undefined;
  const evidence = JSON.stringify(cause.evidence);
  const isSame = others.every((each) => each.reason === cause.reason && JSON.stringify(each.evidence) === evidence);
  return isSame ? cause : undefined;
}
