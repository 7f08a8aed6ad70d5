import type { Action, ActionReturn, Args, GuardRecord, ToolCall, Verdict } from "@helve/core";
import type { CallEnding } from "./action-return.ts";
import { decide } from "./decide.ts";
import { executeAction, executeGuarded } from "./execute-action.ts";
import { prepareCall, unexpectedEnding } from "./execute-call.ts";
import type { Failure } from "./failure.ts";
import type { SessionActionScope } from "./guard-scope.ts";
import { Observers } from "./observers.ts";
import { isSameAction, unguardedRecord } from "./stages/guard.ts";
import type { ActionStages, PreparedAction } from "./stages/prepare-action.ts";

/**
 * Judges a call: resolve, decode and guard, without running it. No events are emitted unless the call ends here: those of a
 * judged call are emitted when its ticket is run.
 *
 * @param start - emits that the call has started, and returns the function that ends it
 */
export async function judgeCall(
  scope: SessionActionScope,
  start: () => (ending: CallEnding) => ActionReturn,
): Promise<JudgedCall | ActionReturn> {
  const end = (ending: CallEnding): ActionReturn => {
    const finish = start();
    emitStages(ending.stages, scope);
    return finish(ending);
  };
  try {
    const call = await prepareCall(scope, new Observers());
    if (!call.ok) return end(call.ending);
    const { prepared, stages } = call;
    if (scope.pipeline.guards.length === 0) {
      return { prepared, stages, scope, action: prepared.action, record: unguardedRecord(prepared.action) };
    }
    const decided = await decide(prepared, scope, executeAction, { admits: false });
    const { record } = decided;
    if (decided.ok) return { prepared, stages, scope, action: decided.value.action, record };
    const { action, failure: outcome } = decided;
    return end({ action, entry: prepared.entry, outcome, stages: { ...stages, guard: record } });
  } catch (error) {
    return end(unexpectedEnding(scope, error));
  }
}

/** A call that the guards allowed to run, with what they decided about. */
export interface JudgedCall {
  /** The model's action. */
  readonly prepared: PreparedAction;
  readonly stages: ActionStages;
  readonly scope: SessionActionScope;
  /** The action that may run: the model's action, or its replacement. */
  readonly action: Action;
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
 * Runs a call that was judged. The guards are evaluated again: what was allowed when the call was judged runs only if it is
 * allowed now, unchanged.
 *
 * @param expiresAt - when the ticket expires
 */
export async function runJudged(
  { prepared, stages, action, record }: JudgedCall,
  scope: SessionActionScope,
  expiresAt: number,
  finish: (ending: CallEnding) => ActionReturn,
): Promise<ActionReturn> {
  emitStages(stages, scope);
  const { pipeline } = scope;
  try {
    if (!(pipeline.now() < expiresAt)) {
      return finish({ action, entry: prepared.entry, outcome: expiredFailure(action), stages });
    }
    if (pipeline.guards.length === 0) return await executeAction(prepared, stages, scope, finish);
    const refuse = (current: Action): Failure | undefined =>
      isSameAction(current, action) ? undefined : changedFailure(action, current);
    return await executeGuarded(prepared, stages, scope, finish, { admits: true, earlier: [record], refuse });
  } catch (error) {
    return finish(unexpectedEnding(scope, error));
  }
}

/** Emits the events of the stages before the run. */
export function emitStages(
  stages: CallEnding["stages"],
  { recordedCall: call, pipeline: { observers } }: SessionActionScope,
): void {
  if (!observers.hasListeners) return;
  const { resolve, decode, guard } = stages;
  if (resolve !== undefined) observers.emit("action:resolved", { call, record: resolve });
  if (decode !== undefined) observers.emit("action:decoded", { call, record: decode });
  if (guard !== undefined) observers.emit("action:guarded", { call, record: guard });
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
