import type { AssistantPart, Message } from "./message.ts";
import type { ModelTool } from "./model.ts";

/**
 * Estimates how many tokens messages have: one for each four bytes of text, and a fixed number for an image, audio or file. Off by
 * a third or more for some texts and models.
 */
export function estimateTokens(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}

/** Estimates the tokens of tools; the result for a list is cached. */
export function toolTokens(tools: readonly ModelTool[]): number {
  const known = counted.get(tools);
  if (known !== undefined) return known;
  const tokens = textTokens(JSON.stringify(tools));
  counted.set(tools, tokens);
  return tokens;
}

const counted = new WeakMap<readonly ModelTool[], number>();

/** Estimates the tokens of one message. */
export function messageTokens(message: Message): number {
  if (message.role === "system") return perMessage + textTokens(message.content);
  const parts: readonly (AssistantPart | { readonly type: string; readonly content: unknown })[] = message.parts;
  return parts.reduce((sum, part) => sum + partTokens(part), perMessage);
}

/** Estimates the tokens of a part of a message. */
function partTokens(part: { readonly type: string; readonly content?: unknown; readonly arguments?: unknown }): number {
  if (part.type === "image" || part.type === "audio" || part.type === "file") return perMedium;
  if (part.type === "call") return perMessage + textTokens(String(part.arguments));
  return textTokens(typeof part.content === "string" ? part.content : JSON.stringify(part.content));
}

const perMessage = 4;
const perMedium = 1000;

/** Estimates the tokens of a text by its bytes. */
function textTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / bytesPerToken);
}

/** How many bytes of text are estimated to be one token. */
export const bytesPerToken = 4;
