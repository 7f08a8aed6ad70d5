import type { Action } from "./action.ts";
import type { ErrorJson } from "./error.ts";
import type { Issue } from "./issue.ts";
import type { Repair } from "./repair.ts";
import type { Observation, ResultPart, Truncation } from "./result-part.ts";
import type { Args, ToolCall } from "./tool-call.ts";
import type { Verdict } from "./verdict.ts";

/**
 * How a call ended, by the stage that ended it: resolve (`unknown_tool`), decode (`invalid_arguments`), guard (`stopped`,
 * `pending`), run and settle (`failed`), or none of them (`success`).
 */
export type ActionStatus = "success" | "unknown_tool" | "invalid_arguments" | "stopped" | "pending" | "failed";

/** Who can mend a call that did not succeed. */
export type Recoverable = "model" | "caller" | "nobody";

/**
 * Whether a call was one that there is (Lagent `ActionValidCode`): `FINISH` says that the agent is done, `OPEN` is any call
 * of a tool that there is, `INVALID` one of a tool that there is not. Nothing here gives `CLOSED` or `ABSENT`.
 */
export type ActionValidity = "FINISH" | "OPEN" | "CLOSED" | "INVALID" | "ABSENT";

/** What came of a call: plain JSON, whatever the model sent and whatever the tool did. */
export interface ActionReturn {
  readonly id: string;
  /** The tool's own name, or the name that the call gave when there is no such tool. */
  readonly type: string;
  readonly call: ToolCall;
  /** The arguments as decoded, and as changed by a guard; `null` when they could not be decoded. */
  readonly args: Args | null;
  readonly status: ActionStatus;
  readonly valid: ActionValidity;
  /** What the tool gave back; `null` unless the status is `success`. */
  readonly result: readonly ResultPart[] | null;
  /** What went wrong, in words; `null` when nothing did. */
  readonly errmsg: string | null;
  readonly error: ErrorJson | null;
  /** `null` when nothing went wrong. */
  readonly recoverable: Recoverable | null;
  /** What the model reads. */
  readonly observation: Observation;
  /** How much of the result's texts was left out, all in all; `null` when none was. */
  readonly truncated: Truncation | null;
  readonly repairs: readonly Repair[];
  /**
   * What decided: what kept the result from the model, or else what the last guard said that was asked before the run;
   * `null` when none was, or when it gave no verdict.
   */
  readonly verdict: Verdict | null;
  /** From the call's arrival to its end, in milliseconds. */
  readonly duration: number;
  /** What each stage did; a stage that was not reached is absent. */
  readonly stages: StageRecords;
}

/** The record of each stage on the way of a call. */
export interface StageRecords {
  readonly resolve?: ResolveRecord;
  readonly decode?: DecodeRecord;
  readonly guard?: GuardRecord;
  readonly run?: RunRecord;
  readonly settle?: SettleRecord;
}

/** Name to tool. */
export interface ResolveRecord {
  /** The tool's own name; `null` when there is no such tool. */
  readonly tool: string | null;
  /** The nearest names, when there is no such tool. */
  readonly suggestions: readonly string[];
}

/** Raw arguments to an action. */
export interface DecodeRecord {
  /** The arguments as decoded; `null` when they do not fit. */
  readonly args: Args | null;
  readonly repairs: readonly Repair[];
  readonly issues: readonly Issue[];
}

/** Action to verdict. */
export interface GuardRecord {
  /** What each guard said, in the order they were asked. */
  readonly verdicts: readonly Verdict[];
  /** The action that was let through; `null` when none was. */
  readonly action: Action | null;
  /** Which guard waits for an answer, by its place among the executor's, from 0; absent when none does. */
  readonly pendingGuard?: number;
  /** What the guards that waited were answered, when the call was taken up again. */
  readonly answers?: readonly GuardAnswer[];
  /** What each guard said after the action ran, before the model saw what came of it. */
  readonly after: readonly Verdict[];
  /** What came of the actions that guards ran beside this one, in the order they ended; absent when they ran none. */
  readonly invoked?: readonly ActionReturn[];
}

/** What a guard that waited was answered. */
export interface GuardAnswer {
  /** Its place among the executor's guards, from 0. */
  readonly guard: number;
  /** What it waited with. */
  readonly pending: Verdict & { readonly kind: "pending" };
  /** JSON that the guard understands. */
  readonly answer: unknown;
}

/** The tool at work. */
export interface RunRecord {
  readonly outcome: "returned" | "threw" | "timeout" | "aborted";
  /** In milliseconds, all attempts and what middleware did included. */
  readonly duration: number;
  /** How often the tool was started: more than once when it was tried again, never when middleware answered for it. */
  readonly attempts: number;
  /** True when the call had run before, and this is what came of it then. */
  readonly replayed?: boolean;
}

/** The tool's value to result parts. */
export interface SettleRecord {
  readonly ok: boolean;
  readonly issues: readonly Issue[];
}
