import { type ActionStatus, type ErrorJson, errorJson, type Recoverable } from "@helve/core";

/** Why a stage did not hand on to the next. */
export interface Failure {
  readonly status: Exclude<ActionStatus, "success">;
  readonly error: ErrorJson;
  readonly recoverable: Recoverable;
  /** What the model reads; the error's message when absent. */
  readonly observation?: string;
}

/** What a stage gives: its record, and either what it made or why it made nothing. */
export type Staged<Record, Made> =
  | { readonly ok: true; readonly record: Record; readonly made: Made }
  | { readonly ok: false; readonly record: Record; readonly failure: Failure };

/**
 * A fault in the host's code, not in what the model sent: the caller gets its cause, the model only that it happened.
 *
 * @param what - what did not work, without a stop
 */
export function unexpected(status: Failure["status"], what: string, cause: unknown): Failure {
  const error = errorJson(cause);
  return {
    status,
    error: { code: "unexpected", message: `${what}: ${error.message}`, cause: error },
    recoverable: "caller",
    observation: `${what} because of an unexpected error.`,
  };
}

/** The caller gave up. */
export function aborted(status: Failure["status"], tool: string): Failure {
  const error = { code: "aborted", message: `${tool} was aborted by the caller.` };
  return { status, error, recoverable: "caller" };
}
