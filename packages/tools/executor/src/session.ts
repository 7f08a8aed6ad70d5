import type { Action, ActionReturn, GuardContext, JsonValue, Step, ToolCall, Trajectory } from "@helve/core";
import type { SessionSandboxes, SessionStore } from "./call-context.ts";
import type { Calls } from "./calls.ts";
import type { CallArguments, CallName, CallResult, ExecutorTools } from "./direct-call.ts";
import { ExecutorError } from "./errors.ts";
import type { Judgement, JudgeOptions, Ticket } from "./judge-call.ts";
import type { SessionCallOptions } from "./options.ts";
import type { RunLedger } from "./run-ledger.ts";
import type { Journal, Recorded } from "./session-scope/journaled-steps.ts";
import { SessionScope } from "./session-scope.ts";
import { checkCallOptions, contextOptions } from "./validate-call-options.ts";

/**
 * One run of an agent, from `executor.session`. It keeps the trajectory: each call adds its step when it ends.
 *
 * Calls may run at the same time, but they are decided one after the other: the guards see every call that was admitted
 * before, as a step in flight if it has not ended. So rules such as "at most three transfers" hold for parallel calls as well.
 * A decision that waits for a person lets others go ahead; if one of them was admitted or ended in the meantime, the guards
 * are evaluated again.
 */
export class Session<Tools extends ExecutorTools = ExecutorTools> {
  /** The type of the executor's tools; no property exists at run time. */
  declare readonly "~tools"?: Tools;
  readonly #calls: Calls;
  readonly #scope: SessionScope;

  constructor(calls: Calls, options: SessionOptions) {
    checkCallOptions(
      options,
      [...contextOptions, "earlier", "store", "sandboxes", "model", "id", "ledger", "journal"],
      "a session",
    );
    if (options.journal !== undefined && options.id === undefined) {
      const message = "a session with a journal needs an id, which the process that continues it uses again";
      throw new ExecutorError([{ code: "option", message }]);
    }
    this.#calls = calls;
    this.#scope = new SessionScope({ ...options, id: options.id ?? crypto.randomUUID(), isStateLive: true });
  }

  /** The id of the session: a call that waits in it is resumed only in a session with the same id. */
  get id(): string {
    return this.#scope.id ?? "";
  }

  /** The steps so far, in the order in which they ended, after those that the session was created with. */
  get trajectory(): Trajectory {
    return this.#scope.history.steps;
  }

  /**
   * The guards' knowledge of the steps so far, as JSON. Pass it as `earlier` to a session in another process: that session then decides as this
   * one would, without the steps. Actions in flight are not part of it.
   *
   * @example
   * const kept = JSON.stringify({ id: session.id, earlier: session.snapshot() });
   * // In another process:
   * const session = executor.session({ prompt, ...JSON.parse(kept) });
   */
  snapshot(): readonly JsonValue[] {
    const trajectory = this.trajectory;
    const { earlier } = this.#scope;
    const context = { trajectory, earlier };
    return this.#calls.pipeline.guards
      .map((guard) => guard.snapshot?.(context))
      .filter((snapshot) => snapshot !== undefined);
  }

  /** The actions that were admitted and have not ended, in the order in which they were admitted. */
  get inFlight(): readonly Action[] {
    return this.#scope.history.inFlight;
  }

  /** Executes one call, like `executor.execute`. */
  execute(call: ToolCall, options: SessionCallOptions = {}): Promise<ActionReturn> {
    return this.#calls.execute(call, this.#target(options));
  }

  /** Executes several calls, like `executor.executeAll`: adjacent calls of tools with `parallel: true` run at the same time. */
  executeAll(calls: Iterable<ToolCall>, options: SessionCallOptions = {}): Promise<readonly ActionReturn[]> {
    return this.#calls.executeAll(calls, this.#target(options));
  }

  /**
   * Resumes a call of this session that waits for an answer, like `executor.resume`. All guards are evaluated again.
   *
   * @throws ResumeError also if the call waits in another session, or in none
   */
  resume(actionReturn: ActionReturn, answer: unknown, options: SessionCallOptions = {}): Promise<ActionReturn> {
    return this.#calls.resume(actionReturn, answer, this.#target(options));
  }

  /** Calls a tool from code, like `executor.call`. */
  async call<Typed extends ExecutorTools, Name extends CallName<Typed>>(
    this: Session<Typed>,
    name: Name,
    args: CallArguments<Typed, Name>,
    options: SessionCallOptions & { readonly id?: string | undefined } = {},
  ): Promise<CallResult<Typed, Name>> {
    return (await this.#calls.call(name, args, this.#target(options))) as CallResult<Typed, Name>;
  }

  /** Decodes and guards a call without running it, like `executor.judge`. A call that is judged is not in flight yet. */
  judge(call: ToolCall, options: SessionCallOptions & JudgeOptions = {}): Promise<Judgement> {
    return this.#calls.judge(call, this.#target(options));
  }

  /**
   * Runs a call that was judged in this session, once, like `executor.run`.
   *
   * @throws TicketError if the ticket was run before, or is not one of this session
   */
  run(ticket: Ticket, options: SessionCallOptions = {}): Promise<ActionReturn> {
    return this.#calls.run(ticket, this.#target(options));
  }

  /**
   * Creates the context for a guard's `stateChanged` or `finishing`, with the steps and the state of this moment.
   *
   * @throws what the session's `state` function throws; a TypeError if it takes longer than the time limit of guards; the
   *   reason of the signal if it is aborted before that
   *
   * @example
   * const verdict = await engine.finishing(await session.guardContext());
   */
  async guardContext(options: Pick<SessionCallOptions, "signal"> = {}): Promise<GuardContext> {
    checkCallOptions(options, ["signal"], "the context of a session");
    return this.#calls.sessionContext(this.#scope, options.signal);
  }

  /**
   * Runs a function as a step of the session's journal: a process that continues the session gets its recorded result. Actions that guards invoke
   * meanwhile are recorded with it, so nothing else may run at the same time. Without a journal, it only runs the function.
   *
   * @param name - the same in each process
   * @param work - returns JSON
   */
  async step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const { journal, history } = this.#scope;
    if (journal === undefined) return work();
    const recording = async (
      ready: () => Promise<void>,
    ): Promise<Recorded<{ result: Result; steps: readonly Step[] }>> => {
      await ready();
      const { count } = history;
      const result = await work();
      return { result: { result, steps: history.stepsFrom(count) }, end: history.count };
    };
    return (await journal.step(name, recording, ({ steps }) => steps)).result;
  }

  #target<Options extends SessionCallOptions>(options: Options) {
    return { options, session: this.#scope, isInSession: true } as const;
  }
}

/** Options of a session. */
export interface SessionOptions {
  /** The id of the session; random by default. A session that continues another one in another process has the same id. */
  readonly id?: string | undefined;
  /** The user's request, for the guards. */
  readonly prompt?: string | undefined;
  /** The state of the host, for the guards: a value, or a function that is called at each decision and may be asynchronous. */
  readonly state?: unknown;
  /** Aborts all calls of the session. */
  readonly signal?: AbortSignal | undefined;
  /** The steps before the session, for example of an earlier run that it continues; none by default. */
  readonly trajectory?: Trajectory | undefined;
  /** The result of `Session.snapshot` in another process, for the guards; none by default. */
  readonly earlier?: readonly JsonValue[] | undefined;
  /**
   * The state that tools keep between calls, such as a `Store` of `@helve/store`: `context.store` of a tool is a transaction, which is committed
   * when the call succeeds and leaves nothing behind when it fails.
   */
  readonly store?: SessionStore | undefined;
  /** The sandboxes of the session, such as a `SandboxSession` of `@helve/sandbox`, for `context.sandbox(name)` of a tool. */
  readonly sandboxes?: SessionSandboxes | undefined;
  /** The model for `context.model` of a tool; `generateLoop` and `react` of `@helve/agent` set their own. */
  readonly model?: object | undefined;
  /** Prevents calls of the session from running twice, in place of the executor's ledger. */
  readonly ledger?: RunLedger | undefined;
  /**
   * Records each call, so that another process continues the session; with a ledger that outlives the process, a call runs once. The session
   * needs an `id`. `@helve/durable` has journals. Such a session has no `call`, `judge` and `run`.
   */
  readonly journal?: Journal | undefined;
}
