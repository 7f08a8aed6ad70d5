import { observationText } from "@helve/adapter";
import { type ActionReturn, HelveError } from "@helve/core";

/** The error of a tool call that did not run, or failed. The SDK passes the message to the model as the error of the tool. */
export class AiToolError extends HelveError {
  override readonly code = "ai_tool";
  /** The record of the call; absent if the adapter itself refused it. */
  readonly actionReturn?: ActionReturn;

  constructor(reason: string | ActionReturn) {
    super(typeof reason === "string" ? reason : observationText(reason));
    if (typeof reason !== "string") this.actionReturn = reason;
  }
}
