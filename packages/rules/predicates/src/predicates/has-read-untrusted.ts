import type { PredicateContext } from "@helve/core";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { sessionTexts } from "../request/session-texts.ts";
import { createFinding, type PredicateDefinition } from "./predicate-definition.ts";

/** `has_read_untrusted`: whether the agent has read a text that others may have written. */
export const hasReadUntrusted: PredicateDefinition = {
  names: ["has_read_untrusted"],
  description:
    "Whether an earlier step returned a text that others may have written; unknown if earlier steps are forgotten.",
  phrase: {
    en: "the agent has read a text that others may have written",
    zh: "智能体读过可能由他人编写的文本",
    not: {
      en: "the agent has not read any text that others may have written",
      zh: "智能体没有读过可能由他人编写的文本",
    },
  },
  parameters: [],
  evaluate(_operands, context, policy) {
    const step = firstUntrusted(context, policy);
    if (step !== undefined)
      return createFinding(true, `the result of step ${step.step + 1} (${step.tool}) is untrusted`);
    if (context.earlier !== undefined) return createFinding("unknown", "earlier steps are no longer known");
    return createFinding(false, "no earlier result is untrusted");
  },
};

function firstUntrusted(context: PredicateContext, policy: PreparedPolicy) {
  return sessionTexts(context, policy).results.find(
    ({ isTrusted, isConfirmation, texts }) =>
      !isConfirmation && !isTrusted && texts.some(({ text }) => text.trim() !== ""),
  );
}
