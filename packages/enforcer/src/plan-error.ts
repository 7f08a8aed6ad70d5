import { IssuesError } from "@helve/core";

/** Rules name a predicate or a fix that the host does not have: they would not guard as they read. */
export class PlanError extends IssuesError {
  override readonly code = "invalid_plan";
}
