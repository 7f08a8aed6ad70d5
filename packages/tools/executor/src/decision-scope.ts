/** One decision of the guards: their context, and the calls that they made meanwhile. */
import type {
  Action,
  ActionReturn,
  Args,
  DecodedAction,
  Guard,
  GuardAnswer,
  GuardContext,
  Step,
  Trajectory,
} from "@helve/core";
import { freezeCopy } from "@helve/core/internal";
import { toStep } from "./action-return.ts";
import { invokeAction } from "./invoke-action.ts";
import type { OpenCall } from "./open-call.ts";
import type { Decision } from "./session-scope.ts";
import type { GuardScope } from "./stages/guard.ts";
import {
  actionPreparer,
  type Preparation,
  type PrepareAction,
  type PreparedAction,
  preparationIssues,
} from "./stages/prepare-action.ts";
import { eitherSignal, TimeLimit, timeoutReason } from "./time-limit.ts";

/** One decision of the guards about an action, or about an event of an agent loop: their context, and what they have invoked. */
export class DecisionScope implements GuardScope {
  readonly call: OpenCall;
  /** Absent if an agent loop evaluates an event, which is no decision about a call. */
  readonly decision: Decision | undefined;
  readonly prepare: PrepareAction;
  readonly invoked: ActionReturn[] = [];
  readonly timeout: number;
  /** Aborted when the caller aborts the call, or when a guard has reached the time limit. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #limit: TimeLimit;
  /** The time of the decision. */
  readonly #now: number;
  #invocations = 0;
  #context: GuardContext | undefined;
  /** How many calls were admitted and had ended when the context was created. */
  #admissions = 0;
  #ends = 0;

  constructor(call: OpenCall, prepared: PreparedAction | undefined, decision: Decision | undefined) {
    const { pipeline, options } = call;
    this.call = call;
    this.decision = decision;
    this.prepare = actionPreparer(call, prepared);
    this.timeout = pipeline.guardTimeout ?? options.timeout ?? pipeline.timeout;
    this.#limit = new TimeLimit(this.timeout);
    const own = this.#controller.signal;
    this.signal = decision === undefined ? (options.signal ?? own) : eitherSignal(options.signal, own);
    this.#now = pipeline.now();
  }

  /**
   * Creates what the guards need to decide about an action at this moment.
   *
   * @throws what the session's `state` function throws; TypeError if it takes longer than the time limit
   */
  static async create(call: OpenCall, prepared: PreparedAction, decision: Decision): Promise<DecisionScope> {
    const scope = new DecisionScope(call, prepared, decision);
    const { isStateLive, readState } = call.guardedSession;
    scope.begin(isStateLive ? await scope.readState() : readState());
    return scope;
  }

  /** Creates the context with the steps of this moment. */
  begin(state: unknown): GuardContext {
    const { admissions, ends } = this.call.guardedSession.history;
    this.#admissions = admissions;
    this.#ends = ends;
    this.#context = this.#contextNow(state);
    return this.#context;
  }

  get context(): GuardContext {
    if (this.#context === undefined) throw new Error("the decision has not begun");
    return this.#context;
  }

  get answers(): readonly GuardAnswer[] {
    return this.call.answers;
  }

  async inTime<Result>(guard: Guard, work: () => Promise<Result>): Promise<Result | "aborted" | "timeout"> {
    const { signal } = this.call.options;
    if (signal?.aborted === true) return "aborted";
    const limit = guard.untimed === true ? new TimeLimit(Number.POSITIVE_INFINITY) : this.#limit;
    const result = await limit.race(work(), signal);
    // A guard that continues in the background must not run actions for a call that has ended.
    if (result === "timeout") this.#controller.abort(timeoutReason(this.timeout));
    return result;
  }

  readonly readState = async (): Promise<unknown> => {
    const { signal } = this.call.options;
    if (signal?.aborted === true) return undefined; // no guard is evaluated after an abort
    const read = await this.#limit.race(this.call.guardedSession.readStateNow(), signal);
    if (read === "timeout") throw new TypeError(`its function took longer than ${this.timeout} ms`);
    return read === "aborted" ? undefined : read.state;
  };

  async review(): Promise<GuardContext> {
    const { history, isStateLive, readState } = this.call.guardedSession;
    if (isStateLive) return this.#contextNow(await this.readState());
    // The only change is often that this action was admitted; it is not a step of its own context.
    const isUnchanged = history.admissions === this.#admissions + 1 && history.ends === this.#ends;
    return isUnchanged ? this.context : this.#contextNow(readState());
  }

  /** Creates a context whose functions decode and run actions in the executor, with the current trajectory. */
  #contextNow(state: unknown): GuardContext {
    const { recordedCall, memory, guardedSession: session } = this.call;
    const trajectory = session.history.snapshot(recordedCall);
    const context: { -readonly [Key in keyof GuardContext]: GuardContext[Key] } = {
      trajectory: typeof trajectory === "function" ? noSteps : trajectory,
      prompt: session.prompt,
      signal: this.signal,
      now: this.#now,
      decode: async (action) => decodedAction(await this.prepare(action)),
      decodeText: async (action, text) => decodedAction(await this.prepare(action, text)),
      wait: (work) => {
        this.decision?.turn.release();
        return this.#limit.uncounted(work);
      },
      run: async (action) => {
        const step = await this.#run(action);
        // The action may have changed the state. A call is decided again if it did, with a new context.
        if (this.decision === undefined && session.isStateLive) context.state = await session.readState();
        return step;
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

  /** Runs an action that a guard invokes; it has time limits of its own. */
  async #run(action: Action): Promise<Step> {
    const id = `${this.call.recordedCall.id}.${++this.#invocations}`;
    const actionReturn = await this.#limit.uncounted(() => invokeAction(action, id, this));
    this.invoked.push(actionReturn);
    return freezeCopy(toStep(actionReturn) ?? failedStep(action, actionReturn), "convert");
  }
}

const noSteps: Trajectory = Object.freeze([]);

/** Returns the result of decoding an action in the form that guards receive. */
function decodedAction(preparation: Preparation): DecodedAction {
  const repairs = preparation.stages.decode?.repairs ?? [];
  return preparation.ok
    ? { ok: true, action: preparation.prepared.action, repairs }
    : { ok: false, issues: preparationIssues(preparation), repairs };
}

/** Returns the step of an action whose tool is unknown or whose arguments are invalid. */
function failedStep({ args }: Action, { id, type, observation, endedAt }: ActionReturn): Step {
  return { action: { id, name: type, args: (freezeCopy(args) ?? {}) as Args }, observation, ran: false, endedAt };
}
