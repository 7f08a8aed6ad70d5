import type { Repair } from "@helve/core";

/**
 * Whether what was left out around a value leaves the text with one meaning: what looks like a comment may be the content of
 * a string, and a closing bracket too many may show that the value ended too early.
 */
export function isCertain(repairs: readonly Repair[]): boolean {
  return repairs.every(({ kind, before }) => {
    if (kind === "comment") return !/["{}[\]]/.test(String(before));
    return kind !== "extra_bracket" || before === "{" || before === "[";
  });
}
