import { systemMessage as createSystemMessage, userMessage as createUserMessage } from "@helve/agent";
import { fillTemplate } from "../fill-template.ts";
import type { Solver } from "../task-state.ts";

/**
 * Adds a system message after those that the conversation begins with (Inspect `system_message`).
 *
 * @param template - may contain `{name}` for a text or number of the metadata
 */
export function systemMessage(template: string): Solver {
  return (state) => {
    const message = createSystemMessage(fillTemplate(template, state.metadata));
    const found = state.messages.findIndex(({ role }) => role !== "system");
    const at = found < 0 ? state.messages.length : found;
    return { ...state, messages: state.messages.toSpliced(at, 0, message) };
  };
}

/**
 * Adds a message of the user, such as a question that follows an answer (Inspect `user_message`).
 *
 * @param template - may contain `{name}` for a text or number of the metadata
 */
export function userMessage(template: string): Solver {
  return (state) => {
    return { ...state, messages: [...state.messages, createUserMessage(fillTemplate(template, state.metadata))] };
  };
}
