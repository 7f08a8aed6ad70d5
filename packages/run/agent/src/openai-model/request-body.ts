import type { ResultPart } from "@helve/core";
import { historicArguments } from "../call-arguments.ts";
import { type AssistantMessage, callsOf, type Message, plainText, type ToolMessage, textOf } from "../message.ts";
import type { ModelRequest, ModelTool, ToolChoice } from "../model.ts";

/** Returns the body of a chat completions request. Members that are `undefined` are not sent. */
export function requestBody(model: string, request: ModelRequest, stream: boolean): object {
  const { messages, tools = [], toolChoice, temperature, maxOutputTokens, stop, seed } = request;
  const usesTools = tools.length > 0 && toolChoice !== "none";
  return {
    model,
    messages: chatMessages(messages),
    tools: usesTools ? tools.map(chatTool) : undefined,
    tool_choice: usesTools && toolChoice !== undefined ? chatToolChoice(toolChoice) : undefined,
    temperature,
    max_tokens: maxOutputTokens,
    stop,
    seed,
    stream: stream ? true : undefined,
    stream_options: stream ? { include_usage: true } : undefined,
  };
}

function chatTool({ name, description, parameters }: ModelTool): object {
  return { type: "function", function: { name, description, parameters } };
}

function chatToolChoice(choice: ToolChoice): unknown {
  if (choice === "any") return "required";
  return typeof choice === "string" ? choice : { type: "function", function: { name: choice.tool } };
}

/** Converts messages. What a tool message can't contain, such as an image, follows the results of its turn as a user message. */
function chatMessages(messages: readonly Message[]): readonly object[] {
  const converted: object[] = [];
  let media: ResultPart[] = [];
  for (const [index, message] of messages.entries()) {
    converted.push(chatMessage(message));
    if (message.role === "tool") media.push(...message.parts.filter(isMedia));
    if (media.length === 0 || messages[index + 1]?.role === "tool") continue;
    converted.push({ role: "user", content: media.map(contentPart) });
    media = [];
  }
  return converted;
}

function chatMessage(message: Message): object {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.content };
    case "user":
      return { role: "user", content: userContent(message.parts) };
    case "assistant":
      return assistantMessage(message);
    case "tool":
      return toolMessage(message);
  }
}

function assistantMessage(message: AssistantMessage): object {
  const text = textOf(message);
  const calls = callsOf(message).map(({ id, name, arguments: raw }) => ({
    id,
    type: "function",
    function: { name, arguments: historicText(raw) },
  }));
  return calls.length === 0
    ? { role: "assistant", content: text }
    : { role: "assistant", content: text === "" ? null : text, tool_calls: calls };
}

/** Returns arguments as JSON text; the model's own text if it is valid. */
function historicText(raw: string): string {
  const value = historicArguments(raw);
  return Object.hasOwn(value, "not_a_json_object") || raw === "" ? JSON.stringify(value) : raw;
}

function toolMessage({ callId, parts, isError }: ToolMessage): object {
  const text = plainText(parts);
  return { role: "tool", tool_call_id: callId, content: isError === true ? `Error: ${text}` : text };
}

/** Converts user content; a single text stays a string, because some servers refuse lists. */
function userContent(parts: readonly ResultPart[]): unknown {
  return parts.some(isMedia) ? parts.map(contentPart) : plainText(parts);
}

function isMedia({ type }: ResultPart): boolean {
  return type === "image" || type === "audio" || type === "file";
}

/** Converts a part of a message to the form of OpenAI's chat API. */
function contentPart(part: ResultPart): object {
  switch (part.type) {
    case "image":
      return { type: "image_url", image_url: { url: part.content } };
    case "audio":
      return { type: "input_audio", input_audio: { data: base64Of(part.content), format: audioFormat(part) } };
    case "file":
      return { type: "file", file: { file_data: part.content } };
    default:
      return { type: "text", text: plainText([part]) };
  }
}

/** Returns the data of a `data:` URL; other URLs are unchanged. */
function base64Of(url: string): string {
  return url.startsWith("data:") ? url.slice(url.indexOf(",") + 1) : url;
}

function audioFormat({ content, mediaType }: { readonly content: string; readonly mediaType?: string }): string {
  const type = mediaType ?? /^data:([^;,]+)/.exec(content)?.[1] ?? "audio/wav";
  return type === "audio/mpeg" ? "mp3" : (type.split("/")[1] ?? "wav").replace(/^x-/, "");
}
