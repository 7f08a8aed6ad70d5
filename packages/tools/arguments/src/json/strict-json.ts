import { jsonSyntaxIssue } from "@helve/core/internal";
import type { ResolvedOptions } from "../decode-options.ts";
import { isLossless, parsedJson } from "../valid-json.ts";
import type { JsonReading } from "./json-reading.ts";
import { certainReading } from "./readings/certain-reading.ts";
import { afterSpace } from "./skip-space.ts";
import { textIssue } from "./text-issue.ts";

/**
 * Reads valid JSON with `JSON.parse`, or with Helve's own reader if `JSON.parse` would lose information (large integers,
 * duplicate keys, deep nesting) that the options decide about.
 *
 * @returns `undefined` if the text is not JSON
 */
export function readStrictJson(text: string, options: ResolvedOptions): JsonReading | undefined {
  const value = parsedJson(text);
  if (value === undefined) return undefined;
  if (options.duplicateKeys === "last" && isLossless(value, options.maxDepth))
    return { value, issues: [], repairs: [] };
  return readJsonByPolicies(text, options);
}

/** A failed reading with an issue at the first place where a text is not JSON. */
export function notJsonReading(text: string, start = 0, end: number = text.length): JsonReading {
  const syntaxIssue = jsonSyntaxIssue(text.slice(start, end));
  const from = start + (syntaxIssue?.range?.start.offset ?? 0);
  const to = start + (syntaxIssue?.range?.end.offset ?? end - start);
  const message = syntaxIssue?.message ?? "not JSON";
  const issue = textIssue(text, {
    code: "json",
    message,
    start: from,
    end: to,
    expected: syntaxIssue?.expected ?? "JSON",
  });
  return { value: undefined, issues: [issue], repairs: [] };
}

/** Reads valid JSON by the policies for duplicate keys, large integers and depth. */
export function readJsonByPolicies(text: string, options: ResolvedOptions): JsonReading {
  const { value, issues, repairs, numberSpellings } = certainReading(text, afterSpace(text, 0), options);
  return { value: issues.length > 0 ? undefined : value, issues, repairs, numberSpellings };
}
