import { type ActionReturn, HelveError } from "@helve/core";

/** A direct call came to no result. */
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
