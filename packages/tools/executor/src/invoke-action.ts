import type { Action, ActionReturn, ToolCall } from "@helve/core";
import { jsonCopy, markFrozenJson } from "@helve/core/internal";
import type { CallEnding } from "./action-return.ts";
import type { DecisionScope } from "./decision-scope.ts";
import { executeCall, orFailed } from "./execute-call.ts";
import type { Failure } from "./failure.ts";
import { OpenCall } from "./open-call.ts";
import { receiveCall } from "./receive-call.ts";
import { type Preparation, preparationIssues } from "./stages/prepare-action.ts";

/** Executes an action that a guard invokes in addition to the model's action: guarded and recorded, with its own id. */
export async function invokeAction(requested: Action, id: string, scope: DecisionScope): Promise<ActionReturn> {
  const { signal, decision: parent } = scope;
  const { pipeline, guardedSession: session, depth } = scope.call;
  const received = receiveCall({ id, name: requested.name, arguments: requested.args });
  const memory = new WeakMap<object, unknown>();
  const details = { options: { signal }, session, parent, memory, depth: depth + 1 };
  const call = new OpenCall(received, pipeline, details).start();
  const ending = await orFailed(call, () => executeInvoked(requested, call, scope));
  const { ends } = session.history;
  const actionReturn = call.close(ending);
  if (call.unended !== undefined) scope.call.addUnended(call.unended);
  for (let outer = parent; outer !== undefined; outer = outer.parent) outer.ends += session.history.ends - ends;
  return actionReturn;
}

/** The deepest nesting of actions that guards invoke for actions that guards invoked. */
const maxDepth = 4;

/** The action enters the pipeline with the guards: the scope of the decision resolves and decodes it. */
async function executeInvoked(requested: Action, call: OpenCall, { prepare }: DecisionScope): Promise<CallEnding> {
  const { recordedCall } = call;
  if (call.depth > maxDepth) return { action: null, outcome: nestingFailure(recordedCall), stages: {} };
  const preparation = await prepare(requested);
  call.emitStages(preparation.stages);
  if (!preparation.ok) {
    const failure = preparationFailure(recordedCall, preparation);
    return executeCall(call, { preparation: { ...preparation, failure } });
  }
  const { prepared, stages } = preparation;
  const action = markFrozenJson({ ...prepared.action, id: recordedCall.id });
  const input = jsonCopy(prepared.input) ?? prepared.input;
  return executeCall(call, { preparation: { ok: true, prepared: { ...prepared, action, input }, stages } });
}

/** Returns the failure for an action that guards nest too deeply. */
function nestingFailure({ name }: ToolCall): Failure {
  const message = `${name} did not run: rules invoked actions for invoked actions more than ${maxDepth} levels deep.`;
  return { status: "stopped", error: { code: "stopped", message }, recoverable: "caller" };
}

/**
 * Returns the failure of an action of a rule that could not be prepared; the caller can recover, because the model did
 * not choose it.
 */
function preparationFailure({ name }: ToolCall, preparation: Preparation & { readonly ok: false }): Failure {
  const { entry } = preparation;
  const issues = preparationIssues(preparation);
  const status = entry === undefined ? "unknown_tool" : "invalid_arguments";
  const message = issues.map((issue) => (entry === undefined ? issue.message : `${name}: ${issue.message}`)).join("\n");
  return { status, error: { code: status, message, issues }, recoverable: "caller" };
}
