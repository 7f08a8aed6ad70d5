import { bytesPerToken, estimateTokens } from "../estimate-tokens.ts";
import { type Message, plainText } from "../message.ts";

/**
 * Cuts the longest results of tools until the estimated tokens fit, also that of the last turn: one result may be larger than the context.
 * A short result stays.
 */
export function withShorterResults(messages: readonly Message[], tokens: number): readonly Message[] {
  const shortened = [...messages];
  let excess = estimateTokens(messages) - tokens;
  const results = messages.flatMap((message, index) => (message.role === "tool" ? [{ message, index }] : []));
  const sizes = new Map(results.map(({ message, index }) => [index, estimateTokens([message])]));
  const longestFirst = results.toSorted((a, b) => (sizes.get(b.index) ?? 0) - (sizes.get(a.index) ?? 0));
  for (const { message, index } of longestFirst) {
    const size = sizes.get(index) ?? 0;
    if (excess <= 0 || size <= minResult) break;
    const room = Math.max(minResult, size - excess);
    const content = startAndEnd(plainText(message.parts), room * bytesPerToken);
    shortened[index] = { ...message, parts: [{ type: "text", content }] };
    excess -= size - room;
  }
  return excess === estimateTokens(messages) - tokens ? messages : shortened;
}

/** The tokens of a result that is not cut further. */
const minResult = 100;

/** The start and the end of a text, with the number of characters that are missing between them. */
function startAndEnd(text: string, bytes: number): string {
  const half = Math.max(0, bytes - noticeBytes) / 2;
  const start = longestStart(text, half);
  const end = Array.from(longestStart(Array.from(text).reverse().join(""), half))
    .reverse()
    .join("");
  return `${start}\n[… ${text.length - start.length - end.length} characters left out …]\n${end}`;
}

/** The room for the notice, in bytes. */
const noticeBytes = 60;

/** Returns the longest start of a text that fits into so many bytes of UTF-8. */
export function longestStart(text: string, bytes: number): string {
  const encoded = new TextEncoder().encode(text);
  if (encoded.length <= bytes) return text;
  return new TextDecoder().decode(encoded.subarray(0, Math.max(0, Math.floor(bytes)))).replace(/\ufffd$/, "");
}
