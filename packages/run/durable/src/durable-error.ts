/** The errors of durable runs: a run can't be started, answered or waited for. */
import { errorJson, HelveError } from "@helve/core";

/** Why a durable run can't be started, answered or waited for. */
export type DurableErrorCode =
  /** No run has this id. */
  | "unknown_run"
  /** It does not wait for an answer: it is running, or has ended. */
  | "not_waiting"
  /** Somebody has answered before. */
  | "answered"
  /** A text is no address of a question. */
  | "unknown_question"
  /** It is for somebody else. */
  | "not_allowed"
  /** It is too late for an answer. */
  | "expired"
  /** An answer does not fit the question. */
  | "invalid_answer"
  /** It was cancelled. */
  | "cancelled"
  /** A function of the host threw, or the engine gave it up; `cause` is the error. */
  | "failed"
  /** An id can't be used. */
  | "invalid_id";

/** A durable run can't be started, answered or waited for. */
export class DurableError extends HelveError {
  override readonly code: DurableErrorCode;

  constructor(code: DurableErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The error of a question that has an answer. */
export function answeredError(run: string): DurableError {
  return new DurableError(
    "answered",
    `the question of the run ${JSON.stringify(run)} was answered by somebody else before`,
  );
}

/** The error of an answer that does not fit its question. */
export function invalidAnswerError(problem: string): DurableError {
  return new DurableError("invalid_answer", `the answer does not fit: ${problem}`);
}

/** The error of an item that a queue does not have. */
export function unknownItemError(run: string, id: string): DurableError {
  return new DurableError("unknown_run", `the run ${JSON.stringify(run)} has no item ${JSON.stringify(id)}`);
}

/** The error of a run that was cancelled. */
export function cancelledError(run: string): DurableError {
  return new DurableError("cancelled", `the run ${JSON.stringify(run)} was cancelled`);
}

/** The error of a run that failed. */
export function failedError(run: string, cause: unknown): DurableError {
  return new DurableError("failed", `the run ${JSON.stringify(run)} failed: ${errorJson(cause).message}`, { cause });
}
