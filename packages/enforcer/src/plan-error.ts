import { IssuesError } from "@helve/core";

/** Rules would not guard as they read: they name what the host does not have, or could never fire. */
export class PlanError extends IssuesError {
  override readonly code = "invalid_plan";
}
