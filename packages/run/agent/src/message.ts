/** The messages of a conversation with a model, in a form that no provider dictates. */
import type { JsonValue, ResultPart, ToolCall } from "@helve/core";

/** A message of a conversation, in a form that no provider dictates. Plain JSON. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** Instructions to the model. */
export interface SystemMessage {
  readonly role: "system";
  readonly content: string;
}

/** A message of the user, or of the host in the user's place. */
export interface UserMessage {
  readonly role: "user";
  readonly parts: readonly ResultPart[];
}

/** A message of the model. */
export interface AssistantMessage {
  readonly role: "assistant";
  /** In the order in which the model wrote them. */
  readonly parts: readonly AssistantPart[];
}

/** A text, a thought or a tool call of a model. */
export type AssistantPart = TextPart | ReasoningPart | CallPart;

/** A text of a model. */
export interface TextPart {
  readonly type: "text";
  readonly content: string;
}

/** The model's reasoning before its answer. */
export interface ReasoningPart {
  readonly type: "reasoning";
  readonly content: string;
  /** Data that the provider expects back with this part, such as a signature. */
  readonly providerData?: JsonValue;
}

/** A tool call of a model. It is a `ToolCall`, so an executor can execute it. */
export interface CallPart extends ToolCall {
  readonly type: "call";
  /** The text that the model wrote, valid or not: `@helve/arguments` decodes it. */
  readonly arguments: string;
  /** Data that the provider expects back with this part, such as a signature. */
  readonly providerData?: JsonValue;
}

/** The outcome of one tool call, for the model. */
export interface ToolMessage {
  readonly role: "tool";
  /** The id of the call. */
  readonly callId: string;
  /** The name in the call. */
  readonly name: string;
  readonly parts: readonly ResultPart[];
  /** True if the call did not run or failed. */
  readonly isError?: boolean;
}

/** Creates a system message. */
export function systemMessage(content: string): SystemMessage {
  return { role: "system", content };
}

/** Creates a user message from a text or from parts. */
export function userMessage(content: string | readonly ResultPart[]): UserMessage {
  return { role: "user", parts: typeof content === "string" ? [{ type: "text", content }] : content };
}

/** Returns the texts of a model's message, without its thoughts and calls. */
export function textOf({ parts }: AssistantMessage): string {
  return parts.map((part) => (part.type === "text" ? part.content : "")).join("");
}

/** Returns the tool calls of a model's message. */
export function callsOf({ parts }: AssistantMessage): readonly CallPart[] {
  return parts.filter((part) => part.type === "call");
}

/** Returns parts as one text, one part on each line. An image, audio or file is named by its type. */
export function plainText(parts: readonly ResultPart[]): string {
  return parts
    .map((part) => {
      if (part.type === "text") return part.content;
      return part.type === "json" ? JSON.stringify(part.content) : `[${part.type}]`;
    })
    .join("\n");
}
