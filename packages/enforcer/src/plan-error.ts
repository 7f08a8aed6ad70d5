import { IssuesError } from "@helve/core";

/**
 * Rules would not guard as they read: they name what the host does not have, or could never fire; or the engine's options
 * can't be meant. Its issues about rules have a `range` where the rules were read from a text.
 */
export class PlanError extends IssuesError {
  override readonly code = "invalid_plan";
}
