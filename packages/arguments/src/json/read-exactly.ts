import { jsonSyntaxIssue } from "@helve/core/internal";

import type { ResolvedOptions } from "../options.ts";
import { readValue } from "./read-value.ts";
import { readerOf, textIssue } from "./reader.ts";
import type { Reading } from "./reading.ts";
import { skip } from "./skip.ts";

/**
 * Reads JSON: by `JSON.parse`, or by our own reader where that would lose something or a policy asks for more.
 *
 * @returns `undefined` when the text is not JSON
 */
export function readExactly(text: string, options: ResolvedOptions): Reading | undefined {
  const value = parsed(text);
  if (value === undefined) return undefined;
  if (options.duplicateKeys === "last" && isPlain(value, options.maxDepth)) return { value, issues: [], repairs: [] };
  return readByPolicy(text, options);
}

/** What `JSON.parse` gives; `undefined` when the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a value that `JSON.parse` gave is just what the text says: every number is one that 15 digits can write, and
 * nothing is nested too deeply.
 */
export function isPlain(value: unknown, maxDepth: number): boolean {
  if (typeof value === "number") return isShort(value);
  return typeof value !== "object" || value === null || isPlainObject(value, maxDepth);
}

/** The one walk of every right text's value: written out for speed. */
function isPlainObject(value: object, levels: number): boolean {
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (typeof item === "number" && !isShort(item)) return false;
      if (typeof item === "object" && item !== null && !isPlainObject(item, levels - 1)) return false;
    }
    return true;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    const member = members[key];
    if (typeof member === "number" && !isShort(member)) return false;
    if (typeof member === "object" && member !== null && !isPlainObject(member, levels - 1)) return false;
  }
  return true;
}

function isShort(value: number): boolean {
  return value < 1e15 && value > -1e15;
}

/** Says where a text is not JSON. */
export function notJson(text: string, start = 0, end: number = text.length): Reading {
  const found = jsonSyntaxIssue(text.slice(start, end));
  const from = start + (found?.range?.start.offset ?? 0);
  const to = start + (found?.range?.end.offset ?? end - start);
  const message = found?.message ?? "not JSON";
  const issue = textIssue(text, { code: "json", message, start: from, end: to, expected: found?.expected ?? "JSON" });
  return { value: undefined, issues: [issue], repairs: [] };
}

/** Reads JSON by our own reader. */
export function readByPolicy(text: string, options: ResolvedOptions): Reading {
  const reader = readerOf(text, options, { exact: true });
  skip(reader);
  const value = readValue(reader, "item");
  // A number at the top ends with the text.
  const repairs = reader.repairs.filter(({ kind }) => kind !== "truncated");
  return { value: reader.issues.length > 0 ? undefined : value, issues: reader.issues, repairs, spelt: reader.spelt };
}
