import { type Action, canonicalJson, type GuardRecord } from "@helve/core";
import { DecisionScope } from "./decision-scope.ts";
import { abortedFailure, type Failure, type StageResult, unexpectedFailure } from "./failure.ts";
import type { OpenCall } from "./open-call.ts";
import type { Decision } from "./session-scope.ts";
import { type AllowedAction, guard, unguardedRecord } from "./stages/guard.ts";
import type { PreparedAction } from "./stages/prepare-action.ts";

/**
 * Decides about an action. The decisions of a session take turns: one evaluates its guards and admits its action before the next one begins.
 *
 * A decision that waits for a person or takes long gives up its turn. The guards are evaluated again if the session changed meanwhile: another
 * action was admitted, a step was added, or the state changed. What they keep in `context.memory` saves a person from answering the same
 * question twice.
 */
export async function decide(
  prepared: PreparedAction,
  call: OpenCall,
  { isTrial = false, earlier = [], refuse }: DecisionOptions = {},
): Promise<StageResult<GuardRecord, Admission>> {
  const { pipeline, options, parent, recordedCall } = call;
  const session = call.guardedSession;
  const { history, turns } = session;
  const records = [...earlier];
  const withEarlier = (record: GuardRecord): GuardRecord =>
    records.length === 0 ? record : { ...record, earlier: records };
  const refused = (failure: Failure): StageResult<GuardRecord, Admission> => {
    return { ok: false, record: withEarlier(emptyRecord(pipeline.now())), action: prepared.action, failure };
  };

  for (let evaluations = 1; evaluations <= maxEvaluations; evaluations++) {
    const shared = parent?.turn.isHeld === true ? parent.turn : undefined;
    const turn = shared ?? (await turns.take(options.signal));
    if (turn === undefined) return refused(abortedFailure("stopped", prepared.action.name));
    try {
      const decision: Decision = { turn, parent, admissions: 0, ends: 0 };
      const { admissions, ends } = history;
      const scope = await DecisionScope.create(call, prepared, decision);
      const guarded = await guard(prepared, pipeline.guards, scope);
      const record = withEarlier(guarded.record);
      if (!guarded.ok) return { ...guarded, record };
      if (isTrial) return { ok: true, record, value: guarded.value };
      const { action } = guarded.value.prepared;
      const failure = refuse?.(action);
      if (failure !== undefined) return { ok: false, record: { ...record, action: null }, action, failure };
      const isStateChanged = !turn.isHeld && session.isStateLive && !(await hasSameState(scope));
      const isOvertaken =
        history.admissions - admissions > decision.admissions ||
        (!turn.isHeld && (isStateChanged || history.ends - ends > decision.ends));
      if (!isOvertaken) {
        history.admit(recordedCall, action);
        for (let outer = parent; outer !== undefined; outer = outer.parent) outer.admissions++;
        return { ok: true, record, value: { ...guarded.value, scope } };
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

/** Admits an action in a pipeline without guards. */
export function admitUnguarded(prepared: PreparedAction, call: OpenCall): StageResult<GuardRecord, Admission> {
  call.session?.history.admit(call.recordedCall, prepared.action);
  return { ok: true, record: unguardedRecord(prepared.action), value: { prepared, notes: none } };
}

/** Options of a decision. */
export interface DecisionOptions {
  /** True for a judgement, which admits nothing. */
  readonly isTrial?: boolean;
  /** The records of earlier evaluations of the call. */
  readonly earlier?: readonly GuardRecord[];
  /** Returns a failure if the action that the guards allow must not run. */
  readonly refuse?: (action: Action) => Failure | undefined;
}

/** An action that was admitted: it may run now. */
export interface Admission extends AllowedAction {
  /** The scope in which the guards review the result; absent if there are no guards. */
  readonly scope?: DecisionScope;
}

const none: readonly never[] = Object.freeze([]);

/** After this many evaluations the action is stopped. A guard that executes calls of its own session outdates itself. */
const maxEvaluations = 8;

/** The record of a decision without verdicts. */
function emptyRecord(decidedAt: number): GuardRecord {
  return { decidedAt, verdicts: [], action: null, after: [] };
}

/** Returns whether the state is still equal, as JSON, to the one that the guards have read. */
async function hasSameState({ context, readState }: DecisionScope): Promise<boolean> {
  const state = await readState();
  if (state === undefined || context.state === undefined) return state === context.state;
  try {
    return canonicalJson(state) === canonicalJson(context.state);
  } catch {
    return false;
  }
}
