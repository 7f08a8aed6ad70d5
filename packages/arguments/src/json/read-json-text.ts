import type { ResolvedOptions } from "../options.ts";
import { char } from "./chars.ts";
import { readInner } from "./escaped-text.ts";
import { notJson, readExactly } from "./read-exactly.ts";
import { textIssue } from "./reader.ts";
import type { Expected, Reading } from "./reading.ts";
import { recover } from "./recover.ts";
import { afterSpace } from "./skip.ts";

/**
 * Reads the arguments' text: JSON as it is; else, when repair is on, whatever can be mended beyond doubt.
 *
 * @param likelyBroken - whether to mend first, which is the faster way for a text that is not JSON: `JSON.parse` takes
 *   longer to fail than a short text takes to mend. What comes of it is the same
 */
export function readJsonText(
  text: string,
  options: ResolvedOptions,
  expected: Expected,
  likelyBroken: boolean = looksBroken(text),
): Reading {
  if (text.length > options.maxLength) return tooLong(text, options.maxLength);
  if (!options.repair) return readUnmended(text, options);
  // A text that begins with a quote may be one JSON string, with anything in it.
  if (likelyBroken && text.charCodeAt(afterSpace(text, 0)) !== char.doubleQuote) {
    const reading = recover(text, options, expected);
    if (reading !== undefined && reading.issues.length === 0 && !mayBeJson(reading)) return reading;
  }
  const exact = readExactly(text, options);
  if (exact === undefined) return recover(text, options, expected) ?? notJson(text);
  const { value } = exact;
  if (typeof value === "string" && /^\s*"?\s*[{[]/.test(value)) return readInner(value, text, options, expected);
  return exact;
}

/** Whether all that is said of a text can be said of JSON, too: `JSON.parse` is to say whether it is. */
function mayBeJson({ repairs }: Reading): boolean {
  return repairs.length > 0 && repairs.every(({ kind }) => kind === "duplicate_key" || kind === "big_integer");
}

/** Whether the ends of a text show that it is no JSON object. */
export function looksBroken(text: string): boolean {
  const last = text.length - 1;
  if (text.charCodeAt(0) !== char.curlyOpen) return false;
  const end = text.charCodeAt(last);
  if (end !== char.curlyClose) return end > char.space;
  return text.charCodeAt(1) === char.singleQuote || text.charCodeAt(last - 1) === char.comma;
}

/** Reads JSON, also between the lines of a fence of its own; the first of them may be missing. */
function readUnmended(text: string, options: ResolvedOptions): Reading {
  const { start, end } = betweenFences(text);
  const json = text.slice(start, end);
  const reading = readExactly(json, options) ?? notJson(text, start, end);
  if (json === text) return reading;
  const fence = { kind: "fence", path: "", offset: start, before: text, after: json };
  return { ...reading, repairs: [fence, ...reading.repairs] };
}

function betweenFences(text: string): { readonly start: number; readonly end: number } {
  const trimmed = text.trimEnd();
  if (!trimmed.endsWith("\n```")) return { start: 0, end: text.length };
  const first = text.length - text.trimStart().length;
  const opener = "```json\n";
  return { start: text.startsWith(opener, first) ? first + opener.length : 0, end: trimmed.length - "\n```".length };
}

function tooLong(text: string, most: number): Reading {
  const message = `too long: ${text.length} characters (at most ${most})`;
  const issue = textIssue("", { code: "too_long", message, start: 0, end: 0 });
  return { value: undefined, issues: [issue], repairs: [] };
}
