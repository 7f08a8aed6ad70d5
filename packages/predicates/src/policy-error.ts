import { HelveError } from "@helve/core";

/** A policy contradicts itself: `codeArguments` names a language that is not in `languages`. */
export class PolicyError extends HelveError {
  override readonly code = "invalid_policy";
}
