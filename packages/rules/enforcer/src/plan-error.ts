import { IssuesError } from "@helve/core";

/**
 * The error of rules that can't be enforced as written, or of invalid options of the engine: a rule names a predicate, a fix or an
 * enforcement that the application does not provide, or it could never fire. The `issues` list every problem; issues of rules
 * that were parsed from a text have a `range`.
 */
export class PlanError extends IssuesError {
  override readonly code = "invalid_plan";
}
