import type { ArgumentParser, Guard, Trajectory } from "@helve/core";
import type { ErrorRule } from "./errors/error-rules.ts";
import type { Ledger } from "./ledger.ts";
import type { LimitOptions } from "./limits.ts";
import type { RetryOptions } from "./retry.ts";
import type { SpecialActionOptions } from "./special-actions.ts";

/** How an executor treats every call. */
export interface ExecutorOptions extends LimitOptions {
  /** Reads the arguments of tools whose toolkit has no parser of its own; a `JsonParser` by default. */
  readonly parser?: ArgumentParser | undefined;
  /** Asked before each action runs, in this order, and after it if they wish; none by default. */
  readonly guards?: readonly Guard[] | undefined;
  /** How long a tool may run when it says nothing itself, in milliseconds; 60,000 by default. */
  readonly timeout?: number | undefined;
  /** What errors mean, beside {@link defaultErrorRules}; these count first. */
  readonly errors?: readonly ErrorRule[] | undefined;
  /** What becomes of an unexpected error: an action return by default, or an {@link UnexpectedError}. */
  readonly onUnexpected?: "return" | "throw" | undefined;
  /** How often idempotent tools are tried again; twice by default. */
  readonly retry?: RetryOptions | undefined;
  /** Keeps one call from running twice; none by default. */
  readonly ledger?: Ledger | undefined;
  /** What models call beside tools, as Lagent has it. */
  readonly specialActions?: SpecialActionOptions | false | undefined;
}

/** What belongs to one call. */
export interface ExecuteOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** How long the tool may run, in milliseconds; its own limit, then the executor's, by default. */
  readonly timeout?: number | undefined;
  /** The steps before the call, for the guards. */
  readonly trajectory?: Trajectory | undefined;
  /** What the user asked for, for the guards. */
  readonly prompt?: string | undefined;
  /** The host's world, for the guards. */
  readonly state?: unknown;
  /** Told how far a tool has come; what it throws is dropped. */
  readonly onProgress?: ((update: unknown) => unknown) | undefined;
}

/** What a guard looks at when it is asked about no call. */
export type GuardContextOptions = Pick<ExecuteOptions, "signal" | "trajectory" | "prompt" | "state">;
