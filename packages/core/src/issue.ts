/** A place in a text. */
export interface TextPosition {
  /** UTF-16 units from the start, 0-based. */
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}

/** A stretch of a text; `end` is the first place after it. */
export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** A change of the text that would mend an issue. */
export interface QuickFix {
  /** What it does, as an order: `Write "trigger"`. */
  readonly title: string;
  readonly range: TextRange;
  readonly text: string;
}

/**
 * What is wrong with a document, with arguments or with rules, at one place.
 *
 * @example
 * { code: "type", message: '"timeout" must be a number (got "soon")', path: "/timeout", expected: "number" }
 */
export interface Issue {
  /** What kind of fault, as a stable word. */
  readonly code: string;
  /** What is wrong and what would be right, for people and for models. */
  readonly message: string;
  /** How bad it is: `error` when it is absent. */
  readonly severity?: "error" | "warning" | "info";
  /** Where, as a JSON pointer; `""` is the whole. */
  readonly path?: string;
  /** Where in the text. */
  readonly range?: TextRange;
  /** What would be right, when a word can say it. */
  readonly expected?: string;
  readonly quickFix?: QuickFix;
}

/**
 * One line for one issue, with its place in the text before it.
 *
 * @param file - the name of the text's file; left out when not given
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
  /** Every problem, in the order of the input; empty if there is none. */
  readonly issues: readonly Issue[];
}
