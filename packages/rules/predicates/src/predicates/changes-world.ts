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
