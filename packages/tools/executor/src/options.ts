import type { ArgumentParser, Guard, Trajectory } from "@helve/core";
import type { InstanceOrClass } from "@helve/core/internal";
import type { ConcurrencyOptions } from "./concurrency-limits.ts";
import type { ErrorRule } from "./error-rules.ts";
import type { DecodeOptions } from "./repairs.ts";
import type { RetryOptions } from "./retry.ts";
import type { RunLedger } from "./run-ledger.ts";
import type { SpecialActionOptions } from "./special-actions.ts";

/** Options of an executor, which apply to every call. */
export interface ExecutorOptions extends ConcurrencyOptions {
  /** Parses the arguments of tools whose toolkit has no parser of its own: a parser or its class; a `JsonParser` by default. */
  readonly parser?: InstanceOrClass<ArgumentParser> | undefined;
  /** Which repairs of arguments are accepted; arguments that the end of the text cut off are refused by default. */
  readonly decode?: DecodeOptions | undefined;
  /** Evaluated in this order before each action runs, and after it if they have an `after` method; none by default. */
  readonly guards?: readonly Guard[] | undefined;
  /** The time limit of tools without one of their own, in milliseconds; 60,000 by default. */
  readonly timeout?: number | undefined;
  /**
   * The time limit of each evaluation of a guard, in milliseconds; by default the `timeout` of the call, or else of the
   * executor. Guards that are `untimed` have none.
   */
  readonly guardTimeout?: number | undefined;
  /** Rules that classify errors; they are tried before {@link defaultErrorRules}. */
  readonly errors?: readonly ErrorRule[] | undefined;
  /** Whether an unexpected error becomes an action return, as by default, or is thrown as an {@link UnexpectedError}. */
  readonly onUnexpected?: "return" | "throw" | undefined;
  /** How often idempotent tools are retried; twice by default. */
  readonly retry?: RetryOptions | undefined;
  /** Prevents a call from running twice; none by default. */
  readonly ledger?: RunLedger | undefined;
  /**
   * The treatment of a call whose process ended while it ran, so that its outcome is unknown. `ask`, the default: the call is pending until a
   * person says whether it ran. `tell`: the model reads that the outcome is unknown. Only with a ledger that outlives the process.
   */
  readonly unknownRuns?: "ask" | "tell" | undefined;
  /**
   * The clock, in milliseconds since 1970; `Date.now` by default. It gives decisions their time, steps the time at which they
   * ended, and tickets their expiry.
   */
  readonly now?: (() => number) | undefined;
  /** The names of Lagent's special actions, or `false` for none. */
  readonly specialActions?: SpecialActionOptions | false | undefined;
}

/** Options of one call. */
export interface ExecuteOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of the tool, in milliseconds; by default the tool's own, or else the executor's. */
  readonly timeout?: number | undefined;
  /** The steps before the call, for the guards. */
  readonly trajectory?: Trajectory | undefined;
  /** The user's request, for the guards. */
  readonly prompt?: string | undefined;
  /** The state of the host, for the guards. */
  readonly state?: unknown;
  /** Receives the tool's progress; what it throws is ignored. */
  readonly onProgress?: ((update: unknown) => unknown) | undefined;
}

/** Options of `ActionExecutor.guardContext`. */
export type GuardContextOptions = Pick<ExecuteOptions, "signal" | "trajectory" | "prompt" | "state">;

/** Options of a call in a session, which has its own steps, prompt and state. */
export type SessionCallOptions = Pick<ExecuteOptions, "signal" | "timeout" | "onProgress">;
