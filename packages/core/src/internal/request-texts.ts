import type { Action } from "../action.ts";
import type { InspectionRequest } from "../verdict.ts";
import { escapeInvisible, visibleJson } from "./escape-invisible.ts";
import { shownText } from "./shown-text.ts";

/** The question of a request about an action, beginning in lower case: `may the agent run Terminal.Execute?`. */
export function requestQuestion({ event = "before_action" }: InspectionRequest, action: Action): string {
  const name = escapeInvisible(action.name);
  switch (event) {
    case "before_action":
      return `may the agent run ${name}?`;
    case "after_action":
      return `may the model see the result of ${name}?`;
    case "state_change":
      return "the state has changed: may the agent continue?";
    case "agent_finish":
      return "the agent wants to finish: may it?";
  }
}

/** The action that a rule has replaced, beginning in lower case; `undefined` without a replacement. */
export function replacementText({ replaces, invokedBy }: Action): string | undefined {
  if (replaces === undefined) return undefined;
  const by = invokedBy === undefined ? "" : `, by rule @${escapeInvisible(invokedBy)}`;
  return `instead of ${escapeInvisible(replaces.name)} ${shownText(visibleJson(replaces.args))}${by}`;
}
