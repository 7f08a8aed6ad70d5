import { IssuesError } from "@helve/core";

/** The error of invalid options of `guard`: an unknown preset or option, the path of a file in place of rules, rules that can't be combined. */
export class GuardError extends IssuesError {
  override readonly code = "invalid_guard";
}
