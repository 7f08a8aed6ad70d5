import type { Action } from "@helve/core";
import type { CallEnding } from "./action-return.ts";
import { DecisionScope } from "./decision-scope.ts";
import { executeCall, unpreparedEnding } from "./execute-call.ts";
import { abortedFailure, type Failure } from "./failure.ts";
import type { OpenCall } from "./open-call.ts";
import type { AdmissionRecord } from "./run-ledger.ts";
import { actionPreparer, type PreparedAction, preparationIssues } from "./stages/prepare-action.ts";

/**
 * Continues a call whose action was admitted before, so no guard decides about it again; the guards review its result. Its run waits for an
 * answer, or was begun by a process that ended. For an answer, only a tool with `resume` can continue, so a record that was changed can't
 * make another tool run without its guards.
 *
 * @param call - opened again, perhaps with the answer as its resumption
 * @param record - of the guard stage, with the action that was admitted
 */
export async function continueCall(call: OpenCall, record: AdmissionRecord): Promise<CallEnding> {
  const { recordedCall, pipeline, guardedSession, options } = call;
  const { action } = record;
  const preparation = await actionPreparer(call)(action);
  if (!preparation.ok) {
    if (options.signal?.aborted === true) return unpreparedEnding(preparation);
    const problems = preparationIssues(preparation).map(({ message }) => message);
    return unpreparedEnding({ ok: false, failure: notResumable(action, problems.join("; ")), stages: {} });
  }
  const { prepared } = preparation;
  const { tool, entry } = prepared;
  const stages = { ...preparation.stages, guard: record };
  if (call.resumption !== undefined && tool.resume === undefined) {
    return { action: null, entry, outcome: notResumable(action, "the tool takes no answers"), stages };
  }
  call.emitStages(stages);
  const scope = await reviewScope(prepared, call);
  if (scope === undefined) {
    return { action: prepared.action, entry, outcome: abortedFailure("failed", tool.name), stages };
  }
  guardedSession.history.admit(recordedCall, prepared.action);
  const admission = pipeline.guards.length > 0 ? { prepared, notes: [], scope } : { prepared, notes: [] };
  return executeCall(call, { preparation, decided: { ok: true, record, value: admission } });
}

/** The scope in which the guards review the result; `undefined` if the call is aborted. */
async function reviewScope(prepared: PreparedAction, call: OpenCall): Promise<DecisionScope | undefined> {
  const turn = await call.guardedSession.turns.take(call.options.signal);
  if (turn === undefined) return undefined;
  try {
    return await DecisionScope.create(call, prepared, { turn, parent: undefined, admissions: 0, ends: 0 });
  } finally {
    turn.release();
  }
}

/** Returns the failure of a call that can't be resumed. */
function notResumable({ name }: Action, why: string): Failure {
  const error = { code: "not_resumable", message: `${name} can't continue: ${why}` };
  return { status: "failed", error, recoverable: "caller" };
}
