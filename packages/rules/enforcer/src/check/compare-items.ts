import type { PredicateRecord } from "@helve/core";
import { evaluateQuantifier, type PlannedQuantifier } from "../plan/plan-quantifier.ts";
import type { RuleVariables } from "../rule-variables.ts";
import { describeValue, textEvidence } from "./compare.ts";
import { failedAnswer, noEvidence, predicateRecord } from "./evaluate-predicate.ts";

/** Evaluates `every(args.to, ends_with "@corp.com")`, and records the item that decided. */
export function compareItems(planned: PlannedQuantifier, variables: RuleVariables): PredicateRecord {
  const { text: predicate, value: list } = planned;
  try {
    const { value, items, decidedBy } = evaluateQuantifier(planned, variables);
    if (items === undefined || decidedBy === undefined) {
      const reason = describeValue(list.text, items === undefined ? list.read(variables) : items);
      return predicateRecord(predicate, { value, reason, evidence: noEvidence });
    }
    const item = items[decidedBy];
    const isList = Array.isArray(list.read(variables));
    const reason = describeValue(isList ? `${list.text}[${decidedBy}]` : list.text, item);
    const path = list.path === undefined || !isList ? list.path : `${list.path}/${decidedBy}`;
    return predicateRecord(predicate, { value, reason, evidence: value ? textEvidence(path, item) : noEvidence });
  } catch (error) {
    return predicateRecord(predicate, failedAnswer(error));
  }
}
