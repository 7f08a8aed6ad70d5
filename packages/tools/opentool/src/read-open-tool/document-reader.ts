/** Holds the state of checking a document: the current path, and the issues found so far. */
import type { Issue } from "@helve/core";
import { jsonPointer, withoutUndefined } from "@helve/core/internal";
import { pathText } from "../json-path.ts";

/** The state of checking a document: the current location, and the issues found so far. */
export interface DocumentReader {
  /** The path of the current object; it grows and shrinks during the check. */
  readonly path: PropertyKey[];
  /** The document's schemas, which references name. */
  readonly schemas: unknown;
  /** The document's OpenTool version; empty if it has none. */
  readonly version: string;
  /** The issues and typos found so far, in the order of the document. */
  readonly findings: Finding[];
  /** Deeply nested schemas that are checked later. */
  readonly deferred: DeferredSchema[];
}

/** An issue, or a typo that becomes a warning if the error of a missing field doesn't already mention it. */
export type Finding =
  | { readonly issue: Issue; readonly typo?: undefined }
  | { readonly issue?: undefined; readonly typo: FieldTypo };

/** An unknown field whose name is close to a known one. */
export interface FieldTypo {
  /** The object that has it. */
  readonly path: readonly PropertyKey[];
  readonly name: string;
  /** The known field that was probably intended. */
  readonly intended: string;
}

/** A schema to check later, with its path and nesting depth. */
interface DeferredSchema {
  readonly schema: object;
  readonly path: readonly PropertyKey[];
  readonly depth: number;
}

/** An object whose own fields are to be read. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** A violated rule, and where. */
export interface RuleViolation {
  readonly code: string;
  /** The path from the current object to the invalid value; absent for the object itself. */
  readonly at?: readonly PropertyKey[];
  /** The rest of the message after the path. */
  readonly problem: string;
  readonly expected?: string;
}

/** Adds an error at a path relative to the current object. */
export function addError(
  { path, findings }: DocumentReader,
  { code, at = [], problem, expected }: RuleViolation,
): void {
  const whole = [...path, ...at];
  const message = `${whole.length === 0 ? "the document" : pathText(whole)} ${problem}`;
  const issue = withoutUndefined({ code, message, path: jsonPointer(whole), expected });
  findings.push({ issue });
}
