import { HelveError } from "@helve/core";

/** An action return can't be taken up again: it does not wait for an answer. */
export class ResumeError extends HelveError {
  override readonly code = "not_pending";
}
