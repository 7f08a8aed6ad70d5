import type { Locale } from "../explain-options.ts";
import { joinWithHanSpacing } from "./han-spacing.ts";

/**
 * Lists parts of a sentence with "and" or "or" before the last.
 *
 * @example
 * wordList(["a", "b", "c"], "or"); // "a, b or c"
 * wordList(["a", "b", "c"], "or", "zh"); // "a、b 或 c"
 */
export function wordList(parts: readonly string[], last: "and" | "or", locale: Locale = "en"): string {
  const end = parts.at(-1);
  if (end === undefined || parts.length === 1) return end ?? "";
  const start = parts.slice(0, -1);
  if (locale === "en") return `${start.join(", ")} ${last} ${end}`;
  return joinWithHanSpacing(start.join("、"), last === "or" ? "或" : "和", end);
}
