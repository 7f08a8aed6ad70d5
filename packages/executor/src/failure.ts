import { type ActionStatus, type ErrorJson, errorJson, type Recoverable } from "@helve/core";

/** The reason why a stage of the pipeline ended a call without success. */
export interface Failure {
  readonly status: Exclude<ActionStatus, "success">;
  readonly error: ErrorJson;
  readonly recoverable: Recoverable;
  /** The text that the model reads; the error's message if absent. */
  readonly observation?: string;
}

/** The result of a stage: its record, and either the value for the next stage or the failure that ends the call. */
export type StageResult<Record, Value> =
  | { readonly ok: true; readonly record: Record; readonly value: Value }
  | { readonly ok: false; readonly record: Record; readonly failure: Failure };

/**
 * Returns the failure for a bug in the host's code. The caller gets the cause; the model only reads that an unexpected error
 * occurred.
 *
 * @param what - what failed, without a full stop at the end
 */
export function unexpectedFailure(status: Failure["status"], what: string, cause: unknown): Failure {
  const error = errorJson(cause);
  return {
    status,
    error: { code: "unexpected", message: `${what}: ${error.message}`, cause: error },
    recoverable: "caller",
    observation: `${what} because of an unexpected error.`,
  };
}

/** Returns the failure for a call whose caller aborted its signal. */
export function abortedFailure(status: Failure["status"], tool: string): Failure {
  const error = { code: "aborted", message: `${tool} was aborted by the caller.` };
  return { status, error, recoverable: "caller" };
}
