import type { ActionReturn, GuardAnswer, StageRecords, ToolCall } from "@helve/core";
import type { Reconciliation, Resumption } from "@helve/tool";
import { type CallEnding, createActionReturn, toStep } from "./action-return.ts";
import type { ExecuteOptions } from "./options.ts";
import type { Pipeline } from "./pipeline.ts";
import type { ReceivedCall } from "./receive-call.ts";
import { type Decision, SessionScope } from "./session-scope.ts";

/** A call in progress, from its arrival to its action return: everything that the stages of the pipeline share. */
export class OpenCall {
  /** The call with its raw arguments. */
  readonly call: ToolCall;
  /** The same call with arguments that JSON can represent, for records and observers. */
  readonly recordedCall: ToolCall;
  /** The problem of the call's members, if the host has misnamed one. */
  readonly misnamed: string | undefined;
  readonly pipeline: Pipeline;
  readonly options: ExecuteOptions;
  /** The session that gets the step of the call; absent for a call without one. */
  readonly session: SessionScope | undefined;
  readonly answers: readonly GuardAnswer[];
  readonly memory: WeakMap<object, unknown> | undefined;
  readonly resumption: Resumption | undefined;
  readonly reconciliation: Reconciliation | undefined;
  readonly parent: Decision | undefined;
  readonly depth: number;
  readonly #arrivedAt = performance.now();
  #ownSession: SessionScope | undefined;
  #isStarted = false;
  #unended: Promise<unknown> | undefined;

  constructor({ call, recordedCall, misnamed }: ReceivedCall, pipeline: Pipeline, details: CallDetails) {
    this.call = call;
    this.recordedCall = recordedCall;
    this.misnamed = misnamed;
    this.pipeline = pipeline;
    this.options = details.options;
    this.session = details.session;
    this.answers = details.answers ?? noAnswers;
    this.memory = details.memory;
    this.resumption = details.resumption;
    this.reconciliation = details.reconciliation;
    this.parent = details.parent;
    this.depth = details.depth ?? 0;
  }

  /** The session that the guards see. A call that belongs to none has its own, with the steps, prompt and state of its options. */
  get guardedSession(): SessionScope {
    if (this.session !== undefined) return this.session;
    this.#ownSession ??= new SessionScope(this.options);
    return this.#ownSession;
  }

  /** Fulfilled when all that the call has started and nobody waits for has ended; absent if there was nothing. */
  get unended(): Promise<unknown> | undefined {
    return this.#unended;
  }

  /** Adds a run that goes on although nobody waits for it. @param end - never rejected */
  addUnended(end: Promise<unknown>): void {
    this.#unended = this.#unended === undefined ? end : Promise.all([this.#unended, end]);
  }

  /** Emits `action:start`. Before that, no event of the call is emitted. */
  start(): this {
    this.#isStarted = true;
    const { observers } = this.pipeline;
    if (observers.hasListeners) observers.emit("action:start", { call: this.recordedCall });
    return this;
  }

  /** Emits the events of the stages that have a record. */
  emitStages({ resolve, decode, guard }: StageRecords): void {
    const { observers } = this.pipeline;
    if (!this.#isStarted || !observers.hasListeners) return;
    const call = this.recordedCall;
    if (resolve !== undefined) observers.emit("action:resolved", { call, record: resolve });
    if (decode !== undefined) observers.emit("action:decoded", { call, record: decode });
    if (guard !== undefined) observers.emit("action:guarded", { call, record: guard });
  }

  /** Creates the action return, adds the step to the session, and emits `action:end`. */
  close(ending: CallEnding): ActionReturn {
    if (!this.#isStarted) this.start().emitStages(ending.stages);
    const { recordedCall, session } = this;
    const { observers, now } = this.pipeline;
    const duration = (ending.endedAt ?? performance.now()) - this.#arrivedAt;
    const actionReturn = createActionReturn(recordedCall, ending, { duration, endedAt: now(), session: session?.id });
    session?.history.end(recordedCall, toStep(actionReturn));
    if (observers.hasListeners) observers.emit("action:end", { call: recordedCall, actionReturn });
    return actionReturn;
  }
}

const noAnswers: readonly never[] = Object.freeze([]);

/** The data in which the calls of a pipeline differ. */
export interface CallDetails {
  readonly options: ExecuteOptions;
  readonly session: SessionScope | undefined;
  /** The answers to guards that returned `pending` for this call before. */
  readonly answers?: readonly GuardAnswer[] | undefined;
  /** Where guards keep values for the next evaluation of the same call; absent if it is evaluated once. */
  readonly memory?: WeakMap<object, unknown> | undefined;
  /** The state and the answer with which the run continues, if it waited for an answer. */
  readonly resumption?: Resumption | undefined;
  /** A person's answer whether a run happened whose outcome is unknown. */
  readonly reconciliation?: Reconciliation | undefined;
  /** The decision for which a guard has invoked the action. */
  readonly parent?: Decision | undefined;
  /** The nesting level: 0 for a call of the model, 1 for an action that a guard invoked for it, and so on. */
  readonly depth?: number | undefined;
}
