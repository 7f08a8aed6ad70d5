/** Guards each operation of a sandbox by rules, and records it as a step. */
import {
  type Action,
  type Args,
  type Guard,
  type GuardContext,
  type Step,
  type StepStatus,
  type ToolPlace,
  type Verdict,
  withHistory,
} from "@helve/core";
import { SandboxError } from "../sandbox-error.ts";

/** Options of `guarded`. */
export interface GuardedOptions {
  /** The user's request, for rules that read it. */
  readonly prompt?: string | undefined;
  /** The state of the host, for rules that read it. */
  readonly state?: unknown;
  /** The time in milliseconds since 1970; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
}

/** The operations of one sandbox as steps of a trajectory, with a guard that decides about each. */
export class GuardedOperations {
  readonly #guard: Guard;
  readonly #options: GuardedOptions;
  readonly #place: ToolPlace;
  readonly #steps: Step[] = [];
  readonly #running = new Map<string, Action>();
  #lastDecision: Promise<unknown> = Promise.resolve();
  #count = 0;

  /** @param place - where the operations happen */
  constructor(guard: Guard, options: GuardedOptions, place: ToolPlace) {
    this.#guard = guard;
    this.#options = options;
    this.#place = place;
  }

  /** Lets the guard decide, runs the operation, and lets the guard review the result. */
  async perform<Result>(
    name: string,
    args: Args,
    signal: AbortSignal = new AbortController().signal,
    operation: Operation<Result>,
  ): Promise<Result> {
    const action: Action = { id: `sandbox-${++this.#count}`, name, args, place: this.#place };
    const admitted = await this.#inTurn(() => this.#admit(action, signal));
    let status: StepStatus = "failed";
    let text = "";
    try {
      const result = await operation.run(admitted.args);
      status = operation.failed?.(result) === true ? "failed" : "success";
      text = operation.text(result);
      await this.#inTurn(() => this.#complete(admitted, text, status, signal));
      return result;
    } catch (error) {
      if (this.#running.has(action.id)) {
        const isUnknown = signal.aborted || (error instanceof SandboxError && error.code === "timeout");
        const ended = isUnknown ? "timed_out" : "failed";
        await this.#inTurn(() => this.#complete(admitted, String(error), ended, signal));
      }
      throw error;
    }
  }

  /** Runs a function after the functions before it have ended. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lastDecision.then(work);
    this.#lastDecision = result.catch(() => {});
    return result;
  }

  /**
   * @returns the action that happens
   * @throws SandboxError `denied` unless the guard allows it
   */
  async #admit(action: Action, signal: AbortSignal): Promise<Action> {
    signal.throwIfAborted();
    const verdict = await this.#guard.before(action, this.#context(signal));
    const reason = denialOf(verdict);
    if (reason === undefined && verdict.kind === "allow" && verdict.action.name === action.name) {
      this.#running.set(action.id, verdict.action);
      return verdict.action;
    }
    const message = reason ?? `The rules put another action in place of ${action.name}`;
    this.#steps.push(this.#step(action, message, "stopped"));
    throw new SandboxError("denied", message);
  }

  /** @throws SandboxError `denied` if the guard withholds the result */
  async #complete(action: Action, text: string, status: StepStatus, signal: AbortSignal): Promise<void> {
    this.#running.delete(action.id);
    const step = this.#step(action, text, status);
    const verdict = await this.#guard.after?.(step, this.#context(signal));
    this.#steps.push(step);
    const reason = verdict === undefined ? undefined : denialOf(verdict);
    if (reason !== undefined) throw new SandboxError("denied", reason);
  }

  #step(action: Action, text: string, status: StepStatus): Step {
    const observation = { parts: [{ type: "text" as const, content: text }], isError: status !== "success" };
    return { action, observation, ran: status !== "stopped", endedAt: this.#now(), status };
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  #context(signal: AbortSignal): GuardContext {
    const inFlight = Array.from(
      this.#running.values(),
      (action): Step => ({ action, observation: { parts: [], isError: false }, ran: false, inFlight: true }),
    );
    const { prompt = "", state } = this.#options;
    return {
      trajectory: withHistory([...this.#steps, ...inFlight], this.#steps),
      prompt,
      state,
      now: this.#now(),
      signal,
      decode: async (action) => ({ ok: true, action, repairs: [] }),
    };
  }
}

/** An operation that a guard has admitted. */
export interface Operation<Result> {
  run(args: Args): Promise<Result>;
  /** The result as the text that a model would read. */
  text(result: Result): string;
  failed?(result: Result): boolean;
}

/** Why a verdict forbids an operation; `undefined` if it allows it. */
function denialOf(verdict: Verdict): string | undefined {
  switch (verdict.kind) {
    case "allow":
      return undefined;
    case "pending":
      return ["A person would have to allow this", ...(verdict.request.messages ?? [])].join(": ");
    default:
      return verdict.reason;
  }
}
