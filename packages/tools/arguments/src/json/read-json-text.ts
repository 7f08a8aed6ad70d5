import type { ResolvedOptions } from "../decode-options.ts";
import { char, isQuote } from "./characters.ts";
import type { ExpectedParameters } from "./expected-parameters.ts";
import { findArguments } from "./find-arguments.ts";
import type { JsonReading } from "./json-reading.ts";
import { contentStart } from "./object-start.ts";
import { afterSpace } from "./skip-space.ts";
import { notJsonReading, readStrictJson } from "./strict-json.ts";
import { textIssue } from "./text-issue.ts";

/**
 * Reads a text that should be JSON. Valid JSON is read unchanged; other text is repaired if `options.repair` allows it and
 * the intent is unambiguous.
 *
 * @param likelyInvalid - whether to repair before trying `JSON.parse`. This is faster for invalid text, since `JSON.parse`
 *   takes longer to fail than a short text takes to repair; the result is the same
 */
export function readJsonText(
  text: string,
  options: ResolvedOptions,
  expected: ExpectedParameters,
  likelyInvalid: boolean = looksInvalid(text),
): JsonReading {
  if (text.length > options.maxLength) return tooLongReading(text, options.maxLength);
  if (!options.repair) return readWithoutRepair(text, options);
  // A text that starts with a quote may be one JSON string with any content.
  if (likelyInvalid && text.charCodeAt(afterSpace(text, 0)) !== char.doubleQuote) {
    const reading = repairText(text, options, expected);
    if (reading !== undefined && reading.issues.length === 0 && !hasOnlyPolicyRepairs(reading)) return reading;
  }
  const strict = readStrictJson(text, options);
  if (strict === undefined) return repairText(text, options, expected) ?? notJsonReading(text);
  const { value } = strict;
  if (typeof value === "string" && /^\s*"?\s*[{[]/.test(value)) return readNestedJson(value, text, options, expected);
  return strict;
}

/** Repairs a text that is not JSON; `undefined` if it contains nothing that looks like arguments. */
function repairText(text: string, options: ResolvedOptions, expected: ExpectedParameters): JsonReading | undefined {
  const start = contentStart(text);
  const inner = unescapedText(text, start);
  if (inner !== undefined) return readNestedJson(inner, text, options, expected);
  return findArguments(text, start, options, expected);
}

/** Whether all repairs can also occur in valid JSON, so that only `JSON.parse` can tell whether the text is valid. */
function hasOnlyPolicyRepairs({ repairs }: JsonReading): boolean {
  return repairs.length > 0 && repairs.every(({ kind }) => kind === "duplicate_key" || kind === "big_integer");
}

/** Whether the first or last characters show that a text is not valid JSON, for example `{'` or `,}`. */
export function looksInvalid(text: string): boolean {
  const last = text.length - 1;
  if (text.charCodeAt(0) !== char.curlyOpen) return false;
  const end = text.charCodeAt(last);
  if (end !== char.curlyClose) return end > char.space;
  return text.charCodeAt(1) === char.singleQuote || text.charCodeAt(last - 1) === char.comma;
}

/** Reads valid JSON, also within a Markdown fence whose first line may be missing. */
function readWithoutRepair(text: string, options: ResolvedOptions): JsonReading {
  const { start, end } = jsonWithinFence(text);
  const json = text.slice(start, end);
  const reading = readStrictJson(json, options) ?? notJsonReading(text, start, end);
  if (json === text) return reading;
  const fence = { kind: "fence", path: "", offset: start, before: text, after: json };
  return { ...reading, repairs: [fence, ...reading.repairs] };
}

/** The offsets of the content of a Markdown fence; of the whole text without a fence. */
function jsonWithinFence(text: string): { readonly start: number; readonly end: number } {
  const trimmed = text.trimEnd();
  if (!trimmed.endsWith("\n```")) return { start: 0, end: text.length };
  const first = text.length - text.trimStart().length;
  const opener = "```json\n";
  return { start: text.startsWith(opener, first) ? first + opener.length : 0, end: trimmed.length - "\n```".length };
}

/** The failed reading of a text that is longer than `maxLength`. */
function tooLongReading(text: string, maxLength: number): JsonReading {
  const message = `too long: ${text.length} characters (at most ${maxLength})`;
  const issue = textIssue("", { code: "too_long", message, start: 0, end: 0 });
  return { value: undefined, issues: [issue], repairs: [] };
}

/**
 * Reads JSON that was within a JSON string.
 *
 * Its issues and repairs have no offsets, because those would not be offsets of the whole text.
 *
 * @param before - the text or value that contained the string, for the repair
 */
function readNestedJson(
  inner: string,
  before: unknown,
  options: ResolvedOptions,
  expected: ExpectedParameters,
): JsonReading {
  const { value, issues, repairs } = readJsonText(inner, options, expected);
  return {
    value,
    issues: issues.map(({ range: _, ...issue }) => issue),
    repairs: [
      { kind: "escaped_json", path: "", before, after: inner },
      ...repairs.map(({ offset: _, ...repair }) => repair),
    ],
  };
}

/**
 * Unescapes text whose quotes all have a backslash, like a JSON string without its own quotes: `{\"a\": 1}`.
 *
 * @returns the text without the backslashes; `undefined` if the text does not have this form
 */
function unescapedText(text: string, start: number): string | undefined {
  const first = text.charCodeAt(start);
  const open = isQuote(first) ? start + 1 : start;
  const code = text.charCodeAt(open);
  if (code !== char.curlyOpen && code !== char.squareOpen) return undefined;
  const next = afterEscapedSpace(text, open + 1);
  if (text.charCodeAt(next) !== char.backslash || text.charCodeAt(next + 1) !== char.doubleQuote) return undefined;
  // Text that also has quotes without a backslash is repaired in place instead.
  if (open === start && /[^\\]"/.test(text.slice(next + 2))) return undefined;
  const escaped = text.slice(open).trimEnd();
  const body =
    open > start && escaped.endsWith(text.charAt(start)) && !escaped.endsWith('\\"') ? escaped.slice(0, -1) : escaped;
  return withoutEscapes(body);
}

/** Returns the offset after white space and escaped line breaks. */
function afterEscapedSpace(text: string, from: number): number {
  let at = afterSpace(text, from);
  while (text.startsWith("\\n", at) || text.startsWith("\\t", at)) at = afterSpace(text, at + 2);
  return at;
}

/** Unescapes a text like the content of a JSON string. */
function withoutEscapes(text: string): string {
  try {
    const inner: unknown = JSON.parse(`"${text}"`);
    if (typeof inner === "string") return inner;
  } catch {
    // The text has unescaped line breaks, or is truncated.
  }
  return text.replaceAll('\\"', '"').replaceAll("\\\\", "\\");
}
