import type { Issue, ReadResult } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import type { OpenTool } from "../document.ts";
import { withoutNullFields } from "../document-fields.ts";
import { pathText } from "../json-path.ts";
import { checkDocumentFields } from "./check-document.ts";
import type { FieldTypo } from "./document-reader.ts";
import { formatHint } from "./format-hint.ts";

/**
 * Reads a parsed document as `readOpenTool` does, without the reader of YAML texts.
 * Unlike a value that was parsed from text, it may have getters that throw.
 */
export function readOpenToolValue(value: unknown): ReadResult<OpenTool> {
  try {
    return checkDocument(value);
  } catch (error) {
    const message = `the document can't be read: ${error}`;
    return { value: undefined, issues: [{ code: "not_json", message, path: "" }] };
  }
}

/** Checks every field of a document, and adds the probable typo to the error of a missing field. */
export function checkDocument(value: unknown): ReadResult<OpenTool> {
  const findings = checkDocumentFields(value);
  if (findings.length === 0) return { value: value as OpenTool, issues: [] };
  const missing = new Set(findings.flatMap(({ issue }) => (issue?.code === "required" ? [issue.path] : [])));
  const typos = new Map(findings.flatMap(({ typo }) => (typo ? [[intendedPath(typo), typo.name] as const] : [])));
  const issues = findings.flatMap(({ issue, typo }): readonly Issue[] => {
    // A typo of a required field is part of the error of the missing field.
    if (typo !== undefined) return missing.has(intendedPath(typo)) ? [] : [typoWarning(typo)];
    return [issue.code === "required" ? withTypo(issue, typos) : issue];
  });
  if (issues.some(({ severity }) => severity !== "warning")) {
    const hint = formatHint(value);
    return { value: undefined, issues: hint === undefined ? issues : [hint, ...issues] };
  }
  const hasNullFields = issues.some(({ code }) => code === "null_field");
  return { value: (hasNullFields ? withoutNullFields(value, "document") : value) as OpenTool, issues };
}

/** Creates the warning for a field that is probably a typo. */
function typoWarning({ path, name, intended }: FieldTypo): Issue {
  const fieldPath = [...path, name];
  const message = `${pathText(fieldPath)} is not a known field, did you mean ${quote(intended)}?`;
  return { code: "unknown_field", message, path: jsonPointer(fieldPath), expected: intended, severity: "warning" };
}

/** Returns the JSON pointer to the field that was probably intended. */
function intendedPath({ path, intended }: FieldTypo): string {
  return jsonPointer([...path, intended]);
}

/** Adds the name of the probable typo to the error of a missing field. */
function withTypo(issue: Issue, names: ReadonlyMap<string, string>): Issue {
  const name = names.get(issue.path ?? "");
  return name === undefined ? issue : { ...issue, message: `${issue.message}, is ${quote(name)} a typo?` };
}
