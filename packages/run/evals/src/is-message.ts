import type { Message } from "@helve/agent";
import { isObject } from "@helve/core/internal";

/** Whether a value has the members of a message that readers of a conversation rely on. */
export function isMessage(value: unknown): value is Message {
  if (!isObject(value)) return false;
  const { role, content, parts } = value;
  if (role === "system") return typeof content === "string";
  return ["user", "assistant", "tool"].includes(String(role)) && Array.isArray(parts) && parts.every(isPart);
}

function isPart(part: unknown): boolean {
  if (!isObject(part)) return false;
  const { type, content, name, arguments: args } = part;
  const texts = type === "call" ? [name, args] : type === "json" ? [] : [type, content];
  return texts.every((text) => typeof text === "string");
}
