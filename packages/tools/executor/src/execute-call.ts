import type { Action, GuardRecord, StageRecords } from "@helve/core";
import { freezeCopy } from "@helve/core/internal";
import { type CallEnding, observationOf, stepStatus } from "./action-return.ts";
import { type Admission, admitUnguarded, type DecisionOptions, decide } from "./decide.ts";
import type { DecisionScope } from "./decision-scope.ts";
import { type StageResult, unexpectedFailure } from "./failure.ts";
import { causeOf } from "./ledger-failure.ts";
import type { OpenCall } from "./open-call.ts";
import type { RunResult } from "./run-result.ts";
import { type ActionStages, type Preparation, prepareCall } from "./stages/prepare-action.ts";
import { reviewByGuards } from "./stages/review-by-guards.ts";
import { run } from "./stages/run.ts";

/**
 * The call pipeline: resolve, decode, guard, run and settle; then the guards review the result before the model sees it. The first
 * stage that fails ends the call.
 */
export async function executeCall(call: OpenCall, start: CallStart = {}): Promise<CallEnding> {
  try {
    const preparation = start.preparation ?? (await prepareCall(call)); // resolve, decode
    if (!preparation.ok) return unpreparedEnding(preparation);

    const { prepared, stages } = preparation;
    const isGuarded = call.pipeline.guards.length > 0;
    const decided =
      start.decided ?? (isGuarded ? await decide(prepared, call, start.decision) : admitUnguarded(prepared, call));
    if (start.decided === undefined) call.emitStages({ guard: decided.record }); // guard
    if (!decided.ok) return refusedEnding(preparation, decided);

    const { value: admission, record: guard } = decided;
    const result = await run(admission.prepared, call, { ...guard, action: admission.prepared.action }); // run, settle
    const ending = ranEnding(admission, result, { ...stages, guard });
    if (admission.scope === undefined || !hasEnded(result)) return ending;
    return await review(ending, call, admission.scope);
  } catch (error) {
    return failedEnding(call, causeOf(error, call));
  }
}

/** Where a call enters the pipeline; at its beginning by default. */
export interface CallStart {
  /** The call was resolved and decoded before. */
  readonly preparation?: Preparation;
  readonly decision?: DecisionOptions;
  /** The guards have admitted the action before; its run waited for an answer. */
  readonly decided?: StageResult<GuardRecord, Admission>;
}

/** Returns what a part of a call's execution returns, or how the call ended if that failed though no guard and no tool did. */
export async function orFailed<Result>(call: OpenCall, execute: () => Promise<Result>): Promise<Result | CallEnding> {
  try {
    return await execute();
  } catch (error) {
    return failedEnding(call, causeOf(error, call));
  }
}

/** Returns the failure of a call after an unexpected error. */
function failedEnding({ recordedCall }: OpenCall, error: unknown): CallEnding {
  const outcome = unexpectedFailure("failed", `${recordedCall.name} failed`, error);
  return { action: null, outcome, stages: {}, error };
}

/** The ending of a call that never became an action. */
export function unpreparedEnding({ entry, failure, stages }: Preparation & { readonly ok: false }): CallEnding {
  return { action: null, entry, outcome: failure, stages };
}

/** The ending of a call whose action the guards did not admit. */
export function refusedEnding(
  { prepared, stages }: Preparation & { readonly ok: true },
  { action = prepared.action, failure, record }: StageResult<GuardRecord, unknown> & { readonly ok: false },
): CallEnding {
  return { action, entry: prepared.entry, outcome: failure, stages: { ...stages, guard: record } };
}

/** The ending of a call whose action ran, successfully or not. The record of a stage that was not reached is absent. */
function ranEnding(
  { prepared: { action, entry }, notes }: Admission,
  result: RunResult,
  { resolve, decode, guard }: GuardedStages,
): CallEnding & { readonly action: Action; readonly stages: GuardedStages } {
  const { record: run, settle, endedAt } = result;
  let stages: GuardedStages = { resolve, decode, guard }; // in the order of the pipeline
  if (run !== undefined) stages = settle === undefined ? { ...stages, run } : { ...stages, run, settle };
  if (!result.ok) return { action, entry, outcome: result.failure, stages, notes, endedAt, error: result.error };
  const outcome = { status: "success", result: result.parts } as const;
  return { action, entry, outcome, stages, notes, endedAt, value: result.value };
}

type GuardedStages = ActionStages & StageRecords & { readonly guard: GuardRecord };

/** A run that was aborted or timed out, or that waits, has no output that a guard could withhold. */
function hasEnded({ record }: RunResult): boolean {
  return record?.outcome === "returned" || record?.outcome === "threw";
}

/** Lets the guards review the result or error of the tool; the action return does not contain what a guard withholds. */
async function review(
  ending: CallEnding & { readonly action: Action; readonly stages: GuardedStages },
  { recordedCall, pipeline, guardedSession }: OpenCall,
  scope: DecisionScope,
): Promise<CallEnding> {
  const observation = freezeCopy(observationOf(ending), "convert");
  const status = stepStatus(ending.stages.run);
  const step = { action: ending.action, observation, ran: true, endedAt: pipeline.now(), status };
  guardedSession.history.setStep(recordedCall, step);
  const { verdicts, notes, failure } = await reviewByGuards(step, pipeline.guards, scope);
  const { invoked } = scope;
  const guard = { ...ending.stages.guard, after: verdicts, ...(invoked.length > 0 && { invoked: [...invoked] }) };
  const reviewed = { ...ending, stages: { ...ending.stages, guard }, notesAfter: notes, endedAt: undefined };
  return failure === undefined ? reviewed : { ...reviewed, outcome: failure, value: undefined, error: undefined };
}
