import type { Repair } from "@helve/core";
import type { JsonReading } from "./json-reading.ts";

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

/** Whether the arguments were valid JSON, perhaps with something around them: they can't be meant otherwise. */
export function isValidJson({ issues, repairs }: JsonReading): boolean {
  return issues.length === 0 && repairs.every(({ kind }) => enclosing.has(kind));
}

const enclosing: ReadonlySet<string> = new Set(["prose", "fence", "special_token", "escaped_json"]);
