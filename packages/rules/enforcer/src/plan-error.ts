import { IssuesError } from "@helve/core";

/**
 * The rules can't be enforced as written, or the engine's options are invalid: a rule names a predicate, a fix or an
 * enforcement that the application does not provide, or it could never fire. The `issues` list every problem; issues of rules
 * that were parsed from a text have a `range`.
 */
export class PlanError extends IssuesError {
  override readonly code = "invalid_plan";
}
