import type { ActionReturn, JsonSchema, ResultPart } from "@helve/core";
import { readDataUrl } from "@helve/core/internal";
import { schemaValidator, toStructuredContent } from "@helve/opentool";
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";

/**
 * Converts the outcome of a call to the result of `tools/call` (MCP 2025-06-18 §Tool Result). The client gets what the model may read: a
 * failure has `isError` and the message that says how to correct the call.
 *
 * A result of a tool with an output schema has `structuredContent` that fits it: the first part, if it is JSON or a text.
 *
 * @param returns - the JSON Schema of the result of the tool that was called; absent if it has none
 * @param ran - the tool that ran; a guard may have replaced the called tool
 */
export function toCallResult(
  actionReturn: ActionReturn,
  returns: JsonSchema | undefined,
  ran: JsonSchema | undefined = returns,
): CallToolResult {
  const { observation, result, truncated } = actionReturn;
  if (observation.isError) return { content: observation.parts.map(contentOf), isError: true };
  const structured = toStructuredContent(resultValue(result ?? []), returns);
  if (structured === undefined) return { content: observation.parts.map(contentOf) };
  const content = observation.parts.map(contentOf);
  // The executor has validated the whole result of the tool that ran, if it is one part.
  const isValidated = ran === returns && truncated === null;
  if (!isDescribed(result ?? []) || (!isValidated && !fits(resultValue(result ?? []), returns))) {
    const message = `${actionReturn.type} returned a result that the output schema of ${actionReturn.call.name} does not describe:`;
    return { content: [{ type: "text", text: message }, ...content], isError: true };
  }
  return { content, structuredContent: structured as NonNullable<CallToolResult["structuredContent"]> };
}

/** Whether a value fits the tool's return schema. */
function fits(value: unknown, returns: JsonSchema | undefined): boolean {
  return returns === undefined || schemaValidator(returns)(value).length === 0;
}

/** The value that an output schema describes: the value of the first part, or null without parts. */
function resultValue([first]: readonly ResultPart[]): unknown {
  return first === undefined ? null : first.content;
}

/** Whether the first part has a value that an output schema can describe. */
function isDescribed([first]: readonly ResultPart[]): boolean {
  return first === undefined || first.type === "json" || first.type === "text";
}

/** Converts a part to a content block. Images and sounds that are only linked to become links. */
function contentOf(part: ResultPart): ContentBlock {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.content };
    case "json":
      return { type: "text", text: JSON.stringify(part.content) };
    case "image":
    case "audio":
    case "file":
      return mediaContent(part);
  }
}

function mediaContent({
  type,
  content,
  mediaType,
}: ResultPart & { readonly type: "image" | "audio" | "file" }): ContentBlock {
  const data = readDataUrl(content);
  if (data === undefined) {
    return {
      type: "resource_link",
      uri: content,
      name: content.slice(0, 200),
      mimeType: mediaType || undefined,
    };
  }
  const mimeType = mediaType ?? data.mediaType;
  if (type !== "file") return { type, data: data.base64, mimeType };
  // The data itself is in the block, so the name needs no meaning.
  return { type: "resource", resource: { uri: "helve:result", mimeType, blob: data.base64 } };
}
