import { type AssistantMessage, type CallPart, callsOf, type Message } from "./message.ts";

/**
 * Gives each call of a message an id that no other call of the conversation has. Some servers send none, and some the same
 * ones with each answer; a ledger would take a second call with an old id for the first one.
 *
 * @param earlier - the messages before it
 */
export function withUniqueIds(message: AssistantMessage, earlier: readonly Message[]): AssistantMessage {
  if (callsOf(message).length === 0) return message;
  const used = new Set(
    earlier.flatMap((other) => (other.role === "assistant" ? callsOf(other).map(({ id }) => id) : [])),
  );
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
