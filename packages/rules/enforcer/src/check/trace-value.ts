import type { Evidence, PredicateRecord } from "@helve/core";
import { ownMember, pointerParts } from "@helve/core/internal";
import { uncertainty } from "../history/uncertain-value.ts";
import type { PlannedProvenance } from "../plan/plan-provenance.ts";
import type { ProvenanceFinding } from "../provenance.ts";
import type { RuleVariables } from "../rule-variables.ts";
import { failedAnswer, noEvidence, predicateRecord } from "./evaluate-predicate.ts";

/** Evaluates `args.to from Web.any`, and records what was found where. */
export function traceValue(
  { text, value: planned, question }: PlannedProvenance,
  variables: RuleVariables,
): PredicateRecord {
  try {
    const value = planned.read(variables);
    const answer = (truth: boolean | "unknown", reason: string): PredicateRecord =>
      predicateRecord(text, { value: truth, reason, evidence: noEvidence });
    const uncertain = uncertainty(value);
    if (uncertain !== undefined) return answer("unknown", `${planned.text} ${uncertain}`);
    if (value === undefined) return answer(planned.isOptional ? false : "unknown", `there is no ${planned.text}`);
    const { history, prompt } = variables;
    const { provenance } = history.index;
    if (provenance === undefined) return answer("unknown", "the sources of values are not recorded");
    if (prompt.trim() !== "") provenance.addPrompt(prompt);
    const { findings, ...found } = provenance.comesFrom(value, { ...question, steps: history.length });
    const evidence = planned.path === undefined ? noEvidence : findings.flatMap(evidenceAt(planned.path, value));
    return predicateRecord(text, { ...found, evidence });
  } catch (error) {
    return predicateRecord(text, failedAnswer(error));
  }
}

/** Returns evidence for a value in the action's arguments; none for a number. */
function evidenceAt(path: string, value: unknown): (finding: ProvenanceFinding) => readonly Evidence[] {
  return (finding) => {
    const leaf = pointerParts(finding.path).reduce(ownMember, value);
    const { start, end, text } = finding;
    return typeof leaf === "string" ? [{ path: path + finding.path, start, end, text }] : [];
  };
}
