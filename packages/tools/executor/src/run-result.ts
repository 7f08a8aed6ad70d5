import type { ResultPart, RunRecord, SettleRecord } from "@helve/core";
import type { Failure } from "./failure.ts";

/** The result of the run and settle stages. */
export type RunResult = {
  /** The end of the run by `performance.now()`; absent if a ledger replayed the result. */
  readonly endedAt?: number;
  /** Absent if the caller aborted the call before the tool started. */
  readonly record?: RunRecord;
  /** Absent if there was no value to settle. */
  readonly settle?: SettleRecord;
} & (
  | {
      readonly ok: true;
      readonly parts: readonly ResultPart[];
      /** The value that the tool returned. */
      readonly value: unknown;
    }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** The value that was thrown. */
      readonly error: unknown;
    }
);
