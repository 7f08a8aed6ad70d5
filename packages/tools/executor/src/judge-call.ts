import type { Action, ActionReturn, Args, GuardRecord, ToolCall, Verdict } from "@helve/core";
import type { CallEnding } from "./action-return.ts";
import { decide } from "./decide.ts";
import { executeCall, refusedEnding, unpreparedEnding } from "./execute-call.ts";
import type { Failure } from "./failure.ts";
import type { OpenCall } from "./open-call.ts";
import { isSameAction, unguardedRecord } from "./stages/guard.ts";
import { type Preparation, prepareCall } from "./stages/prepare-action.ts";

/**
 * Judges a call: resolve, decode and guard, without running it.
 *
 * @returns the call that may run, or how a call that may not run ended
 */
export async function judgeCall(call: OpenCall): Promise<JudgedCall | CallEnding> {
  const preparation = await prepareCall(call);
  if (!preparation.ok) return unpreparedEnding(preparation);
  const { prepared } = preparation;
  if (call.pipeline.guards.length === 0) {
    return { call, preparation, admitted: prepared.action, record: unguardedRecord(prepared.action) };
  }
  const decided = await decide(prepared, call, { isTrial: true });
  if (!decided.ok) return refusedEnding(preparation, decided);
  return { call, preparation, admitted: decided.value.prepared.action, record: decided.record };
}

/** A call that the guards allowed to run, with what they decided about. */
export interface JudgedCall {
  readonly call: OpenCall;
  /** The model's action. */
  readonly preparation: Preparation & { readonly ok: true };
  /** The action that may run: the model's action, or its replacement. */
  readonly admitted: Action;
  readonly record: GuardRecord;
}

/** A call that was judged and may run: `executor.run` or `session.run` runs it once. It is valid in this process only. */
export interface Ticket {
  readonly call: ToolCall;
  /** The arguments of the call, decoded; guards may have changed those of the action. */
  readonly args: Args;
  /** The action that will run: the model's action, or what the guards put in its place. */
  readonly action: Action;
  /** The verdicts of the guards. */
  readonly verdicts: readonly Verdict[];
  /** When the ticket expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The result of judging a call: a ticket, or the action return of a call that does not run. */
export type Judgement =
  | { readonly ok: true; readonly ticket: Ticket }
  | { readonly ok: false; readonly actionReturn: ActionReturn };

/** Options of a judgement. */
export interface JudgeOptions {
  /** How long the ticket is valid, in milliseconds; 300,000 (five minutes) by default. */
  readonly expiresIn?: number | undefined;
}

/**
 * Executes a call that was judged, from the guards on: what was allowed when the call was judged runs only if it is allowed now,
 * unchanged.
 *
 * @param call - the call of the ticket, opened again
 */
export async function executeJudged(
  { preparation, admitted, record }: JudgedCall,
  expiresAt: number,
  call: OpenCall,
): Promise<CallEnding> {
  const { prepared, stages } = preparation;
  call.emitStages(stages);
  if (!(call.pipeline.now() < expiresAt)) {
    return { action: admitted, entry: prepared.entry, outcome: expiredFailure(admitted), stages };
  }
  const refuse = (current: Action): Failure | undefined =>
    isSameAction(current, admitted) ? undefined : changedFailure(admitted, current);
  return executeCall(call, { preparation, decision: { earlier: [record], refuse } });
}

function expiredFailure({ name }: Action): Failure {
  const message = `${name} did not run: the decision about it has expired. Send the call again`;
  return { status: "stopped", error: { code: "expired", message }, recoverable: "model" };
}

function changedFailure({ name }: Action, current: Action): Failure {
  const now = `${current.name}(${JSON.stringify(current.args)})`;
  const message = `${name} did not run: since the decision about it, the guards put ${now} in its place. Judge the call again`;
  return { status: "stopped", error: { code: "changed", message }, recoverable: "caller" };
}
