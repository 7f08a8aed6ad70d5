import { type Action, canonicalJson, type GuardRecord } from "@helve/core";
import { abortedFailure, type Failure, unexpectedFailure } from "./failure.ts";
import { createGuardScope, type ExecuteAction, type SessionActionScope } from "./guard-scope.ts";
import type { Decision } from "./session-scope.ts";
import { type GuardScope, type GuardStageResult, guard } from "./stages/guard.ts";
import type { PreparedAction } from "./stages/prepare-action.ts";

/**
 * Decides about an action of a session: the guards are evaluated in the decision's turn, and an action that may run is
 * admitted, so that the next decision sees it.
 *
 * A decision that lost its turn, because it waited for a person or took long, may be out of date when it is complete: another
 * action was admitted, a step was added, or the state is another one. Then the guards are evaluated again. What they keep in
 * `context.memory` saves a person from answering the same question twice.
 */
export async function decide(
  prepared: PreparedAction,
  scope: SessionActionScope,
  executeAction: ExecuteAction,
  { admits, earlier = [], refuse }: DecisionOptions,
): Promise<DecisionResult> {
  const { pipeline, options, parent, session } = scope;
  const { history, turns } = session;
  const records = [...earlier];
  const complete = (result: GuardStageResult): GuardStageResult =>
    records.length === 0 ? result : { ...result, record: { ...result.record, earlier: records } };
  const refused = (failure: Failure): GuardStageResult =>
    complete({ ok: false, record: emptyRecord(pipeline.now()), action: prepared.action, failure });

  for (let evaluations = 1; evaluations <= maxEvaluations; evaluations++) {
    const shared = parent?.turn.isHeld === true ? parent.turn : undefined;
    const taking = shared ?? turns.take(options.signal);
    const turn = taking instanceof Promise ? await taking : taking;
    if (turn === undefined) return refused(abortedFailure("stopped", prepared.action.name));
    try {
      const decision: Decision = { turn, parent, admissions: 0, ends: 0 };
      const { admissions, ends } = history;
      const creating = createGuardScope(prepared, scope, executeAction, decision);
      const guardScope = creating instanceof Promise ? await creating : creating;
      const guarded = await guard(prepared, pipeline.guards, guardScope);
      if (!guarded.ok || !admits) return { ...complete(guarded), guardScope };
      const failure = refuse?.(guarded.value.action);
      if (failure !== undefined) {
        const record = { ...guarded.record, action: null };
        return complete({ ok: false, record, action: guarded.value.action, failure });
      }
      const isStateChanged = !turn.isHeld && session.isStateLive && !(await hasSameState(guardScope));
      const isOvertaken =
        history.admissions - admissions > decision.admissions ||
        (!turn.isHeld && (isStateChanged || history.ends - ends > decision.ends));
      if (!isOvertaken) {
        history.admit(scope.recordedCall, guarded.value.action);
        for (let outer = parent; outer !== undefined; outer = outer.parent) outer.admissions++;
        return { ...complete(guarded), guardScope };
      }
      records.push(guarded.record);
    } catch (error) {
      const what = `${prepared.action.name} was stopped: the state could not be read`;
      return refused(unexpectedFailure("stopped", what, error));
    } finally {
      if (shared === undefined) turn.release();
    }
  }
  const message = `${prepared.action.name} was stopped: the session changed during each of ${maxEvaluations} decisions.`;
  return refused({ status: "stopped", error: { code: "stopped", message }, recoverable: "caller" });
}

/** How a decision is taken. */
export interface DecisionOptions {
  /** Whether an action that may run is admitted; false for a judgement. */
  readonly admits: boolean;
  /** The records of earlier evaluations of the call. */
  readonly earlier?: readonly GuardRecord[];
  /** Returns a failure if the action that the guards allow must not run. */
  readonly refuse?: ((action: Action) => Failure | undefined) | undefined;
}

/** The result of the guard stage; `guardScope` is absent if no guard was evaluated, or the action was refused. */
type DecisionResult = GuardStageResult & { readonly guardScope?: GuardScope };

/** After this many evaluations the action is stopped. A guard that executes calls of its own session outdates itself. */
const maxEvaluations = 8;

/** The record of a decision without verdicts. */
function emptyRecord(decidedAt: number): GuardRecord {
  return { decidedAt, verdicts: [], action: null, after: [] };
}

/** Returns whether the state is still equal, as JSON, to the one that the guards have read. */
async function hasSameState({ context, readState }: GuardScope): Promise<boolean> {
  const state = await readState();
  if (state === undefined || context.state === undefined) return state === context.state;
  try {
    return canonicalJson(state) === canonicalJson(context.state);
  } catch {
    return false;
  }
}
