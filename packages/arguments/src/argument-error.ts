import { type Issue, IssuesError } from "@helve/core";
import { type FeedbackOptions, feedback, feedbackWithoutArguments } from "./feedback.ts";

/** The arguments of a call do not fit its tool. */
export class ArgumentError extends IssuesError {
  override readonly code = "invalid_arguments";
  readonly #given: { readonly raw: unknown } | undefined;

  /** @param options - `raw`: what the model sent, to be shown by `forModel` */
  constructor(issues: readonly Issue[], options: ErrorOptions & { readonly raw?: unknown } = {}) {
    super(issues, options);
    this.#given = "raw" in options ? { raw: options.raw } : undefined;
  }

  /** What to answer the model: its own arguments with each issue at its place. See {@link feedback}. */
  forModel(options: FeedbackOptions = {}): string {
    if (this.#given === undefined) return feedbackWithoutArguments(this.issues, options);
    return feedback(this.#given.raw, this.issues, options);
  }
}
