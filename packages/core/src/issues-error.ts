import { HelveError } from "./error.ts";
import { formatIssue, type Issue } from "./issue.ts";

/** Base class of errors that contain every issue of a document, of arguments or of rules. */
export abstract class IssuesError extends HelveError {
  readonly issues: readonly Issue[];

  /** Builds the message: one line per issue, with its location first. */
  constructor(issues: readonly Issue[], options?: ErrorOptions) {
    super(issues.map((issue) => formatIssue(issue)).join("\n"), options);
    this.issues = issues;
  }
}
