import type { Finding, PredicateArgument, Truth } from "@helve/core";
import { textsIn } from "../text/text-in.ts";
import { answer } from "./definition.ts";

/**
 * Whether something holds of each text in an operand: false where it is false of one, unknown where that can't be told
 * or where there are other things than texts.
 *
 * @param what - what each text is, with its article: `a path`
 */
export function ofEveryText(
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
