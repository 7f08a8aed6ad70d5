import { type AssistantMessage, type CallPart, callsOf, type Message } from "./message.ts";

/**
 * Ensures that the id of each call of a message is unique in the conversation. Some servers send no ids, and some send
 * the same ids with each answer. A ledger would take a second call with an old id for the first call.
 *
 * @param earlier - the messages before it
 */
export function withUniqueIds(message: AssistantMessage, earlier: readonly Message[]): AssistantMessage {
  if (callsOf(message).length === 0) return message;
  return withOtherIds(message, callIdsOf(earlier));
}

/** The ids of the calls in messages. */
export function callIdsOf(messages: readonly Message[]): Set<string> {
  const ids = new Set<string>();
  for (const message of messages) {
    if (message.role === "assistant") for (const { id } of callsOf(message)) ids.add(id);
  }
  return ids;
}

/**
 * Replaces ids of a message's calls that were used before.
 *
 * @param used - gets the ids of the message
 */
export function withOtherIds(message: AssistantMessage, used: Set<string>): AssistantMessage {
  let count = used.size;
  const nextId = (): string => {
    let id = "";
    do id = `call_${++count}`;
    while (used.has(id));
    return id;
  };
  const parts = message.parts.map((part) => {
    if (part.type !== "call") return part;
    const id = part.id === "" || used.has(part.id) ? nextId() : part.id;
    used.add(id);
    return id === part.id ? part : ({ ...part, id } satisfies CallPart);
  });
  return { ...message, parts };
}
