import { HelveError } from "@helve/core";

/** The command line is invalid; nothing has run. */
export class UsageError extends HelveError {
  override readonly code = "usage";
}
