import { observationText, resultValue } from "@helve/adapter";
import type { ActionReturn, ResultPart } from "@helve/core";
import type { ContentPart } from "@tanstack/ai";

/**
 * What a tool of TanStack AI returns for a call: the tool's value; content parts if the result has an image, audio or a file; or the text that
 * the model reads if rules have added notes.
 *
 * @throws Error with that text if the call has failed or did not run
 */
export function chatResult(actionReturn: ActionReturn): unknown {
  const { status, observation, result } = actionReturn;
  if (status !== "success") throw new Error(observationText(actionReturn));
  const { parts } = observation;
  if (parts.some(({ type }) => type !== "text" && type !== "json")) return parts.map(contentPart);
  return hasNotes(actionReturn) ? observationText(actionReturn) : resultValue({ ...actionReturn, result });
}

/** Whether the model reads more than the result: notes of rules. */
export function hasNotes({ observation, result }: ActionReturn): boolean {
  return observation.parts.length !== (result?.length ?? 0);
}

function contentPart(part: ResultPart): ContentPart {
  if (part.type === "text") return { type: "text", content: part.content };
  if (part.type === "json") return { type: "text", content: JSON.stringify(part.content) };
  const [, mediaType = part.mediaType ?? "application/octet-stream", data] =
    /^data:([^;,]*)(?:;[^,]*)?;base64,(.*)$/s.exec(part.content) ?? [];
  const mimeType = part.mediaType ?? mediaType;
  const source =
    data === undefined
      ? ({ type: "url", value: part.content } as const)
      : ({ type: "data", value: data, mimeType } as const);
  return { type: part.type === "file" ? "document" : part.type, source };
}
