import { type ErrorJson, HelveError } from "@helve/core";

/**
 * The error of a store of approvals that failed, so the call did not run. SDKs pass messages of errors to the model, and their JSON to clients, so neither has anything
 * of the store's own error: that is the `cause`.
 */
export class ApprovalStoreError extends HelveError {
  override readonly code = "approval_store";

  override toJSON(): ErrorJson {
    return { code: this.code, message: this.message };
  }
}
