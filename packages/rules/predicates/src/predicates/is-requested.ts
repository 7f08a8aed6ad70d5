import { asksFor } from "../request/requested-kinds.ts";
import { nameWords } from "../tool-traits.ts";
import { createFinding, type PredicateDefinition } from "./predicate-definition.ts";

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
