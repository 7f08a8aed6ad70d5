import type { ActionReturn, JsonValue, ResultPart } from "@helve/core";

/** The text that a model reads of a call: its observation, with JSON as JSON, and images and files as their address or type. */
export function observationText({ observation }: ActionReturn): string {
  return observation.parts.map(partText).join("\n");
}

/**
 * The value of a successful call, for SDKs that pass values on: that of a single text or JSON part, otherwise the list of parts; `null` if the
 * result is empty.
 */
export function resultValue({ result }: ActionReturn): JsonValue {
  if (result === null || result.length === 0) return null;
  const [part] = result;
  if (result.length === 1 && part !== undefined && (part.type === "text" || part.type === "json")) return part.content;
  return result as unknown as JsonValue;
}

function partText(part: ResultPart): string {
  if (part.type === "text") return part.content;
  if (part.type === "json") return JSON.stringify(part.content);
  const { type, content, mediaType } = part;
  return `[${type}: ${content.startsWith("data:") ? (mediaType ?? content.slice(5, content.search(/[;,]/))) : content}]`;
}
