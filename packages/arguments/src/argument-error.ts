import { IssuesError } from "@helve/core";

/** The arguments of a call do not fit its tool. */
export class ArgumentError extends IssuesError {
  override readonly code = "invalid_arguments";
}
