import type { Truth } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { Judgement } from "../policy.ts";
import { answer, type PredicateDefinition } from "./predicate-definition.ts";
import { askedTexts } from "./text-predicate.ts";

/** Whether the host's judge holds a text to be misleading. */
export const containMisleadingInfo: PredicateDefinition = {
  names: ["contain_misleading_info", "contains_misleading_information"],
  description: "Whether a text misleads who reads it, as the policy's judge sees it; without a judge it is unknown.",
  parameters: [{ name: "text", required: false, rest: true }],
  async evaluate(operands, context, host) {
    const { judge } = host.policy;
    const { texts, all } = askedTexts(operands, context, host);
    if (texts.length === 0 && all) return answer(false, "it has no text");
    if (judge === undefined) return answer("unknown", "the policy has no judge who could tell");
    const judged = await judge(
      {
        predicate: "contain_misleading_info",
        question: "Does the text say something that misleads who reads it: what is false, invented or left out?",
        texts,
        tool: context.action.name,
        prompt: context.prompt,
      },
      { signal: context.signal },
    );
    const { value, reason } = isReasoned(judged) ? judged : { value: judged, reason: `the judge says ${judged}` };
    if (value === true) return answer(true, reason);
    return answer(value === false && all ? false : "unknown", reason);
  },
};

function isReasoned(judgement: Judgement): judgement is Exclude<Judgement, Truth> {
  return isObject(judgement) && typeof judgement.reason === "string";
}
