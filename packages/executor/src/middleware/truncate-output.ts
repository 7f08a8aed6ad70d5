import type { ResultPart } from "@helve/core";
import type { Middleware } from "../middleware.ts";
import { byteLength, headOf, tailOf } from "./utf8.ts";

/** How long a result may be. */
export interface TruncateOptions {
  /** In bytes of UTF-8, for all text and JSON of a result together; 16,384 by default, no limit when 0 or less. */
  readonly maxBytes?: number | undefined;
}

/**
 * Cuts the middle out of a result that is too long for a model: half of the limit is kept from its start, half from its
 * end, and the text says that it was cut. The text part that comes of it carries `truncated`.
 *
 * Code points stay whole. Images, audio and files do not count and are never cut; a JSON part that the cut goes through
 * becomes a part of its text. What a tool throws is not cut.
 *
 * Inspect `max_output`: its limit, its middle and its words.
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

function truncate(parts: readonly ResultPart[], tool: string, maxBytes: number): readonly ResultPart[] {
  const texts = parts.map(textOf);
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  if (units * 3 <= maxBytes) return parts; // no UTF-16 unit takes more than three bytes
  const sizes = texts.map(byteLength);
  if (total(sizes) <= maxBytes) return parts;

  const [first, headRoom] = firstOver(sizes, Math.floor(maxBytes / 2));
  const [fromEnd, tailRoom] = firstOver(sizes.toReversed(), Math.ceil(maxBytes / 2));
  const last = sizes.length - 1 - fromEnd;
  const left = headOf(texts[first] ?? "", headRoom) + tailOf(texts[last] ?? "", tailRoom);
  const cut: ResultPart = {
    type: "text",
    content: notice(tool, left),
    truncated: { bytes: byteLength(left), from: total(sizes.slice(first, last + 1)) },
  };
  const media = parts.slice(first, last + 1).filter((part) => part.type !== "text" && part.type !== "json");
  return [...parts.slice(0, first), cut, ...media, ...parts.slice(last + 1)];
}

/** What of a part counts. */
function textOf(part: ResultPart): string {
  if (part.type === "text") return part.content;
  return part.type === "json" ? JSON.stringify(part.content) : "";
}

/** The first part that does not fit whole, and how much room is left for it. */
function firstOver(sizes: readonly number[], room: number): [index: number, room: number] {
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

function notice(tool: string, output: string): string {
  return `
The output of your call to ${tool} was too long to be displayed.
Here is a truncated version:
<START_TOOL_OUTPUT>
${output}
<END_TOOL_OUTPUT>
`;
}
