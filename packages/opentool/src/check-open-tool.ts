import type { Issue, TextRange } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import { readDocument } from "./check/read-document.ts";
import type { Misspelt } from "./check/reader.ts";
import type { OpenTool } from "./document.ts";
import { readText } from "./document-text.ts";
import { place } from "./place.ts";

/** What came of looking at a document. */
export interface CheckedOpenTool {
  /** The document; absent when there are errors. */
  readonly document?: OpenTool;
  /** Everything that is wrong. */
  readonly errors: readonly Issue[];
  /**
   * What is allowed, but hardly meant: a field with a name close to a known one (`unknown_field`), a field of a later
   * version than the one that the document names (`newer_field`).
   */
  readonly warnings: readonly Issue[];
}

/**
 * Looks at an OpenTool document as `parseOpenTool` does, and never throws.
 *
 * @param input - JSON text, YAML text, or a value that was parsed already; the issues of a text have a `range` in it
 *
 * @example
 * const { document, errors, warnings } = checkOpenTool(await readFile("weather.yaml", "utf8"));
 * for (const issue of [...errors, ...warnings]) console.log(formatIssue(issue, "weather.yaml"));
 */
export function checkOpenTool(input: unknown): CheckedOpenTool {
  if (typeof input !== "string") return checkGiven(input);
  const text = readText(input);
  if (!text.isRead) return { errors: text.issues, warnings: [] };
  const { document, errors, warnings } = checkValue(text.value);
  const all = [...text.issues, ...located(errors, text.rangeOf)];
  return {
    ...(document !== undefined && all.length === 0 && { document }),
    errors: all,
    warnings: located(warnings, text.rangeOf),
  };
}

/** A value that was not read from a text may have members that throw. */
function checkGiven(value: unknown): CheckedOpenTool {
  try {
    return checkValue(value);
  } catch (error) {
    const message = `the document can't be read: ${error}`;
    return { errors: [{ code: "not_json", message, path: "" }], warnings: [] };
  }
}

function checkValue(value: unknown): CheckedOpenTool {
  const { errors: found, warnings: early, misspelt } = readDocument(value);
  if (found.length + early.length + misspelt.length === 0) {
    return { document: value as OpenTool, errors: [], warnings: [] };
  }
  const missing = new Set(found.flatMap(({ code, path }) => (code === "required" ? [path] : [])));
  const warnings = [...misspelt.filter((field) => !missing.has(meantPath(field))).map(misspeltIssue), ...early];
  const names = new Map(misspelt.map((field) => [meantPath(field), field.name]));
  const errors = found.map((issue) => (issue.code === "required" ? withName(issue, names) : issue));
  return { ...(errors.length === 0 && { document: value as OpenTool }), errors, warnings };
}

/** The warning of a misspelt field. */
function misspeltIssue({ path, name, meant }: Misspelt): Issue {
  const at = [...path, name];
  const message = `${place(at)} is not a known field, did you mean ${quote(meant)}?`;
  return { code: "unknown_field", message, path: jsonPointer(at), expected: meant };
}

function meantPath({ path, meant }: Misspelt): string {
  return jsonPointer([...path, meant]);
}

/** A field that is missing, with the name that it was probably given. */
function withName(issue: Issue, names: ReadonlyMap<string, string>): Issue {
  const name = names.get(issue.path ?? "");
  return name === undefined ? issue : { ...issue, message: `${issue.message}, did you mean it by ${quote(name)}?` };
}

function located(issues: readonly Issue[], rangeOf: (issue: Issue) => TextRange | undefined): readonly Issue[] {
  return issues.map((issue) => {
    const range = rangeOf(issue);
    return range === undefined ? issue : { ...issue, range };
  });
}
