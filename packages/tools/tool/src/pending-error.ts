import { HelveError, type JsonValue } from "@helve/core";

/**
 * The error that a tool throws to wait for an answer, which may arrive in another process. The call is then `pending`; when the host
 * resumes it, the tool's `resume` gets the answer and what the error contains. A tool without `resume` can't wait: its call fails.
 *
 * @example
 * const sign = tool({
 *   name: "sign",
 *   description: "Have a contract signed.",
 *   parameters: z.object({ contract: z.string().describe("its number") }),
 *   execute: ({ contract }) => {
 *     throw new PendingError(`the contract ${contract} has to be signed`, { contract });
 *   },
 *   resume: ({ answer }) => `signed by ${String(answer)}`,
 * });
 */
export class PendingError extends HelveError {
  override readonly code = "pending";
  /** The state that the tool needs to continue. It is stored with the call. */
  readonly waiting: JsonValue;

  /**
   * @param message - what the tool waits for
   * @param waiting - what the tool needs to continue, as JSON; nothing by default
   */
  constructor(message: string, waiting: JsonValue = null) {
    super(message);
    this.waiting = waiting;
  }
}
