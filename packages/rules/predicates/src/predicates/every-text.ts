/** Tests all texts of an operand, for predicates such as `path_within` and `host_in`. */
import type { Finding, PredicateArgument, Truth } from "@helve/core";
import { findTexts } from "../text/find-texts.ts";
import { createFinding } from "./predicate-definition.ts";

/**
 * Evaluates a test for every string in an operand, for `path_within` and `host_in`. The result is false if the test is false for a string. It
 * is unknown if the test is unknown for one, or if the operand contains other values.
 *
 * @param expected - the kind of value with its article, for messages: `a path`
 */
export function holdsForEveryText(
  operand: PredicateArgument,
  expected: string,
  test: (text: string) => { readonly value: Truth; readonly reason: string },
): Finding {
  const { texts, isComplete, hasOtherValues } = findTexts(operand);
  const results = texts.map(({ text, path }) => ({ ...test(text), text, path }));
  const failed = results.find(({ value }) => value === false) ?? results.find(({ value }) => value === "unknown");
  if (failed !== undefined) {
    const { value, reason, text, path } = failed;
    return { value, reason, evidence: path === undefined ? [] : [{ path, start: 0, end: text.length, text }] };
  }
  if (results[0] === undefined || hasOtherValues) return createFinding("unknown", `the value is not ${expected}`);
  return createFinding(isComplete || "unknown", isComplete ? results[0].reason : "the value has too many members");
}

/** The OR of several truths: true if one is true, else unknown if one is unknown, else false. */
export function anyTruth(truths: readonly Truth[]): Truth {
  return truths.includes(true) || (truths.includes("unknown") ? "unknown" : false);
}
