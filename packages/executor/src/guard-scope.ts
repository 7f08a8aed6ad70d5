import type { Action, ActionReturn, Args, DecodedAction, GuardContext, Step, ToolCall } from "@helve/core";
import { deepFreeze, frozenJson, jsonCopy, markFrozenJson } from "@helve/core/internal";
import { type CallEnding, toStep } from "./action-return.ts";
import { type Failure, unexpectedFailure } from "./failure.ts";
import type { GuardContextOptions } from "./options.ts";
import type { ActionScope, Pipeline } from "./pipeline.ts";
import { receiveCall, startCall } from "./receive-call.ts";
import type { GuardScope } from "./stages/guard.ts";
import {
  type ActionStages,
  actionPreparer,
  type Preparation,
  type PrepareAction,
  type PreparedAction,
} from "./stages/prepare-action.ts";
import { eitherSignal, TimeLimit, timeoutReason } from "./time-limit.ts";

/** Creates what the guards of a pipeline need to decide about one action. */
export function createGuardScope(
  prepared: PreparedAction,
  { recordedCall, pipeline, options, answers, depth }: ActionScope,
  executeAction: ExecuteAction,
): GuardScope {
  const { id } = recordedCall;
  const prepare = actionPreparer(id, pipeline, prepared);
  const steps: Step[] = [];
  const invoked: ActionReturn[] = [];
  const timeout = pipeline.guardTimeout ?? options.timeout ?? pipeline.timeout;
  const limit = new TimeLimit(timeout);
  const controller = new AbortController();
  const signal = eitherSignal(options.signal, controller.signal);
  const source = { id, pipeline, options: { ...options, signal }, depth, prepare, steps, invoked, executeAction };
  const context = createContext(source, limit);
  const inTime: GuardScope["inTime"] = async (guard, work) => {
    const result = await limit.race(work, signal, guard.untimed === true);
    // A guard that continues in the background must not run actions for a call that has ended.
    if (result === "timeout") controller.abort(timeoutReason(timeout));
    return result;
  };
  return { context, prepare, answers, steps, invoked, timeout, inTime };
}

/**
 * Creates a guard context that belongs to no call, for an agent loop that evaluates `stateChanged` or `finishing`.
 *
 * @param id - the prefix of the ids of actions that guards invoke
 */
export function createHostContext(
  id: string,
  pipeline: Pipeline,
  options: GuardContextOptions,
  executeAction: ExecuteAction,
): GuardContext {
  const prepare = actionPreparer(id, pipeline);
  const { signal = new AbortController().signal } = options;
  const source = {
    id,
    pipeline,
    options: { ...options, signal },
    depth: 0,
    prepare,
    steps: [],
    invoked: [],
    executeAction,
  };
  return createContext(source);
}

/** `executeAction` of execute-action.ts, which imports this file. */
type ExecuteAction = (
  prepared: PreparedAction,
  stages: ActionStages,
  scope: ActionScope,
  finish: (ending: CallEnding) => ActionReturn,
) => ActionReturn | Promise<ActionReturn>;

interface ContextSource {
  /** The prefix of the ids of invoked actions. */
  readonly id: string;
  readonly pipeline: Pipeline;
  readonly options: GuardContextOptions & { readonly signal: AbortSignal };
  readonly depth: number;
  readonly prepare: PrepareAction;
  /** The steps that follow the trajectory of the options. */
  readonly steps: Step[];
  readonly invoked: ActionReturn[];
  readonly executeAction: ExecuteAction;
}

/**
 * Creates a guard context whose functions decode and run actions in the executor.
 *
 * @param limit - the time limit of the guards; the actions that they run have their own
 */
function createContext(source: ContextSource, limit?: TimeLimit): GuardContext {
  const { id, options, prepare, steps, invoked } = source;
  const { trajectory = [], prompt = "", state, signal } = options;
  let count = 0;
  return {
    trajectory,
    prompt,
    signal,
    ...(state !== undefined && { state }),
    decode: async (action) => decodedAction(await prepare(action)),
    decodeText: async (action, text) => decodedAction(await prepare(action, text)),
    run: async (action) => {
      const invoke = (): Promise<ActionReturn> => invokeAction(action, `${id}.${++count}`, source);
      const actionReturn = limit === undefined ? await invoke() : await limit.uncounted(invoke);
      invoked.push(actionReturn);
      const step = deepFreeze(toStep(actionReturn) ?? failedStep(action, actionReturn));
      steps.push(step);
      return step;
    },
  };
}

/** Returns the result of decoding an action in the form that guards receive. */
function decodedAction(preparation: Preparation): DecodedAction {
  const { repairs } = preparation;
  return preparation.ok
    ? { ok: true, action: preparation.prepared.action, repairs }
    : { ok: false, issues: preparation.issues, repairs };
}

/** Returns the step of an action whose tool is unknown or whose arguments are invalid. */
function failedStep({ args }: Action, { id, type, observation }: ActionReturn): Step {
  return { action: { id, name: type, args: (frozenJson(args) ?? {}) as Args }, observation, ran: false };
}

/** The deepest nesting of actions that guards invoke for actions that guards invoked. */
const maxDepth = 4;

/** Executes an action that a guard invokes in addition to the model's action: guarded and recorded, with its own id. */
async function invokeAction(requested: Action, id: string, source: ContextSource): Promise<ActionReturn> {
  const { pipeline, options, depth, prepare, steps, executeAction } = source;
  const started = performance.now();
  const { call, recordedCall } = receiveCall({ id, name: requested.name, arguments: requested.args });
  const finish = startCall(recordedCall, pipeline.observers, started);
  try {
    if (depth === maxDepth) return finish({ action: null, outcome: nestingFailure(recordedCall), stages: {} });
    const preparation = await prepare(requested);
    const { stages } = preparation;
    if (pipeline.observers.hasListeners) emitPreparation(preparation, recordedCall, pipeline);
    if (!preparation.ok) {
      const { entry } = preparation;
      const outcome = preparationFailure(recordedCall, preparation);
      return finish({ action: null, ...(entry && { entry }), outcome, stages });
    }
    const { prepared } = preparation;
    const invoked = {
      ...prepared,
      action: markFrozenJson({ ...prepared.action, id }),
      input: jsonCopy(prepared.input) ?? prepared.input,
    };
    const { signal, prompt, state, trajectory = [] } = options;
    const scope: ActionScope = {
      call,
      recordedCall,
      pipeline,
      options: { signal, prompt, state, trajectory: [...trajectory, ...steps] },
      answers: [],
      depth: depth + 1,
    };
    return await executeAction(invoked, preparation.stages, scope, finish);
  } catch (error) {
    const outcome = unexpectedFailure("failed", `${recordedCall.name} failed`, error);
    return finish({ action: null, outcome, stages: {}, error });
  }
}

/** Emits the events of resolve and decode for an action that a guard invokes. */
function emitPreparation({ stages: { resolve, decode } }: Preparation, call: ToolCall, { observers }: Pipeline): void {
  if (resolve !== undefined) observers.emit("action:resolved", { call, record: resolve });
  if (decode !== undefined) observers.emit("action:decoded", { call, record: decode });
}

/** Returns the failure for an action that guards nest too deeply. */
function nestingFailure({ name }: ToolCall): Failure {
  const message = `${name} did not run: rules invoked actions for invoked actions more than ${maxDepth} levels deep.`;
  return { status: "stopped", error: { code: "stopped", message }, recoverable: "caller" };
}

/** The caller can recover: the action comes from a rule, not from the model. */
function preparationFailure({ name }: ToolCall, { issues, entry }: Preparation & { readonly ok: false }): Failure {
  const status = entry === undefined ? "unknown_tool" : "invalid_arguments";
  const message = issues.map((issue) => (entry === undefined ? issue.message : `${name}: ${issue.message}`)).join("\n");
  return { status, error: { code: status, message, issues }, recoverable: "caller" };
}
