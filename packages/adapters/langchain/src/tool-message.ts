import { observationText } from "@helve/adapter";
import type { ActionReturn, ResultPart } from "@helve/core";
import { readDataUrl, withoutUndefined } from "@helve/core/internal";
import { type MessageContent, ToolMessage } from "@langchain/core/messages";

/** Creates the message that the model reads of a call. Its artifact is the action return, with the verdict and the record of each stage. */
export function toolMessage(actionReturn: ActionReturn, call: MessageCall): ToolMessage {
  return new ToolMessage({
    content: messageContent(actionReturn),
    tool_call_id: call.id ?? "",
    name: call.name,
    status: actionReturn.status === "success" ? "success" : "error",
    artifact: actionReturn,
  });
}

/** Creates a message about a call that did not run. */
export function errorMessage(content: string, { id, name }: MessageCall): ToolMessage {
  return new ToolMessage({ content, tool_call_id: id ?? "", name, status: "error" });
}

/** The call that a message belongs to. */
export interface MessageCall {
  readonly id?: string | undefined;
  readonly name: string;
}

function messageContent(actionReturn: ActionReturn): MessageContent {
  const { parts } = actionReturn.observation;
  const isText = parts.every(({ type }) => type === "text" || type === "json");
  return isText ? observationText(actionReturn) : (parts.map(contentBlock) as MessageContent);
}

/** Converts a result part to a content block that LangChain's provider packages know. */
function contentBlock(part: ResultPart): object {
  if (part.type === "text") return { type: "text", text: part.content };
  if (part.type === "json") return { type: "text", text: JSON.stringify(part.content) };
  const { type, content } = part;
  if (type === "image") return { type: "image_url", image_url: { url: content } };
  const data = readDataUrl(content);
  const mimeType = part.mediaType ?? data?.mediaType;
  return withoutUndefined({ type, url: data === undefined ? content : undefined, data: data?.base64, mimeType });
}
