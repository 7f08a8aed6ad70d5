/** Groups rules whose checks are unknown for the same reason, so that a person reads the reason once. */
import type { Evidence, PredicateRecord, RuleRecord } from "@helve/core";

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
  const groupsByReason = new Map<string, { readonly rules: RuleRecord[]; readonly cause: PredicateRecord }[]>();
  const ordered: (RuleRecord | UnknownRules)[] = [];
  for (const rule of rules) {
    const cause = singleCause(rule);
    if (cause === undefined) {
      ordered.push(rule);
      continue;
    }
    const groups = groupsByReason.get(cause.reason) ?? [];
    const group = groups.find((each) => isSameEvidence(each.cause.evidence, cause.evidence));
    if (group !== undefined) group.rules.push(rule);
    else {
      const started = { rules: [rule], cause };
      groupsByReason.set(cause.reason, [...groups, started]);
      ordered.push(started);
    }
  }
  const unknown = [...groupsByReason.values()].flat().filter((group) => group.rules.length > 1);
  const alone = ordered.flatMap((each) => ("cause" in each ? (each.rules.length > 1 ? [] : each.rules) : [each]));
  return [...alone, ...unknown];
}

/** The predicates of a rule that matter for the value of its check. */
export function relevantPredicates({ predicates }: RuleRecord): readonly PredicateRecord[] {
  return predicates.filter(({ irrelevant }) => irrelevant !== true);
}

/** The predicate that makes the check of a rule unknown, if all unknown predicates have the same reason. */
function singleCause({ check, predicates }: RuleRecord): PredicateRecord | undefined {
  if (check !== "unknown" || predicates.some(({ value }) => value === true)) return undefined;
  const [cause, ...others] = predicates.filter(({ value }) => value === "unknown");
  if (cause === undefined || cause.failed === true) return undefined;
  const isSame = others.every(
    ({ reason, evidence }) => reason === cause.reason && isSameEvidence(evidence, cause.evidence),
  );
  return isSame ? cause : undefined;
}

/** Whether two predicates name the same characters. Their text is compared last: it may be as long as the program. */
function isSameEvidence(some: readonly Evidence[], others: readonly Evidence[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ path, start, end, text }, index) => {
      const other = others[index];
      return other?.path === path && other.start === start && other.end === end && other.text === text;
    })
  );
}
