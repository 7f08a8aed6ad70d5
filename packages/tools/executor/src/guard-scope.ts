import type { Action, ActionReturn, Args, DecodedAction, GuardContext, Step, ToolCall, Trajectory } from "@helve/core";
import { deepFreeze, frozenJson, jsonCopy, markFrozenJson } from "@helve/core/internal";
import { type CallEnding, toStep } from "./action-return.ts";
import { type Failure, unexpectedFailure } from "./failure.ts";
import type { ActionScope, Pipeline } from "./pipeline.ts";
import { receiveCall, startCall } from "./receive-call.ts";
import type { Decision, SessionScope } from "./session-scope.ts";
import type { GuardScope } from "./stages/guard.ts";
import {
  type ActionStages,
  actionPreparer,
  type Preparation,
  type PrepareAction,
  type PreparedAction,
} from "./stages/prepare-action.ts";
import { eitherSignal, TimeLimit, timeoutReason } from "./time-limit.ts";

/**
 * Creates what the guards of a pipeline need to decide about one action, at this moment.
 *
 * @returns a promise only if the session's state is a function; it rejects with what the function throws, or with a TypeError
 *   if it takes longer than the time limit
 */
export function createGuardScope(
  prepared: PreparedAction,
  scope: SessionActionScope,
  executeAction: ExecuteAction,
  decision: Decision,
): GuardScope | Promise<GuardScope> {
  const { recordedCall, pipeline, session, options, answers, depth, memory } = scope;
  const { id } = recordedCall;
  const prepare = actionPreparer(id, pipeline, prepared);
  const timeout = pipeline.guardTimeout ?? options.timeout ?? pipeline.timeout;
  const limit = new TimeLimit(timeout);
  const controller = new AbortController();
  const signal = eitherSignal(options.signal, controller.signal);
  const now = pipeline.now();
  const invocations: Invocations = { count: 0, returns: [] };
  const source: ContextSource = {
    ...{ id, pipeline, session, recordedCall, signal, now, depth, prepare, invocations, limit, memory, executeAction },
  };
  const inTime: GuardScope["inTime"] = async (guard, work) => {
    const result = await limit.race(work, signal, guard.untimed === true);
    // A guard that continues in the background must not run actions for a call that has ended.
    if (result === "timeout") controller.abort(timeoutReason(timeout));
    return result;
  };
  const readState = async (): Promise<unknown> => {
    const read = await limit.race(async () => ({ state: await session.readState() }), signal);
    if (read === "timeout") throw new TypeError(`its function took longer than ${timeout} ms`);
    return read === "aborted" ? undefined : read.state; // no guard is evaluated after an abort
  };
  const { history, isStateLive } = session;
  const create = (state: unknown): GuardScope => {
    const { admissions, ends } = history;
    const context = createContext(source, state, decision);
    const review = (): GuardContext | Promise<GuardContext> => {
      if (isStateLive) return readState().then((current) => createContext(source, current, decision));
      // The only change is often that this action was admitted; it is not a step of its own context.
      const isUnchanged = history.admissions === admissions + 1 && history.ends === ends;
      return isUnchanged ? context : createContext(source, state, decision);
    };
    return { context, prepare, answers, invoked: invocations.returns, timeout, inTime, readState, review };
  };
  return isStateLive ? readState().then(create) : create(session.readState());
}

/** An {@link ActionScope} with a session. */
export type SessionActionScope = ActionScope & { readonly session: SessionScope };

/**
 * Creates a guard context that belongs to no call, for an agent loop that evaluates `stateChanged` or `finishing`.
 *
 * @param id - the prefix of the ids of actions that guards invoke
 */
export function createHostContext(
  id: string,
  pipeline: Pipeline,
  session: SessionScope,
  state: unknown,
  { signal = new AbortController().signal, executeAction }: HostContextOptions,
): GuardContext {
  const prepare = actionPreparer(id, pipeline);
  const invocations: Invocations = { count: 0, returns: [] };
  const now = pipeline.now();
  const source = { id, pipeline, session, signal, now, depth: 0, prepare, invocations, executeAction };
  return createContext(source, state, undefined);
}

interface HostContextOptions {
  readonly signal: AbortSignal | undefined;
  readonly executeAction: ExecuteAction;
}

/** `executeAction` of execute-action.ts, which imports this file. */
export type ExecuteAction = (
  prepared: PreparedAction,
  stages: ActionStages,
  scope: ActionScope,
  finish: (ending: CallEnding) => ActionReturn,
) => ActionReturn | Promise<ActionReturn>;

interface ContextSource {
  /** The prefix of the ids of invoked actions. */
  readonly id: string;
  readonly pipeline: Pipeline;
  readonly session: SessionScope;
  /** The call that is decided, which is not part of its own trajectory. */
  readonly recordedCall?: ToolCall;
  readonly signal: AbortSignal;
  /** The time of the decision. */
  readonly now: number;
  readonly depth: number;
  readonly prepare: PrepareAction;
  readonly invocations: Invocations;
  /** The time limit of the guards; the actions that they run have their own. */
  readonly limit?: TimeLimit;
  readonly memory?: WeakMap<object, unknown> | undefined;
  readonly executeAction: ExecuteAction;
}

/** The actions that guards have invoked for a call. */
interface Invocations {
  count: number;
  readonly returns: ActionReturn[];
}

/**
 * Creates a guard context whose functions decode and run actions in the executor. Its trajectory is that of this moment.
 *
 * @param decision - the decision about the call; absent if the context belongs to no call
 */
function createContext(source: ContextSource, state: unknown, decision: Decision | undefined): GuardContext {
  const { id, session, recordedCall, signal, now, prepare, invocations, limit, memory } = source;
  const trajectory = session.history.snapshot(recordedCall);
  const context: { -readonly [Key in keyof GuardContext]: GuardContext[Key] } = {
    trajectory: typeof trajectory === "function" ? noSteps : trajectory,
    prompt: session.prompt,
    signal,
    now,
    decode: async (action) => decodedAction(await prepare(action)),
    decodeText: async (action, text) => decodedAction(await prepare(action, text)),
    wait: (work) => {
      decision?.turn.release();
      return limit === undefined ? work() : limit.uncounted(work);
    },
    run: async (action) => {
      const invoke = (): Promise<ActionReturn> =>
        invokeAction(action, `${id}.${++invocations.count}`, source, decision);
      const actionReturn = limit === undefined ? await invoke() : await limit.uncounted(invoke);
      invocations.returns.push(actionReturn);
      // The action may have changed the state. A call is decided again if it did, with a new context.
      if (decision === undefined && session.isStateLive) context.state = await session.readState();
      return deepFreeze(toStep(actionReturn) ?? failedStep(action, actionReturn));
    },
  };
  if (state !== undefined) context.state = state;
  if (session.earlier !== undefined) context.earlier = session.earlier;
  if (memory !== undefined) context.memory = memory;
  if (typeof trajectory === "function") {
    Object.defineProperty(context, "trajectory", { get: trajectory, enumerable: true, configurable: true });
  }
  return context;
}

const noSteps: Trajectory = Object.freeze([]);

/** Returns the result of decoding an action in the form that guards receive. */
function decodedAction(preparation: Preparation): DecodedAction {
  const { repairs } = preparation;
  return preparation.ok
    ? { ok: true, action: preparation.prepared.action, repairs }
    : { ok: false, issues: preparation.issues, repairs };
}

/** Returns the step of an action whose tool is unknown or whose arguments are invalid. */
function failedStep({ args }: Action, { id, type, observation, endedAt }: ActionReturn): Step {
  return { action: { id, name: type, args: (frozenJson(args) ?? {}) as Args }, observation, ran: false, endedAt };
}

/** The deepest nesting of actions that guards invoke for actions that guards invoked. */
const maxDepth = 4;

/** Executes an action that a guard invokes in addition to the model's action: guarded and recorded, with its own id. */
async function invokeAction(
  requested: Action,
  id: string,
  source: ContextSource,
  parent: Decision | undefined,
): Promise<ActionReturn> {
  const { pipeline, session, signal, depth, prepare, executeAction } = source;
  const started = performance.now();
  const { call, recordedCall } = receiveCall({ id, name: requested.name, arguments: requested.args });
  const end = startCall(recordedCall, pipeline, started, session);
  const finish = (ending: CallEnding): ActionReturn => {
    const { ends } = session.history;
    const actionReturn = end(ending);
    for (let outer = parent; outer !== undefined; outer = outer.parent) outer.ends += session.history.ends - ends;
    return actionReturn;
  };
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
    const memory = new WeakMap<object, unknown>();
    const scope: ActionScope = {
      ...{ call, recordedCall, pipeline, session, parent, memory },
      options: { signal },
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
