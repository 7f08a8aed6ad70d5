/** Creates the failures of calls: an error for the caller and a message for the model. */
import { type Action, type ActionStatus, type ErrorJson, errorJson, type Recoverable } from "@helve/core";
import { truncateForRecord } from "./truncate-text.ts";

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
  | {
      readonly ok: false;
      readonly record: Record;
      readonly failure: Failure;
      /** The action that the failure is about, where guards may have replaced the model's. */
      readonly action?: Action;
    };

/**
 * Returns the failure for a bug in the host's code. The caller gets the cause; the model only reads that an unexpected error
 * occurred.
 *
 * @param what - what failed, without a full stop at the end
 */
export function unexpectedFailure(status: Failure["status"], what: string, cause: unknown): Failure {
  const error = recordedError(cause);
  const reason = error.message.trim() === "" ? nameOf(cause) : error.message;
  return {
    status,
    error: { code: "unexpected", message: `${what}: ${reason}`, cause: error },
    recoverable: "caller",
    observation: `${what} because of an unexpected error.`,
  };
}

/** Returns an error and its causes as JSON, with messages of limited length. */
export function recordedError(error: unknown): ErrorJson {
  return withShortMessages(errorJson(error));
}

function withShortMessages(error: ErrorJson): ErrorJson {
  const message = truncateForRecord(error.message);
  return error.cause === undefined
    ? { ...error, message }
    : { ...error, message, cause: withShortMessages(error.cause) };
}

/** Describes an error without a message by its name. */
function nameOf(error: unknown): string {
  const name = error instanceof Error ? String(error.name) : `a ${typeof error}`;
  return `${name} without a message`;
}

/** Returns the failure for a call whose caller aborted its signal. */
export function abortedFailure(status: Failure["status"], tool: string): Failure {
  const error = { code: "aborted", message: `${tool} was aborted by the caller.` };
  return { status, error, recoverable: "caller" };
}
