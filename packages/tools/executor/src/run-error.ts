import { HelveError, type JsonValue, type RunRecord, type SettleRecord } from "@helve/core";
import type { Failure } from "./failure.ts";

/** Why a run has no result though it did not fail: a timeout, an abort, an invalid result, a wait. Middleware may match `code`. */
export class RunError extends HelveError {
  /** `timeout`, `aborted`, `invalid_result`, `pending` or `unexpected`. */
  override readonly code: string;
  readonly failure: Failure;
  readonly outcome: RunRecord["outcome"];
  readonly settle: SettleRecord | undefined;
  /** The state that a waiting tool needs to continue. */
  readonly waiting: JsonValue | undefined;

  constructor(
    failure: Failure,
    outcome: RunRecord["outcome"],
    { settle, waiting }: { readonly settle?: SettleRecord; readonly waiting?: JsonValue } = {},
  ) {
    super(failure.error.message);
    this.code = failure.error.code;
    this.failure = failure;
    this.outcome = outcome;
    this.settle = settle;
    this.waiting = waiting;
  }
}
