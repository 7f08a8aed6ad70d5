import { IssuesError } from "@helve/core";

/** An executor cannot be made: two of its tools have one name. */
export class ExecutorError extends IssuesError {
  override readonly code = "invalid_executor";
}
