/** The errors of requests: the five exceptions of the OpenTool specification, and others. */

import { type ErrorJson, HelveError, IssuesError } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";

/** An option of a client or a toolkit is invalid. */
export class ClientOptionsError extends IssuesError {
  override readonly code = "invalid_client";
}

/** Base class of the errors of a request. */
export abstract class RequestError extends HelveError {
  /** The number of the error: of the function that failed, or the HTTP status; `undefined` if not found. */
  readonly status: number | undefined;

  constructor(message: string, options: RequestErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.status = options.status;
  }

  override toJSON(): ErrorJson & { readonly status?: number } {
    return withoutUndefined({ ...super.toJSON(), status: this.status });
  }
}

/** Options of a {@link RequestError}. */
export interface RequestErrorOptions extends ErrorOptions {
  readonly status?: number | undefined;
}

/** The server sent no response where one is needed (`ResponseNullException`). */
export class ResponseNullError extends RequestError {
  override readonly code = "response_null";
}

/** The response says that the call failed, but has no error (`ErrorNullException`). */
export class ErrorNullError extends RequestError {
  override readonly code = "error_null";
}

/** The key is missing or wrong (`OpenToolServerUnauthorizedException`). */
export class UnauthorizedError extends RequestError {
  override readonly code = "unauthorized";
}

/** The server can't be reached, or is no OpenTool server (`OpenToolServerNoAccessException`). */
export class NoAccessError extends RequestError {
  override readonly code = "no_access";
}

/** The function failed, or the server refused the call (`OpenToolServerCallException`). `status` is the error's number, such as 405. */
export class ServerCallError extends RequestError {
  override readonly code = "call_failed";
}

/** The arguments can't be sent: JSON can't represent them, or they are no object. Nothing was sent. */
export class InvalidArgumentsError extends RequestError {
  override readonly code = "invalid_arguments";
}

/** The response can't be read: it is not JSON, too large, or answers another call. */
export class InvalidResponseError extends RequestError {
  override readonly code = "invalid_response";
}

/** The response took too long. The function may have run. */
export class ResponseTimeoutError extends RequestError {
  override readonly code = "timeout";
}
