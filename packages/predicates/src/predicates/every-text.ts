import type { Finding, PredicateArgument, Truth } from "@helve/core";
import { textsIn } from "../text/text-in.ts";
import { answer } from "./predicate-definition.ts";

/**
 * Whether a test holds for every text in an operand: false if it is false for one text, unknown if it is unknown for one, or
 * if the operand contains anything other than texts.
 *
 * @param what - what each text is, with its article: `a path`
 */
export function holdsForEveryText(
  operand: PredicateArgument,
  what: string,
  ask: (text: string) => { readonly value: Truth; readonly reason: string },
): Finding {
  const { texts, all, others } = textsIn(operand);
  if (operand.value === undefined) return answer(false, "the action does not have it");
  const asked = texts.map(({ text, path }) => ({ ...ask(text), text, path }));
  const first = asked.find(({ value }) => value === false) ?? asked.find(({ value }) => value === "unknown");
  if (first !== undefined) {
    const { value, reason, text, path } = first;
    return { value, reason, evidence: path === undefined ? [] : [{ path, start: 0, end: text.length, text }] };
  }
  if (asked[0] === undefined || others) return answer("unknown", `it is not ${what}`);
  return answer(all || "unknown", all ? asked[0].reason : "there is too much of it");
}

/** Whether one of several holds. */
export function anyTruth(truths: readonly Truth[]): Truth {
  return truths.includes(true) || (truths.includes("unknown") ? "unknown" : false);
}
