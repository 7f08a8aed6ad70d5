/** The texts of a question to a person about an action: `May the agent run Terminal.Execute?`. */
import type { Action } from "../action.ts";
import type { InspectionRequest } from "../verdict.ts";
import { escapeInvisible, visibleJson } from "./escape-invisible.ts";
import { shownText } from "./shown-text.ts";

/** The question of a request about an action: `May the agent run Terminal.Execute?`. */
export function requestQuestion({ event = "before_action" }: InspectionRequest, action: Action): string {
  const name = escapeInvisible(action.name);
  switch (event) {
    case "before_action":
      return `May the agent run ${name}?`;
    case "after_action":
      return `May the model see the result of ${name}?`;
    case "state_change":
      return "The state has changed: may the agent continue?";
    case "agent_finish":
      return "The agent wants to finish: may it?";
  }
}

/** The text about the action that a rule has replaced; empty without a replacement. */
export function replacementTexts({ replaces, invokedBy }: Action): readonly string[] {
  if (replaces === undefined) return [];
  const by = invokedBy === undefined ? "" : `, by rule @${escapeInvisible(invokedBy)}`;
  return [`Instead of ${escapeInvisible(replaces.name)} ${shownText(visibleJson(replaces.args))}${by}`];
}
