import type { Action, ActionReturn, GuardRecord, StageRecords } from "@helve/core";
import { deepFreeze } from "@helve/core/internal";
import { type CallEnding, observationOf, stepStatus } from "./action-return.ts";
import { type DecisionOptions, decide } from "./decide.ts";
import type { SessionActionScope } from "./guard-scope.ts";
import { callListener } from "./observers.ts";
import type { ActionScope } from "./pipeline.ts";
import { SessionScope } from "./session-scope.ts";
import { type GuardScope, unguardedRecord } from "./stages/guard.ts";
import type { ActionStages, PreparedAction } from "./stages/prepare-action.ts";
import { reviewByGuards } from "./stages/review-by-guards.ts";
import { type RunResult, run } from "./stages/run.ts";

/**
 * Executes an action: guard, run and settle, then the guards review the result before the model sees it.
 *
 * @param stages - the records of resolve and decode
 * @param finish - creates the action return
 * @returns a promise only if there are guards or the tool is asynchronous
 */
export function executeAction(
  prepared: PreparedAction,
  stages: ActionStages,
  scope: ActionScope,
  finish: (ending: CallEnding) => ActionReturn,
): ActionReturn | Promise<ActionReturn> {
  const { recordedCall, pipeline, session } = scope;
  if (pipeline.guards.length > 0) return executeGuarded(prepared, stages, withSession(scope), finish);
  const record = unguardedRecord(prepared.action);
  session?.history.admit(recordedCall, prepared.action);
  if (pipeline.observers.hasListeners) pipeline.observers.emit("action:guarded", { call: recordedCall, record });
  const finishRun = (result: RunResult): ActionReturn =>
    finish(createEnding(prepared, result, { ...stages, guard: record }));
  const running = runAction(prepared, scope);
  return running instanceof Promise ? running.then(finishRun) : finishRun(running);
}

/** Returns the scope of a call with its session. A call without one has a session of its own, of one call. */
export function withSession(scope: ActionScope): SessionActionScope {
  const { session = new SessionScope(scope.options) } = scope;
  return { ...scope, session };
}

/** Executes an action in a pipeline with guards: guard, run, settle, review of the result. */
export async function executeGuarded(
  prepared: PreparedAction,
  stages: ActionStages,
  scope: SessionActionScope,
  finish: (ending: CallEnding) => ActionReturn,
  options: DecisionOptions = { admits: true },
): Promise<ActionReturn> {
  const { recordedCall, pipeline } = scope;
  const decided = await decide(prepared, scope, executeAction, options);
  const guardedStages = { ...stages, guard: decided.record };
  if (pipeline.observers.hasListeners) {
    pipeline.observers.emit("action:guarded", { call: recordedCall, record: decided.record });
  }
  if (!decided.ok) {
    return finish({ action: decided.action, entry: prepared.entry, outcome: decided.failure, stages: guardedStages });
  }

  const running = runAction(decided.value, scope);
  const result = running instanceof Promise ? await running : running;
  const ending = createEnding(decided.value, result, guardedStages, decided.notes);
  if (!hasEnded(result) || decided.guardScope === undefined) return finish(ending);
  return finish(await reviewResult(ending, scope, decided.guardScope));
}

/** A run that was aborted or timed out, or that waits, has no output that a guard could withhold. */
export function hasEnded({ record }: RunResult): boolean {
  return record?.outcome === "returned" || record?.outcome === "threw";
}

/** Runs the tool as soon as the concurrency limits allow it, and only once per call if there is a ledger. */
export function runAction(prepared: PreparedAction, scope: ActionScope): RunResult | Promise<RunResult> {
  const { call, recordedCall, pipeline, options } = scope;
  const { limits, ledger, middleware, errors, retry, observers } = pipeline;
  const { tool, action } = prepared;
  const { signal, timeout = tool.timeout ?? pipeline.timeout, onProgress: listener } = options;
  const onProgress = (update: unknown): void => {
    if (listener !== undefined) callListener(listener, update);
    if (observers.hasListeners) observers.emit("action:progress", { call: recordedCall, update });
  };
  const { session } = scope;
  const { resumption } = scope;
  const resources = session?.resources;
  const runOptions = { call, timeout, signal, onProgress, middleware, errors, retry, resources, resumption };
  if (ledger === undefined && !limits.applyTo(tool)) return run(prepared, runOptions);
  const runInTurn = (): Promise<RunResult> => limits.runInTurn(tool, signal, () => run(prepared, runOptions));
  return ledger === undefined ? runInTurn() : ledger.runOnce(action, signal, runInTurn);
}

type GuardedStages = ActionStages & { readonly guard: GuardRecord };

interface ActionEnding extends CallEnding {
  readonly action: Action;
  readonly stages: StageRecords & { readonly guard: GuardRecord };
}

/** Returns how a call ended whose action ran, successfully or not. */
export function createEnding(
  { action, entry }: PreparedAction,
  result: RunResult,
  guardedStages: GuardedStages,
  notes: readonly string[] = [],
): ActionEnding {
  const stages = withRunRecords(guardedStages, result);
  const { endedAt } = result;
  if (!result.ok) return { action, entry, outcome: result.failure, stages, notes, endedAt, error: result.error };
  const outcome = { status: "success", result: result.parts } as const;
  return { action, entry, outcome, stages, notes, endedAt, value: result.value };
}

/** Adds the records of run and settle; the record of a stage that was not reached is absent. */
function withRunRecords(stages: GuardedStages, { record: run, settle }: RunResult): ActionEnding["stages"] {
  const { resolve, decode, guard } = stages; // in the order of the pipeline
  if (run === undefined) return { resolve, decode, guard };
  return settle === undefined ? { resolve, decode, guard, run } : { resolve, decode, guard, run, settle };
}

/** Lets the guards review what the tool returned or threw; what a guard withholds is not in the action return. */
export async function reviewResult(
  ending: ActionEnding,
  { recordedCall, pipeline, session }: SessionActionScope,
  guardScope: GuardScope,
): Promise<CallEnding> {
  const { invoked } = guardScope;
  const observation = deepFreeze(observationOf(ending));
  const status = stepStatus(ending.stages.run);
  const step = { action: ending.action, observation, ran: true, endedAt: pipeline.now(), status };
  session.history.setStep(recordedCall, step);
  const { verdicts, notes, failure } = await reviewByGuards(step, pipeline.guards, guardScope);
  const guard = { ...ending.stages.guard, after: verdicts, ...(invoked.length > 0 && { invoked: [...invoked] }) };
  const reviewed = { ...ending, stages: { ...ending.stages, guard }, notesAfter: notes, endedAt: undefined };
  return failure === undefined ? reviewed : { ...reviewed, outcome: failure, value: undefined, error: undefined };
}
