import { IssuesError } from "@helve/core";

/**
 * The error of `predicates()` for an invalid policy, with every issue: a member of another type or with an unknown name,
 * `tools` with a language that is not in `languages`, a language without a reader.
 */
export class PolicyError extends IssuesError {
  override readonly code = "invalid_policy";
}
