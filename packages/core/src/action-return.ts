/** The outcome of a tool call: status, result, error and the record of each stage of the pipeline. */
import type { Action } from "./action.ts";
import type { ErrorJson } from "./error.ts";
import type { Issue } from "./issue.ts";
import type { JsonValue } from "./json.ts";
import type { Repair } from "./repair.ts";
import type { Observation, ResultPart, Truncation } from "./result-part.ts";
import type { Args, ToolCall } from "./tool-call.ts";
import type { Verdict } from "./verdict.ts";

/**
 * The final status of a call, by the stage that ended it: resolve (`unknown_tool`), decode (`invalid_arguments`), guard (`stopped`,
 * `pending`), run and settle (`failed`, or `pending` if the tool waits for an answer), or none of them (`success`).
 */
export type ActionStatus = "success" | "unknown_tool" | "invalid_arguments" | "stopped" | "pending" | "failed";

/** Who can correct a call that failed. */
export type Recoverable = "model" | "caller" | "nobody";

/**
 * Whether the called tool exists (Lagent `ActionValidCode`): `FINISH` is the call that ends the agent, `OPEN` a call of an
 * existing tool, `INVALID` a call of an unknown tool. Helve never produces `CLOSED` or `ABSENT`.
 */
export type ActionValidity = "FINISH" | "OPEN" | "CLOSED" | "INVALID" | "ABSENT";

/** The outcome of a call. Always plain JSON, for any input of the model and any result of the tool. */
export interface ActionReturn {
  readonly id: string;
  /** The tool's own name, or the name in the call if no such tool exists. */
  readonly type: string;
  readonly call: ToolCall;
  /** The arguments after decoding and after changes by guards; `null` if they could not be decoded. */
  readonly args: Args | null;
  readonly status: ActionStatus;
  readonly valid: ActionValidity;
  /** The tool's result; `null` unless the status is `success`. */
  readonly result: readonly ResultPart[] | null;
  /** The error message; `null` on success. */
  readonly errmsg: string | null;
  readonly error: ErrorJson | null;
  /** `null` on success. */
  readonly recoverable: Recoverable | null;
  /** The part that the model reads. */
  readonly observation: Observation;
  /** Total truncation of the result's texts; `null` if nothing was truncated. */
  readonly truncated: Truncation | null;
  readonly repairs: readonly Repair[];
  /**
   * The verdict that decided: the one that withheld the result, otherwise the last one before the run; `null` if no guard
   * returned a verdict.
   */
  readonly verdict: Verdict | null;
  /** The id of the session in which the call waits for an answer; absent if it does not wait, or belongs to no session. */
  readonly session?: string;
  /** Total time in milliseconds. */
  readonly duration: number;
  /** The time at which the call ended, in milliseconds since 1970. */
  readonly endedAt: number;
  /** The record of each stage; a stage that was not reached is absent. */
  readonly stages: StageRecords;
}

/** The record of each stage of the call pipeline. */
export interface StageRecords {
  readonly resolve?: ResolveRecord;
  readonly decode?: DecodeRecord;
  readonly guard?: GuardRecord;
  readonly run?: RunRecord;
  readonly settle?: SettleRecord;
}

/** The record of finding the tool. */
export interface ResolveRecord {
  /** The tool's own name; `null` if no such tool exists. */
  readonly tool: string | null;
  /** Similar names, if no such tool exists. */
  readonly suggestions: readonly string[];
}

/** The record of decoding the arguments. */
export interface DecodeRecord {
  /** The decoded arguments; `null` if they are invalid. */
  readonly args: Args | null;
  readonly repairs: readonly Repair[];
  readonly issues: readonly Issue[];
}

/** The record of what the guards decided. */
export interface GuardRecord {
  /** The time of the decision, in milliseconds since 1970; absent if there are no guards. */
  readonly decidedAt?: number;
  /** The verdict of each guard, in order. */
  readonly verdicts: readonly Verdict[];
  /** The action that was allowed to run; `null` if none was. */
  readonly action: Action | null;
  /** Index of the guard that waits for an answer, among the executor's guards; absent if none waits. */
  readonly pendingGuard?: number;
  /** The answers that guards received when the call was resumed. */
  readonly answers?: readonly GuardAnswer[];
  /** The verdict of each guard after the action ran, before the model saw the result. */
  readonly after: readonly Verdict[];
  /** The returns of additional actions that guards ran, in the order they ended; absent if there were none. */
  readonly invoked?: readonly ActionReturn[];
  /**
   * The earlier evaluations of the same call, oldest first: the judgement before its ticket was run, and decisions during which
   * the session changed. Absent if there were none.
   */
  readonly earlier?: readonly GuardRecord[];
}

/** The answer to a pending verdict of a guard. */
export interface GuardAnswer {
  /** Index of the guard among the executor's guards. */
  readonly guard: number;
  /** The verdict that asked for the answer. */
  readonly pending: Verdict & { readonly kind: "pending" };
  /** JSON in a form that the guard defines. */
  readonly answer: unknown;
}

/** The record of running the tool. */
export interface RunRecord {
  /** `unknown`: its process ended, and it is unknown whether the tool ran. */
  readonly outcome: "returned" | "threw" | "timeout" | "aborted" | "pending" | "unknown";
  /** The state that the tool needs to continue when the answer has arrived; only if the outcome is `pending`. */
  readonly waiting?: JsonValue;
  /** True if the tool had not ended when the call did: it took longer than its limit and did not react to its signal. */
  readonly stillRunning?: boolean;
  /** In milliseconds, including all attempts and middleware. */
  readonly duration: number;
  /** How often the tool was started: more than 1 after retries, 0 if middleware produced the result. */
  readonly attempts: number;
  /** True if the call had run before and this is the recorded result. */
  readonly replayed?: boolean;
}

/** The record of converting the tool's value to result parts. */
export interface SettleRecord {
  readonly ok: boolean;
  readonly issues: readonly Issue[];
}
