import { jsonSyntaxIssue } from "@helve/core/internal";
import type { ResolvedOptions } from "../decode-options.ts";
import { certainReading } from "./certain-reading.ts";
import type { JsonReading } from "./expected-parameters.ts";
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

/** The result of `JSON.parse`; `undefined` if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a result of `JSON.parse` surely equals the text: every number has at most 15 integer digits, and nothing is
 * nested deeper than `maxDepth`.
 */
export function isLossless(value: unknown, maxDepth: number): boolean {
  if (typeof value === "number") return hasFewDigits(value);
  return typeof value !== "object" || value === null || isLosslessContainer(value, maxDepth);
}

/** Walks the value of every valid text, so it is written for speed. */
function isLosslessContainer(value: object, levels: number): boolean {
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (typeof item === "number" && !hasFewDigits(item)) return false;
      if (typeof item === "object" && item !== null && !isLosslessContainer(item, levels - 1)) return false;
    }
    return true;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    const member = members[key];
    if (typeof member === "number" && !hasFewDigits(member)) return false;
    if (typeof member === "object" && member !== null && !isLosslessContainer(member, levels - 1)) return false;
  }
  return true;
}

/** Whether a number has at most 15 integer digits, so that `JSON.parse` reads its integer digits exactly. */
function hasFewDigits(value: number): boolean {
  return value < 1e15 && value > -1e15;
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
