import { HelveError, type RunRecord, type SettleRecord } from "@helve/core";
import type { Failure } from "./failure.ts";

/** Why a run failed though the tool threw nothing: a timeout, an abort or an invalid result. Middleware may match `code`. */
export class RunError extends HelveError {
  /** `timeout`, `aborted`, `invalid_result` or `unexpected`. */
  override readonly code: string;
  readonly failure: Failure;
  readonly outcome: RunRecord["outcome"];
  readonly settle: SettleRecord | undefined;

  constructor(failure: Failure, outcome: RunRecord["outcome"], settle?: SettleRecord) {
    super(failure.error.message);
    this.code = failure.error.code;
    this.failure = failure;
    this.outcome = outcome;
    this.settle = settle;
  }
}
