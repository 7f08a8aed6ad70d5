import { HelveError } from "@helve/core";

/** The command line, the rules or the script are invalid; nothing has run. */
export class UsageError extends HelveError {
  override readonly code = "usage";
}
