import { toolResult } from "@helve/adapter";
import type { ActionReturn, ResultPart } from "@helve/core";
import { readDataUrl } from "@helve/core/internal";
import type { ContentPart } from "@tanstack/ai";

/**
 * Converts the result of a call for TanStack AI: the tool's value; content parts if the result has an image, audio or a file; or the text that
 * the model reads if rules have added notes.
 *
 * @throws Error with that text if the call has failed or did not run
 */
export function chatResult(actionReturn: ActionReturn): unknown {
  const { parts } = actionReturn.observation;
  const hasFiles = parts.some(({ type }) => type !== "text" && type !== "json");
  return actionReturn.status === "success" && hasFiles ? parts.map(contentPart) : toolResult(actionReturn);
}

/** Converts a part of a tool's result to the form of TanStack AI. */
function contentPart(part: ResultPart): ContentPart {
  if (part.type === "text") return { type: "text", content: part.content };
  if (part.type === "json") return { type: "text", content: JSON.stringify(part.content) };
  const data = readDataUrl(part.content);
  const source =
    data === undefined
      ? ({ type: "url", value: part.content } as const)
      : ({ type: "data", value: data.base64, mimeType: part.mediaType ?? data.mediaType } as const);
  return { type: part.type === "file" ? "document" : part.type, source };
}
