import { type Issue, IssuesError } from "@helve/core";
import { type FeedbackOptions, feedback, feedbackWithoutArguments } from "./feedback.ts";

/** The error of `decodeOrThrow`: the arguments of a call do not match the tool's schema. `issues` lists every problem. */
export class ArgumentError extends IssuesError {
  override readonly code = "invalid_arguments";
  readonly #sent: { readonly raw: unknown } | undefined;

  /** @param options - `raw`: what the model sent, which `forModel` shows */
  constructor(issues: readonly Issue[], options: ErrorOptions & { readonly raw?: unknown } = {}) {
    super(issues, options);
    this.#sent = "raw" in options ? { raw: options.raw } : undefined;
  }

  /** The message to send back to the model: its own arguments with each issue marked in place. See {@link feedback}. */
  forModel(options: FeedbackOptions = {}): string {
    if (this.#sent === undefined) return feedbackWithoutArguments(this.issues, options);
    return feedback(this.#sent.raw, this.issues, options);
  }
}
