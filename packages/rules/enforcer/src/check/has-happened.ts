import type { PredicateRecord, Truth } from "@helve/core";
import type { Candidate } from "../history/indexed-query.ts";
import type { PlannedOnce } from "../plan/plan-check.ts";
import { countMatches, lastMatches, matchSteps } from "../plan/step-matches.ts";
import type { RuleVariables } from "../rule-variables.ts";
import { failedAnswer, noEvidence, predicateRecord } from "./evaluate-predicate.ts";

/** Evaluates `once(Web.Read since Session.Clear)`, and records the last step that matches. */
export function hasHappened({ text: predicate, steps }: PlannedOnce, variables: RuleVariables): PredicateRecord {
  try {
    const matches = matchSteps(steps, variables);
    const [least, most] = countMatches(matches);
    const value: Truth = least > 0 ? true : most === 0 ? false : "unknown";
    const { certain, maybe } = lastMatches(matches);
    const reason = value === "unknown" ? describeDoubt(maybe) : describeLast(certain);
    return predicateRecord(predicate, { value, reason, evidence: noEvidence });
  } catch (error) {
    return predicateRecord(predicate, failedAnswer(error));
  }
}

/** Says which step was the last that matches. */
function describeLast(candidate: Candidate | undefined): string {
  return candidate === undefined ? "no earlier step matches" : `${stepName(candidate)} matches`;
}

/** Says which step may match although this is not known. */
function describeDoubt(candidate: Candidate | undefined): string {
  return candidate === undefined
    ? "older steps were forgotten"
    : `${stepName(candidate)} may match: it has not ended, or a part of it is not known`;
}

/** Names a step by its number and tool: `step 3 (Web.Read)`. */
function stepName({ position, tool }: Candidate): string {
  return `step ${position + 1} (${tool})`;
}
