import type { ResolvedOptions } from "../options.ts";
import { char, isQuote } from "./chars.ts";
import { readJsonText } from "./read-json-text.ts";
import type { Expected, Reading } from "./reading.ts";
import { afterSpace } from "./skip.ts";

/**
 * Reads JSON within a JSON string: one that `JSON.parse` gave.
 *
 * Offsets are left out of what is said of it: they would not be those of the whole text.
 */
export function readInner(inner: string, before: unknown, options: ResolvedOptions, expected: Expected): Reading {
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
 * Reads text whose quotes all have a backslash, as within a JSON string whose own quotes are missing: `{\"a\": 1}`.
 *
 * @returns `undefined` when the text is not of this form
 */
export function readEscapedText(
  text: string,
  start: number,
  options: ResolvedOptions,
  expected: Expected,
): Reading | undefined {
  const first = text.charCodeAt(start);
  const open = isQuote(first) ? start + 1 : start;
  const code = text.charCodeAt(open);
  if (code !== char.curlyOpen && code !== char.squareOpen) return undefined;
  const next = afterEscapedSpace(text, open + 1);
  if (text.charCodeAt(next) !== char.backslash || text.charCodeAt(next + 1) !== char.doubleQuote) return undefined;
  // One string with quotes of its own kind is for the reader.
  if (open === start && /[^\\]"/.test(text.slice(next + 2))) return undefined;
  const escaped = text.slice(open).trimEnd();
  const body =
    open > start && escaped.endsWith(text.charAt(start)) && !escaped.endsWith('\\"') ? escaped.slice(0, -1) : escaped;
  return readInner(unescaped(body), text, options, expected);
}

function afterEscapedSpace(text: string, from: number): number {
  let at = afterSpace(text, from);
  while (text.startsWith("\\n", at) || text.startsWith("\\t", at)) at = afterSpace(text, at + 2);
  return at;
}

function unescaped(text: string): string {
  try {
    const inner: unknown = JSON.parse(`"${text}"`);
    if (typeof inner === "string") return inner;
  } catch {
    // It has line breaks of its own, or was cut off.
  }
  return text.replaceAll('\\"', '"').replaceAll("\\\\", "\\");
}
