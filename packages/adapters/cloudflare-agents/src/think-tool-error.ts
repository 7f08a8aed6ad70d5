import { observationText } from "@helve/adapter";
import { type ActionReturn, HelveError } from "@helve/core";

/** The error of a tool call that did not run, failed, or has a result that a rule withholds. The harness passes the message to the model. */
export class ThinkToolError extends HelveError {
  override readonly code = "think_tool";
  /** The record of the call; absent if the adapter itself refused it. */
  readonly actionReturn?: ActionReturn;

  constructor(reason: string | ActionReturn) {
    super(typeof reason === "string" ? reason : observationText(reason));
    if (typeof reason !== "string") this.actionReturn = reason;
  }
}
