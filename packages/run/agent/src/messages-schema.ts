import { isObject } from "@helve/core/internal";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { messageIssues } from "./conversation-issues.ts";
import type { Message } from "./message.ts";

/**
 * The schema of an object with the messages of a conversation, `[]` by default, for a tool that keeps a conversation in its store. Other
 * members are kept.
 *
 * Source: Inspect, Custom Tools §Stateful Tools (`messages: list[ChatMessage]`).
 *
 * @example
 * const surferState = storeModel("WebSurferState", messagesSchema);
 * // in the tool:
 * const state = store.use(surferState);
 * state.messages.push(userMessage(input));
 */
export const messagesSchema: StandardSchemaV1<{ messages?: Message[] }, { messages: Message[] }> = {
  "~standard": {
    version: 1,
    vendor: "helve",
    validate(value) {
      if (!isObject(value)) return { issues: [{ message: "must be an object with messages" }] };
      const { messages = [], ...others } = value;
      if (!Array.isArray(messages)) return { issues: [{ message: "must be a list of messages", path: ["messages"] }] };
      const issues = messageIssues(messages, "messages").map(({ message, path }) => {
        return { message, path: ["messages", Number(path?.slice(1))] };
      });
      return issues.length > 0 ? { issues } : { value: { ...others, messages } };
    },
  },
};
