import type { Line } from "../lines.ts";
import { looksLikeType } from "../type-text.ts";

/** Whether the line below is deeper: what describes an entry. */
export function isDeeperBelow(lines: readonly Line[], at: number): boolean {
  const below = lines[at + 1];
  return below !== undefined && below.text !== "" && below.indent > (lines[at]?.indent ?? 0);
}

/** Whether a line is a type and not a sentence: what it may be depends on whether a description stands below. */
export function isTypeLine(type: string, isDescribed: boolean): boolean {
  return looksLikeType(type) || (isDescribed && !/[.,;!?。，；！？]$/.test(type));
}
