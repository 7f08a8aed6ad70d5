import { asksFor } from "../tool-traits/requested-kinds.ts";
import { nameWords } from "../tool-traits.ts";
import { actionPhrase } from "./phrases.ts";
import { createFinding, type PredicateDefinition } from "./predicate-definition.ts";

/** `changes_world`: whether the tool changes something outside of the session, sends something, or acts in the user's name. */
export const changesWorld: PredicateDefinition = {
  names: ["changes_world"],
  description:
    "Whether the tool changes something outside of the session, sends something, or acts in the user's name.",
  phrase: actionPhrase({
    does: "changes something outside of the session",
    doesNot: "change anything outside of the session",
    zh: "更改会话之外的内容",
  }),
  parameters: [],
  evaluate(_operands, { action }, policy) {
    return policy.traits(action.name).changesWorld
      ? createFinding(true, `${action.name} changes something outside of the session`)
      : createFinding(false, `${action.name} only reads`);
  },
};

/** `is_requested`: whether the prompt asks for the kind of change that the action makes. */
export const isRequested: PredicateDefinition = {
  names: ["is_requested"],
  description:
    "Whether the prompt asks for such a change, by the words in it and in the tool's name; unknown without a prompt.",
  phrase: {
    en: "the user asked for such a change",
    zh: "用户要求过这样的更改",
    not: { en: "the user did not ask for such a change", zh: "用户没有要求过这样的更改" },
  },
  parameters: [],
  evaluate(_operands, { action, prompt }) {
    if (prompt.trim() === "") return createFinding("unknown", "there is no prompt");
    return asksFor(prompt, nameWords(action.name))
      ? createFinding(true, `the prompt asks for what ${action.name} does`)
      : createFinding(false, `the prompt does not ask for what ${action.name} does`);
  },
};
