/** Converts messages to a prompt of the AI SDK. */
import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { JsonValue, ResultPart } from "@helve/core";
import { historicArguments } from "../call-arguments.ts";
import { type AssistantPart, type Message, plainText, type ToolMessage } from "../message.ts";

/**
 * Converts messages to a prompt of the AI SDK. Adjacent tool messages become one.
 *
 * @param version - of the model; version 3 has files in another form
 */
export function historicPrompt(messages: readonly Message[], version: "v3" | "v4"): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  for (const message of messages) {
    const converted = promptMessage(message, version);
    const last = prompt.at(-1);
    if (converted.role === "tool" && last?.role === "tool") last.content.push(...converted.content);
    else prompt.push(converted);
  }
  return prompt;
}

/** Converts a message to the form of the AI SDK. */
function promptMessage(message: Message, version: "v3" | "v4"): LanguageModelV4Message {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.content };
    case "user":
      return { role: "user", content: message.parts.map((part) => userPart(part, version)) };
    case "assistant":
      return { role: "assistant", content: message.parts.map(assistantPart) };
    case "tool":
      return { role: "tool", content: [toolResult(message, version)] };
  }
}

/** Converts a part of a user's message to the form of the AI SDK. */
function userPart(part: ResultPart, version: "v3" | "v4") {
  if (part.type === "text" || part.type === "json") return { type: "text" as const, text: plainText([part]) };
  const { mediaType, data } = fileOf(part);
  return { type: "file" as const, mediaType, data: fileData(data, version) };
}

/** Converts a part of the model's answer to the form of the AI SDK. */
function assistantPart(part: AssistantPart) {
  switch (part.type) {
    case "text":
      return { type: "text" as const, text: part.content };
    case "reasoning":
      return { type: "reasoning" as const, text: part.content, ...providerOptions(part) };
    case "call": {
      const input = historicArguments(part.arguments);
      return { type: "tool-call" as const, toolCallId: part.id, toolName: part.name, input, ...providerOptions(part) };
    }
  }
}

/** Returns the provider's own data of a part, to send it back unchanged. */
function providerOptions({ providerData }: { readonly providerData?: JsonValue }): object {
  return providerData === undefined ? {} : { providerOptions: providerData };
}

function toolResult({ callId, name, parts, isError }: ToolMessage, version: "v3" | "v4") {
  const hasMedia = parts.some(({ type }) => type !== "text" && type !== "json");
  const text = { type: isError === true ? ("error-text" as const) : ("text" as const), value: plainText(parts) };
  const output = hasMedia ? { type: "content" as const, value: parts.map((part) => outputPart(part, version)) } : text;
  return { type: "tool-result" as const, toolCallId: callId, toolName: name, output };
}

/** Converts a part of a tool's result to the form of the AI SDK. */
function outputPart(part: ResultPart, version: "v3" | "v4") {
  if (part.type === "text" || part.type === "json") return { type: "text" as const, text: plainText([part]) };
  const { mediaType, data } = fileOf(part);
  if (version === "v4") return { type: "file" as const, mediaType, data: fileData(data, version) };
  // Version 3 has a type for each source of a file.
  const inV3 =
    typeof data === "string" ? { type: "file-data", data, mediaType } : { type: "file-url", url: data.href, mediaType };
  return inV3 as never;
}

/** Returns the media type and the base64 data or URL of a file part. */
function fileOf(part: { readonly type: string; readonly content: string; readonly mediaType?: string }) {
  const [, type = "", base64] = /^data:([^;,]*)[^,]*;base64,(.*)$/s.exec(part.content) ?? [];
  const any = part.type === "file" ? "application/octet-stream" : `${part.type}/*`;
  return { mediaType: part.mediaType ?? (type || any), data: base64 ?? urlOf(part.content) };
}

/** Parses content as a URL; other content is base64 data. */
function urlOf(content: string): URL | string {
  return URL.canParse(content) ? new URL(content) : content;
}

/** Returns file data in the form of the SDK's version. */
function fileData(data: URL | string, version: "v3" | "v4") {
  if (version === "v3") return data as never;
  return typeof data === "string" ? { type: "data" as const, data } : { type: "url" as const, url: data };
}
