/** The errors that the executor throws, such as for invalid options or a ticket that can't run. */
import { type ActionReturn, HelveError, IssuesError } from "@helve/core";

/** The executor can't be created or changed: two tools have the same name, or an option is invalid. */
export class ExecutorError extends IssuesError {
  override readonly code = "invalid_executor";
}

/** `ActionExecutor.call` got no result, because the call failed. */
export class CallError extends HelveError {
  /** The code of the action return's error: `invalid_arguments`, `stopped`, `timeout`, … */
  override readonly code: string;
  readonly actionReturn: ActionReturn;

  constructor(actionReturn: ActionReturn, options?: ErrorOptions) {
    super(actionReturn.errmsg ?? "", options);
    this.code = actionReturn.error?.code ?? actionReturn.status;
    this.actionReturn = actionReturn;
  }
}

/** A call failed with an unexpected error; `cause` is the value that the tool or a guard threw. */
export class UnexpectedError extends HelveError {
  override readonly code = "unexpected";
  readonly actionReturn: ActionReturn;

  constructor(actionReturn: ActionReturn, options?: ErrorOptions) {
    super(actionReturn.errmsg ?? "", options);
    this.actionReturn = actionReturn;
  }
}

/** An action return can't be resumed, because its call does not wait for an answer. */
export class ResumeError extends HelveError {
  override readonly code = "not_pending";
}

/** A ticket can't be run: it was run before, or another executor or another session has issued it. */
export class TicketError extends HelveError {
  override readonly code = "invalid_ticket";
}
