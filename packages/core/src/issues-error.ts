import { HelveError } from "./error.ts";
import { formatIssue, type Issue } from "./issue.ts";

/** The base of errors that hold all that is wrong with a document, with arguments or with rules. */
export abstract class IssuesError extends HelveError {
  readonly issues: readonly Issue[];

  /** The message has a line for each issue, with its place in the text before it. */
  constructor(issues: readonly Issue[], options?: ErrorOptions) {
    super(issues.map((issue) => formatIssue(issue)).join("\n"), options);
    this.issues = issues;
  }
}
