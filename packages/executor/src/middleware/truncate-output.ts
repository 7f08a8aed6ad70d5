import type { ResultPart } from "@helve/core";
import type { Middleware } from "../middleware.ts";

/**
 * Truncates a result that is too long for a model: it keeps the first and the last half of the limit, and a notice says that
 * the middle is missing. The resulting text part has the property `truncated`.
 *
 * Code points are not split. Images, audio and files are not counted and never truncated; a truncated JSON part becomes a text
 * part. Errors are not truncated. The default limit and the notice are those of Inspect's `max_output`.
 *
 * @example
 * executor.use(truncateOutput({ maxBytes: 4096 }));
 */
export function truncateOutput({ maxBytes = 16_384 }: TruncateOptions = {}): Middleware {
  return async (action, next) => {
    const parts = await next();
    return maxBytes > 0 ? truncate(parts, action.name, Math.floor(maxBytes)) : parts;
  };
}

/** Options of {@link truncateOutput}. */
export interface TruncateOptions {
  /** The limit for all text and JSON of a result together, in bytes of UTF-8; 16,384 by default, no limit if 0 or less. */
  readonly maxBytes?: number | undefined;
}

/**
 * Returns the parts unchanged if they fit; otherwise a text part with their start and end takes the place of all text.
 */
function truncate(parts: readonly ResultPart[], tool: string, maxBytes: number): readonly ResultPart[] {
  const texts = parts.map(countedText);
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  if (units * 3 <= maxBytes) return parts; // no UTF-16 unit takes more than three bytes
  const sizes = texts.map(byteLength);
  if (total(sizes) <= maxBytes) return parts;

  const [first, headRoom] = firstCut(sizes, Math.floor(maxBytes / 2));
  const [fromEnd, tailRoom] = firstCut(sizes.toReversed(), Math.ceil(maxBytes / 2));
  const last = sizes.length - 1 - fromEnd;
  const left = longestStart(texts[first] ?? "", headRoom) + longestEnd(texts[last] ?? "", tailRoom);
  const cut: ResultPart = {
    type: "text",
    content: truncationNotice(tool, left),
    truncated: { bytes: byteLength(left), from: total(sizes.slice(first, last + 1)) },
  };
  const media = parts.slice(first, last + 1).filter((part) => part.type !== "text" && part.type !== "json");
  return [...parts.slice(0, first), cut, ...media, ...parts.slice(last + 1)];
}

/** Returns the text of a part that counts towards the limit. */
function countedText(part: ResultPart): string {
  if (part.type === "text") return part.content;
  return part.type === "json" ? JSON.stringify(part.content) : "";
}

/** Returns the index of the first part that does not fit completely, and how many bytes of it do. */
function firstCut(sizes: readonly number[], room: number): [index: number, room: number] {
  let left = room;
  for (const [index, size] of sizes.entries()) {
    if (size > left) return [index, left];
    left -= size;
  }
  return [sizes.length, left];
}

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the notice of Inspect around truncated output. */
function truncationNotice(tool: string, output: string): string {
  return `
The output of your call to ${tool} was too long to be displayed.
Here is a truncated version:
<START_TOOL_OUTPUT>
${output}
<END_TOOL_OUTPUT>
`;
}

/** Returns the length of a text in bytes of UTF-8; a lone surrogate counts as the three bytes of its replacement. */
function byteLength(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const size = codePointSize(text.codePointAt(at));
    bytes += size;
    at += codePointUnits(size);
  }
  return bytes;
}

/** Returns the longest start of a text that fits into so many bytes, without splitting code points. */
function longestStart(text: string, bytes: number): string {
  let end = 0;
  for (let room = bytes; end < text.length; ) {
    const size = codePointSize(text.codePointAt(end));
    room -= size;
    if (room < 0) break;
    end += codePointUnits(size);
  }
  return text.slice(0, end);
}

/** Returns the longest end of a text that fits into so many bytes, without splitting code points. */
function longestEnd(text: string, bytes: number): string {
  let start = text.length;
  for (let room = bytes; start > 0; ) {
    const pair = start > 1 ? codePointSize(text.codePointAt(start - 2)) : 0;
    const size = pair === 4 ? pair : codePointSize(text.codePointAt(start - 1));
    room -= size;
    if (room < 0) break;
    start -= codePointUnits(size);
  }
  return text.slice(start);
}

/** Returns how many bytes a code point takes in UTF-8. */
function codePointSize(codePoint = 0): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** Returns the number of UTF-16 units of a code point that takes so many bytes in UTF-8. */
function codePointUnits(size: number): number {
  return size === 4 ? 2 : 1;
}
