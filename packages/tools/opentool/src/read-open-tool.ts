import type { Issue, ReadResult, TextRange } from "@helve/core";
import type { OpenTool } from "./document.ts";
import { OpenToolError } from "./open-tool-error.ts";
import { readDocumentText } from "./read-open-tool/document-text.ts";
import { checkDocument, readOpenToolValue } from "./read-open-tool/read-value.ts";

/**
 * Reads an OpenTool document and never throws (OpenTool 1.0.0 to 2.0.0; unknown fields are kept as they are).
 *
 * Issues without a `severity` are errors. An issue of severity `"warning"` is allowed but probably a mistake: a field
 * whose name is close to a known one (`unknown_field`), a field of a later OpenTool version than the document's
 * (`newer_field`), an optional field that is `null` (`null_field`), which is read as absent.
 *
 * For a document of an older dialect, or tools in another format, the first error names the function that converts it
 * (`dialect`, `format`).
 *
 * @param input - JSON text, YAML text, or a parsed value; the issues of a text have a `range`
 * @returns the document, `undefined` if there is an error; and all issues, errors and warnings in the order of the
 *   input. In a parsed value, the issues of an object itself (a missing field, a duplicate name) precede those inside
 *   it; those of schemas nested more than 100 levels deep come last.
 *
 * @example
 * const { value, issues } = readOpenTool(await readFile("weather.yaml", "utf8"));
 * for (const issue of issues) console.log(formatIssue(issue, "weather.yaml"));
 */
export function readOpenTool(input: unknown): ReadResult<OpenTool> {
  if (typeof input !== "string") return readOpenToolValue(input);
  const text = readDocumentText(input);
  if (!text.isRead) return { value: undefined, issues: text.issues };
  const { value, issues } = checkDocument(text.value);
  return {
    value: text.issues.length === 0 ? value : undefined,
    issues: inTextOrder([...text.issues, ...withRanges(issues, text.rangeOf)]),
  };
}

/**
 * Reads an OpenTool document (OpenTool 1.0.0 to 2.0.0; unknown fields are kept as they are).
 *
 * Besides the rules in the tables of the specification, names must be unique and references must name an existing
 * schema. Warnings are dropped; `readOpenTool` reports them.
 *
 * @param input - JSON text, YAML text, or a parsed value, which is returned unchanged unless optional fields are `null`
 * @throws OpenToolError with every error, and its line and column if the input is text
 *
 * @example
 * const { functions } = parseOpenTool(await readFile("weather.json", "utf8"));
 */
export function parseOpenTool(input: unknown): OpenTool {
  const { value, issues } = readOpenTool(input);
  if (value === undefined) throw new OpenToolError(issues.filter(({ severity }) => severity !== "warning"));
  return value;
}

/** Adds the text range to each issue. */
function withRanges(issues: readonly Issue[], rangeOf: (issue: Issue) => TextRange | undefined): readonly Issue[] {
  return issues.map((issue) => {
    const range = rangeOf(issue);
    return range === undefined ? issue : { ...issue, range };
  });
}

/** Sorts issues by where they start in the text. Issues without a range come first. */
function inTextOrder(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted((a, b) => (a.range?.start.offset ?? -1) - (b.range?.start.offset ?? -1));
}

/**
 * Whether an issue is structural, that is, whether the package's JSON Schema files find it too: a field that is
 * missing or of the wrong type, an invalid name or version, a value that is not one of the choices.
 *
 * Other issues need the whole document (`duplicate`, `ref`, `unknown_property`, `depth`) or its text (`json`,
 * `yaml`, `duplicate_key`, `not_json`, `size`).
 */
export function isStructural({ code }: Issue): boolean {
  return structuralCodes.has(code);
}

const structuralCodes: ReadonlySet<string> = new Set(["required", "type", "enum", "name", "version"]);
