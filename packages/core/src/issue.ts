/** A problem in a document, in arguments or in rules: message, location and quick fixes. */

/** A position in a text. */
export interface TextPosition {
  /** UTF-16 units from the start, 0-based. */
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}

/** A part of a text; `end` is the position after its last character. */
export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** A change of the text that resolves an issue. */
export interface QuickFix {
  /** The title of the change, as an imperative: `Write "trigger"`. */
  readonly title: string;
  readonly range: TextRange;
  readonly text: string;
}

/**
 * A problem in a document, in arguments or in rules, with its location.
 *
 * @example
 * { code: "type", message: '"timeout" must be a number (got "soon")', path: "/timeout", expected: "number" }
 */
export interface Issue {
  /** The kind of problem, a stable identifier. */
  readonly code: string;
  /** The problem, and what would be right, for people and models. */
  readonly message: string;
  /** `error` by default. */
  readonly severity?: "error" | "warning" | "info";
  /** JSON pointer to the value; `""` for the whole document. */
  readonly path?: string;
  /** Location in the text. */
  readonly range?: TextRange;
  /** The expected value, if a short phrase can express it: `number`. */
  readonly expected?: string;
  readonly quickFix?: QuickFix;
}

/**
 * Formats an issue as one line, with its location in the text first.
 *
 * @param file - name of the file; omitted if absent
 *
 * @example
 * formatIssue(issue, "rules.agentspec"); // rules.agentspec:3:1: expected "check"
 */
export function formatIssue(issue: Issue, file?: string): string {
  const place = issue.range && `${issue.range.start.line}:${issue.range.start.column}`;
  const where = [file, place].filter((part) => part !== undefined).join(":");
  return where === "" ? issue.message : `${where}: ${issue.message}`;
}

/** The result of a function that reads untrusted input and never throws. */
export interface ReadResult<Value> {
  /** `undefined` if the input has an issue of severity `error`. */
  readonly value: Value | undefined;
  /** Every problem, in the order of the input; empty for valid input. */
  readonly issues: readonly Issue[];
}
