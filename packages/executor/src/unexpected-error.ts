import { type ActionReturn, HelveError } from "@helve/core";

/** A call failed by an error that nobody expects; its `cause` is what was thrown, by the tool or by a guard's run. */
export class UnexpectedError extends HelveError {
  override readonly code = "unexpected";
  readonly actionReturn: ActionReturn;

  constructor(actionReturn: ActionReturn, options?: ErrorOptions) {
    super(actionReturn.errmsg ?? "", options);
    this.actionReturn = actionReturn;
  }
}
