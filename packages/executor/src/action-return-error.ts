import { IssuesError } from "@helve/core";

/** A value is no action return: everything that is wrong with its shape. */
export class ActionReturnError extends IssuesError {
  override readonly code = "invalid_action_return";
}
