import type { ResultPart } from "@helve/core";
import { byteLength, longestEnd, longestStart } from "@helve/core/internal";
import type { Middleware } from "../middleware.ts";
import { maxTextBytes, truncationNotice } from "../truncate-text.ts";

/**
 * Truncates a result that is too long for a model: it keeps the first and the last half of the limit, and a notice says that
 * the middle is missing. The resulting text part has the property `truncated`.
 *
 * Code points are not split. Images, audio and files are not counted and never truncated; a truncated JSON part becomes a text
 * part. The default limit and the notice are the same as in Inspect's `max_output`. The messages of errors have this limit without
 * the middleware, too.
 *
 * @example
 * executor.use(truncateOutput({ maxBytes: 4096 }));
 */
export function truncateOutput({ maxBytes = maxTextBytes }: TruncateOptions = {}): Middleware {
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
