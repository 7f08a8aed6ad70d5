import { HelveError } from "@helve/core";

/** The error of a service that could not be reached, or did not answer as expected. The message has no keys and no query of the address. */
export class HttpError extends HelveError {
  override readonly code = "http_error";
  /** The status of the answer; `undefined` if there was none. */
  readonly status: number | undefined;

  constructor(message: string, options: { readonly status?: number | undefined; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status;
  }
}
