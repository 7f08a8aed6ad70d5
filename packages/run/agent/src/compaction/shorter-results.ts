import { longestEnd, longestStart } from "@helve/core/internal";
import { bytesPerToken, messageTokens } from "../estimate-tokens.ts";
import { type Message, plainText, type ToolMessage } from "../message.ts";

/**
 * Cuts the longest results of tools until the estimated tokens fit, including results of the last turn: one result may be larger than the context.
 * A short result stays.
 */
export function withShorterResults(messages: readonly Message[], tokens: number): readonly Message[] {
  const sizes = messages.map(messageTokens);
  let excess = sizes.reduce((sum, size) => sum + size, -tokens);
  const results = messages.flatMap((message, index) =>
    message.role === "tool" ? [{ message, index, size: sizes[index] ?? 0 }] : [],
  );
  const shorter = new Map<number, ToolMessage>();
  for (const { message, index, size } of results.toSorted((left, right) => right.size - left.size)) {
    if (excess <= 0 || size <= minResult) break;
    const room = Math.max(minResult, size - excess);
    const content = startAndEnd(plainText(message.parts), room * bytesPerToken);
    shorter.set(index, { ...message, parts: [{ type: "text", content }] });
    excess -= size - room;
  }
  return shorter.size === 0 ? messages : messages.map((message, index) => shorter.get(index) ?? message);
}

/** The tokens of a result that is not cut further. */
const minResult = 100;

/** Shortens a text to its start and end. */
function startAndEnd(text: string, bytes: number): string {
  const half = Math.max(0, bytes - noticeBytes) / 2;
  const [start, end] = [longestStart(text, half), longestEnd(text, half)];
  return `${start}\n[… ${text.length - start.length - end.length} characters left out …]\n${end}`;
}

/** The room for the notice, in bytes. */
const noticeBytes = 60;
