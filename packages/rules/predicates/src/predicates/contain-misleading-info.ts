import type { Truth } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { Judgement } from "../policy.ts";
import { textPhrases } from "./phrases.ts";
import { createFinding, type PredicateDefinition } from "./predicate-definition.ts";
import { textsToSearch } from "./text-predicate.ts";

/** `contain_misleading_info`: whether a text misleads its reader, as answered by the policy's `judge`. */
export const containMisleadingInfo: PredicateDefinition = {
  names: ["contain_misleading_info", "contains_misleading_information"],
  description: "Whether a text misleads its reader, as answered by the policy's judge; unknown without a judge.",
  phrase: textPhrases({ some: "misleading information", no: "misleading information", zh: "误导性信息" }),
  parameters: [{ name: "text", required: false, rest: true }],
  async evaluate(operands, context, policy) {
    const { judge } = policy.original;
    const { texts, isComplete } = textsToSearch(operands, context, policy);
    if (texts.length === 0 && isComplete) return createFinding(false, "the call has no text");
    if (judge === undefined) return createFinding("unknown", "the policy has no judge");
    const judgement = await judge(
      {
        predicate: "contain_misleading_info",
        question: "Does the text say something that misleads who reads it: what is false, invented or left out?",
        texts,
        tool: context.action.name,
        prompt: context.prompt,
      },
      { signal: context.signal },
    );
    const { value, reason } = hasReason(judgement)
      ? judgement
      : { value: judgement, reason: `the judge answered ${judgement}` };
    if (value === true) return createFinding(true, reason);
    return createFinding(value === false && isComplete ? false : "unknown", reason);
  },
};

/** Whether a judge returned a reason with its answer. */
function hasReason(judgement: Judgement): judgement is Exclude<Judgement, Truth> {
  return isObject(judgement) && typeof judgement.reason === "string";
}
