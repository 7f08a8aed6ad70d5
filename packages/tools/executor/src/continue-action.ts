import type { Action, ActionReturn, GuardRecord, JsonValue } from "@helve/core";
import type { CallEnding } from "./action-return.ts";
import { createEnding, executeAction, hasEnded, reviewResult, runAction } from "./execute-action.ts";
import { abortedFailure, type Failure } from "./failure.ts";
import { createGuardScope, type SessionActionScope } from "./guard-scope.ts";
import { emitStages } from "./judge-call.ts";
import type { GuardScope } from "./stages/guard.ts";
import { actionPreparer, type PreparedAction } from "./stages/prepare-action.ts";

/**
 * Continues an action whose run waits for an answer. It was admitted before, so no guard decides about it again; the guards review
 * its result. Only a tool with `resume` can continue, so a record that was changed can't make another tool run without its guards.
 *
 * @param guard - the record of the guard stage, with the action that was admitted
 * @param answered - what the tool needs to continue, and the answer
 * @param finish - creates the action return
 */
export async function continueAction(
  guard: GuardRecord & { readonly action: Action },
  answered: { readonly waiting: JsonValue; readonly answer: JsonValue },
  scope: SessionActionScope,
  finish: (ending: CallEnding) => ActionReturn,
): Promise<ActionReturn> {
  const { recordedCall, pipeline, options, session } = scope;
  const { action } = guard;
  const preparation = await actionPreparer(recordedCall.id, pipeline)(action);
  if (!preparation.ok) {
    const problems = preparation.issues.map(({ message }) => message).join("; ");
    return finish({ action: null, outcome: failure(action, problems), stages: {} });
  }
  const { prepared } = preparation;
  const { tool, entry } = prepared;
  const stages = { ...preparation.stages, guard };
  if (tool.resume === undefined) {
    return finish({ action: null, entry, outcome: failure(action, "the tool takes no answers"), stages });
  }
  emitStages(stages, scope);
  const guardScope = await reviewScope(prepared, scope);
  if (guardScope === undefined) {
    return finish({ action: prepared.action, entry, outcome: abortedFailure("failed", tool.name), stages });
  }
  session.history.admit(recordedCall, prepared.action);
  const resumption = { args: prepared.action.args, ...answered };
  const running = runAction(prepared, { ...scope, options, resumption });
  const result = running instanceof Promise ? await running : running;
  const ending = createEnding(prepared, result, stages);
  return finish(
    hasEnded(result) && pipeline.guards.length > 0 ? await reviewResult(ending, scope, guardScope) : ending,
  );
}

/** What the guards need to review the result; `undefined` if the call is aborted. */
async function reviewScope(prepared: PreparedAction, scope: SessionActionScope): Promise<GuardScope | undefined> {
  const turn = await scope.session.turns.take(scope.options.signal);
  if (turn === undefined) return undefined;
  try {
    return await createGuardScope(prepared, scope, executeAction, { turn, parent: undefined, admissions: 0, ends: 0 });
  } finally {
    turn.release();
  }
}

function failure({ name }: Action, why: string): Failure {
  const error = { code: "not_resumable", message: `${name} can't continue: ${why}` };
  return { status: "failed", error, recoverable: "caller" };
}
