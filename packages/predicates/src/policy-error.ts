import { HelveError } from "@helve/core";

/** The error of `predicates()` for an invalid policy: `codeArguments` names a language that is not in `languages`, or a language has no reader. */
export class PolicyError extends HelveError {
  override readonly code = "invalid_policy";
}
