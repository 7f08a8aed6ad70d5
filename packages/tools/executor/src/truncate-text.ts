/** Truncates texts that are too long for a model or a record, by their length in UTF-8. */
import { byteLength, longestEnd, longestStart } from "@helve/core/internal";

/** Returns a text, or if it is too long, its start and its end within Inspect's notice about truncated output. */
export function truncateForModel(text: string, tool: string, maxBytes: number = maxTextBytes): string {
  return isShort(text, maxBytes) ? text : truncationNotice(tool, startAndEnd(text, maxBytes));
}

/** Returns a text, or if it is too long, its start and its end with the number of bytes that are missing between them. */
export function truncateForRecord(text: string, maxBytes: number = maxTextBytes): string {
  if (isShort(text, maxBytes)) return text;
  const half = Math.floor(maxBytes / 2);
  const missing = (byteLength(text) - maxBytes).toLocaleString("en-US");
  return `${longestStart(text, half)} … ${missing} bytes … ${longestEnd(text, maxBytes - half)}`;
}

/** The default limit of Inspect's `max_output`. */
export const maxTextBytes = 16_384;

function isShort(text: string, maxBytes: number): boolean {
  return text.length * 3 <= maxBytes || (text.length <= maxBytes && byteLength(text) <= maxBytes);
}

function startAndEnd(text: string, maxBytes: number): string {
  const half = Math.floor(maxBytes / 2);
  return longestStart(text, half) + longestEnd(text, maxBytes - half);
}

/** Returns the notice of Inspect around truncated output. */
export function truncationNotice(tool: string, output: string): string {
  return `
The output of your call to ${tool} was too long to be displayed.
Here is a truncated version:
<START_TOOL_OUTPUT>
${output}
<END_TOOL_OUTPUT>
`;
}
