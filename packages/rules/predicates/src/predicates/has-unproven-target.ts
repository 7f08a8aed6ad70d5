import { quote } from "@helve/core/internal";
import { comparable } from "../request/passages.ts";
import { sessionTexts } from "../request/session-texts.ts";
import { targetFinding, targetsOf } from "../request/targets.ts";
import { createFinding, type PredicateDefinition } from "./predicate-definition.ts";

/** `has_unproven_target`: whether something that decides what a call affects comes neither from the user nor from a trusted result. */
export const hasUnprovenTarget: PredicateDefinition = {
  names: ["has_unproven_target"],
  description:
    "Whether an argument that decides what the call affects (a receiver, an account, an address, a path) stands neither in the prompt nor in a " +
    "trusted result, wherever else it may come from; unknown without a prompt.",
  phrase: {
    en: "neither the user nor a trusted result says what the call affects",
    zh: "用户和可信结果都没有说明调用的对象",
    not: {
      en: "the user or a trusted result says what the call affects",
      zh: "用户或可信结果说明了调用的对象",
    },
  },
  parameters: [],
  evaluate(_operands, context, policy) {
    const { action, prompt, earlier } = context;
    if (prompt.trim() === "") return createFinding("unknown", "there is no prompt");
    const { values, isComplete } = targetsOf(action, policy);
    if (!isComplete) return createFinding("unknown", "the arguments are too large to be compared with the prompt");
    const texts = sessionTexts(context, policy);
    const request = comparable(prompt);
    const unproven = values.find(
      ({ role, text }) => role === "decisive" && !request.includes(text) && !texts.isTrusted(text),
    );
    if (unproven === undefined) return createFinding(false, "the user or a trusted result names each target");
    const { name, written } = unproven;
    if (earlier !== undefined)
      return createFinding("unknown", `${name} may come from an earlier result that is no longer known`);
    return targetFinding(unproven, `${name} ${quote(written)} stands neither in the prompt nor in a trusted result`);
  },
};
