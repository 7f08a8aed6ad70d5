import type { ActionReturn, Args, InspectionRequest, JsonValue, ToolCall, Trajectory } from "@helve/core";
import { EventQueue, withoutUndefined } from "@helve/core/internal";
import type {
  ActionExecutor,
  ExecutorTools,
  Session,
  SessionCallOptions,
  SessionOptions,
  Ticket,
} from "@helve/executor";
import { type ApprovalAnswer, type ApprovalStore, Approvals, isSameCall } from "./approvals.ts";
import { checkOptions } from "./check-options.ts";
import { refusedReturn } from "./refused-return.ts";

/**
 * The calls of one run of an agent whose loop belongs to another SDK. An SDK that asks before it runs a tool calls `decide` first; every SDK
 * calls `execute`, with the answer of the person if there was a question. What was decided on is what runs: if the rules decide otherwise by
 * then, the call does not run.
 *
 * An answer counts only for a call whose question was kept, with the same name and arguments, and once.
 *
 * @example
 * const calls = new GuardedCalls(executor, { prompt: "Pay my debts." });
 * const decision = await calls.decide(call);
 * if (decision.kind === "ask" && !(await confirm(questionText(decision.request)))) reject();
 * const actionReturn = await calls.execute(call, { answer: { decision: "approve" } });
 */
export class GuardedCalls<Tools extends ExecutorTools = ExecutorTools> {
  readonly executor: ActionExecutor<Tools>;
  /** The session that the calls belong to: its trajectory is what rules look back at. */
  readonly session: Session<Tools>;
  readonly #approvals: Approvals;
  readonly #decisions = new Map<string, KeptDecision>();
  #ended: ActionReturn | undefined;

  /** @throws TypeError for something that is no executor, and for an unknown option; ExecutorError for an invalid option of the session */
  constructor(executor: ActionExecutor<Tools>, options: GuardedCallsOptions = {}) {
    if (!(executor instanceof Object) || typeof executor.session !== "function") {
      throw new TypeError("the first argument must be an ActionExecutor of @helve/executor");
    }
    checkOptions(options, guardedCallsOptions, "an adapter");
    const { session = {}, approvals = new Map<string, string>(), ended, ...shorthands } = options;
    const given = withoutUndefined(shorthands);
    if (isSession(session) && Object.keys(given).length > 0) {
      const names = "prompt, state, signal and earlier steps";
      throw new TypeError(`"session" has its own ${names}: leave them out, or leave out "session"`);
    }
    this.executor = executor;
    this.session = isSession(session)
      ? (session as Session as Session<Tools>)
      : executor.session({ ...session, ...given });
    this.#ended = ended;
    this.#approvals = new Approvals(approvals);
  }

  /** The call that ended the agent by a rule, if one did. Every later call is refused. */
  get ended(): ActionReturn | undefined {
    return this.#ended;
  }

  /**
   * Decides about a call without running it. The decision is kept for `execute`; until then another `decide` about the same call returns it.
   * A question that is kept, also by another process, stays the question.
   *
   * @throws ApprovalStoreError if the store of approvals fails
   */
  async decide(call: ToolCall, options: Pick<SessionCallOptions, "signal"> = {}): Promise<CallDecision> {
    const kept = this.#decisions.get(call.id);
    if (kept !== undefined && isSameCall(kept.call, call)) return (await kept.deciding).decision;
    const judging = this.#judge(call, options);
    const keeping: KeptDecision = { call, deciding: judging.then(asKept) };
    this.#decisions.set(call.id, keeping);
    keeping.deciding.catch(() => {
      if (this.#decisions.get(call.id) === keeping) this.#decisions.delete(call.id);
    });
    return (await judging).decision;
  }

  /**
   * Finds the call of this id that waits for a person, also one of an earlier process: its question is `verdict.request`. Nothing is decided,
   * so an adapter can tell whether an answer belongs to a question before it makes one.
   */
  async waiting(id: string): Promise<ActionReturn | undefined> {
    return this.#approvals.get(id);
  }

  /**
   * Holds the answer to a question until the other questions of its turn are answered, maybe in other processes: some SDKs continue only then. The
   * answer is deleted with the question, and a later one replaces it.
   *
   * @returns false if the call does not wait
   */
  async hold(call: ToolCall, answer: ApprovalAnswer): Promise<boolean> {
    return this.#approvals.add(call, "heldAnswer", answer as JsonValue);
  }

  /** Finds the answer that `hold` has kept for a call that waits. */
  async heldAnswer(call: ToolCall): Promise<ApprovalAnswer | undefined> {
    return (await this.#approvals.added(call, "heldAnswer")) as ApprovalAnswer | undefined;
  }

  /** Stores a note of the adapter with the question of a waiting call, for the process that continues it. It is deleted with the question. */
  async keepNote(call: ToolCall, note: JsonValue): Promise<void> {
    await this.#approvals.add(call, "adapterNote", note);
  }

  /** Finds what `keepNote` has kept for a call that waits; `undefined` for another call, and if nothing was kept. */
  async noteOf(call: ToolCall): Promise<JsonValue | undefined> {
    return this.#approvals.added(call, "adapterNote");
  }

  /**
   * Executes a call, as it was decided if it was. A call that needs an answer and has none returns with the status `pending`, and nothing ran.
   *
   * @param options - `answer`: what a person decided. An approval, an edit and a fix count only if the call waits for one; a rejection always. A
   *   call that does not wait does not run with an edit or a fix, because the person did not want it as it is
   * @throws ApprovalStoreError if the store of approvals fails
   */
  async execute(call: ToolCall, options: ExecuteCallOptions = {}): Promise<ActionReturn> {
    const { answer, ...callOptions } = options;
    if (this.#ended !== undefined) return refusedReturn(call, endedText(this.#ended));
    const actionReturn = await this.#execute(call, answer, callOptions);
    if (actionReturn.status === "pending") await this.#approvals.keep(actionReturn, callOptions.signal);
    if (actionReturn.verdict?.kind === "end") this.#ended = actionReturn;
    return actionReturn;
  }

  /** Executes a call like `execute`, and yields the progress of its tool. */
  async *stream(call: ToolCall, options: ExecuteCallOptions = {}): AsyncGenerator<unknown, ActionReturn> {
    const updates = new EventQueue<unknown>();
    const abort = new AbortController();
    const signal = options.signal == null ? abort.signal : AbortSignal.any([options.signal, abort.signal]);
    const onProgress = (update: unknown): void => {
      updates.push(update);
      options.onProgress?.(update);
    };
    const executing = this.execute(call, { ...options, signal, onProgress }).finally(() => updates.close());
    executing.catch(() => undefined); // it is thrown where it is awaited
    try {
      yield* updates.read();
      return await executing;
    } finally {
      abort.abort(); // the reader left
    }
  }

  async #execute(
    call: ToolCall,
    answer: ApprovalAnswer | undefined,
    options: SessionCallOptions,
  ): Promise<ActionReturn> {
    const kept = this.#decisions.get(call.id);
    if (kept === undefined && answer === undefined) {
      return (await this.#approvals.find(call, options.signal)) ?? this.session.execute(call, options);
    }
    this.#decisions.delete(call.id);
    const decided = kept && isSameCall(kept.call, call) ? await kept.deciding : await this.#judge(call, options);
    const { decision } = decided;
    switch (decision.kind) {
      case "refuse":
        return decision.actionReturn;
      case "run":
        return answer === undefined || answer?.decision === "approve"
          ? this.session.run(decided.ticket as Ticket, options)
          : refusedReturn(call, answer?.decision === "reject" ? rejectedText(call, answer.reason) : unaskedText(call));
      case "ask":
        return this.#resume(call, decision, answer, options);
    }
  }

  /** Continues a call that waits. An answer counts only if its question was kept before: nobody has seen a new one. */
  async #resume(
    call: ToolCall,
    { actionReturn, isNew }: CallDecision & { readonly kind: "ask" },
    answer: ApprovalAnswer | undefined,
    options: SessionCallOptions,
  ): Promise<ActionReturn> {
    if (answer === undefined || (isNew && answer.decision !== "reject")) return actionReturn;
    const waiting = await this.#approvals.take(call, options.signal);
    if (waiting === undefined) return refusedReturn(call, usedText(call));
    const token = waiting.verdict?.kind === "pending" ? waiting.verdict.token : undefined;
    // The store belongs to this conversation, which another process may have begun in a session of its own.
    const ours = { ...waiting, session: this.session.id };
    return this.session.resume(ours, { ...answer, ...(token !== undefined && { token }) }, options);
  }

  async #judge(call: ToolCall, options: SessionCallOptions): Promise<Decided> {
    if (this.#ended !== undefined) {
      return refuse(refusedReturn(call, endedText(this.#ended)));
    }
    const waiting = await this.#approvals.find(call, options.signal);
    if (waiting !== undefined) return { decision: ask(waiting, false) };
    const judgement = await this.session.judge(call, { signal: options.signal, expiresIn: ticketLifetime });
    if (judgement.ok) return { decision: { kind: "run", args: judgement.ticket.args }, ticket: judgement.ticket };
    const { actionReturn } = judgement;
    if (actionReturn.status === "pending") await this.#approvals.keep(actionReturn, options.signal);
    else {
      if (actionReturn.verdict?.kind === "end") this.#ended = actionReturn;
      return refuse(actionReturn);
    }
    return { decision: ask(actionReturn, true) };
  }
}

/** Whether the option `session` is a session, not the options of one. */
export function isSession(session: Session | SessionOptions | undefined): session is Session {
  return typeof (session as Session | undefined)?.execute === "function";
}

/** Options of `GuardedCalls`, which every adapter has. */
export interface GuardedCallsOptions {
  /**
   * Options of the session of the calls, such as `{ store, sandboxes }`, or a session of the same executor. One session is one run of an agent, of one
   * user. A session excludes the options `prompt`, `state`, `signal`, `earlier` and `trajectory`.
   */
  readonly session?: Session | SessionOptions | undefined;
  /** The user's request, for the rules. */
  readonly prompt?: string | undefined;
  /** The state of the host, for the rules: a value or a function. */
  readonly state?: unknown;
  /** Aborts all calls. */
  readonly signal?: AbortSignal | undefined;
  /** The result of `session.snapshot()` in another process, so that rules know its steps. */
  readonly earlier?: readonly JsonValue[] | undefined;
  /** Steps after the earlier ones and before the run, such as calls that were cut short. */
  readonly trajectory?: Trajectory | undefined;
  /** The call that ended the agent by a rule in an earlier process: nothing runs any more. */
  readonly ended?: ActionReturn | undefined;
  /** Stores the calls that wait for a person; a `Map` in memory by default. */
  readonly approvals?: ApprovalStore | undefined;
}

/** The names of the options of `GuardedCalls`. */
export const guardedCallsOptions: readonly (keyof GuardedCallsOptions)[] = [
  "session",
  "prompt",
  "state",
  "signal",
  "earlier",
  "trajectory",
  "ended",
  "approvals",
];

/** Options of one call. */
export interface ExecuteCallOptions extends SessionCallOptions {
  /** The person's answer about the call, if there was a question. */
  readonly answer?: ApprovalAnswer | undefined;
}

/** The decision about a call. */
export type CallDecision =
  /** It may run. `args`: the arguments that the model sent, decoded; guards may have changed those that the tool gets. */
  | { readonly kind: "run"; readonly args: Args }
  /** It ends here: the arguments are invalid, a rule stops it, or there is no such tool. `execute` returns the same. */
  | { readonly kind: "refuse"; readonly actionReturn: ActionReturn }
  /** A person has to decide about `request`. `isNew`: the question did not exist before, so an answer that already exists does not belong to it. */
  | {
      readonly kind: "ask";
      readonly request: InspectionRequest;
      readonly actionReturn: ActionReturn;
      readonly isNew: boolean;
    };

interface KeptDecision {
  readonly call: ToolCall;
  readonly deciding: Promise<Decided>;
}

interface Decided {
  readonly decision: CallDecision;
  /** With the decision `run`. */
  readonly ticket?: Ticket;
}

/** Returns a stored decision whose question was already asked. */
function asKept(decided: Decided): Decided {
  const { decision } = decided;
  return decision.kind === "ask" ? { ...decided, decision: { ...decision, isNew: false } } : decided;
}

/** How long a decision may wait for its run, in milliseconds: a day. The guards are evaluated again then. */
const ticketLifetime = 86_400_000;

/** Returns the decision that a call does not run. */
function refuse(actionReturn: ActionReturn): Decided {
  return { decision: { kind: "refuse", actionReturn } };
}

/** Returns the decision that a person is asked about a call. */
function ask(actionReturn: ActionReturn, isNew: boolean): CallDecision {
  const { verdict } = actionReturn;
  if (verdict?.kind !== "pending") throw new TypeError(`the call "${actionReturn.id}" does not wait for a person`);
  return { kind: "ask", request: verdict.request, actionReturn, isNew };
}

/** Tells the model that a rule ended the run. */
function endedText({ type }: ActionReturn): string {
  return `nothing runs any more: a rule ended the agent at its call of ${type}`;
}

/** Tells the model that a person rejected the call, with the reason. */
function rejectedText({ name }: ToolCall, reason: string | undefined): string {
  return `${name} was stopped: it was rejected${reason === undefined ? "" : `: ${reason}`}`;
}

/** Tells the model that an answer would change the call although no question about it is open. */
function unaskedText({ name }: ToolCall): string {
  return `${name} was stopped: the answer would change it, but no question about it is open. Call it again`;
}

/** Tells the model that a person's answer about the call was already used. */
function usedText({ name }: ToolCall): string {
  return `${name} was stopped: the answer to its question was used before`;
}
