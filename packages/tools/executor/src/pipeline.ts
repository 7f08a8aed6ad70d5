import type { ArgumentParser, Guard, GuardAnswer, ToolCall } from "@helve/core";
import type { Resumption } from "@helve/tool";
import type { ConcurrencyLimits } from "./concurrency-limits.ts";
import type { ErrorRule } from "./error-rules.ts";
import type { Middleware } from "./middleware.ts";
import type { Observers } from "./observers.ts";
import type { ExecuteOptions } from "./options.ts";
import type { RetryOptions } from "./retry.ts";
import type { RunLedger } from "./run-ledger.ts";
import type { Decision, SessionScope } from "./session-scope.ts";
import type { ToolTable } from "./tool-table.ts";

/** The configuration of an executor that all its calls share: the tools, the guards and the settings of each stage. */
export interface Pipeline {
  readonly tools: ToolTable;
  readonly parser: ArgumentParser;
  /** The kinds of repairs with which a call is refused. */
  readonly refusedRepairs: ReadonlySet<string>;
  readonly guards: readonly Guard[];
  /** The outermost middleware comes first. */
  readonly middleware: readonly Middleware[];
  readonly observers: Observers;
  readonly limits: ConcurrencyLimits;
  readonly ledger: RunLedger | undefined;
  readonly errors: readonly ErrorRule[];
  readonly retry: RetryOptions;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** The default time limit of a run, in milliseconds. */
  readonly timeout: number;
  /** The time limit of each evaluation of a guard, in milliseconds; absent if it is that of the call. */
  readonly guardTimeout: number | undefined;
}

/** The call that an action belongs to, with everything that its execution needs. */
export interface ActionScope {
  readonly call: ToolCall;
  /** The same call with arguments that JSON can represent, for records and observers. */
  readonly recordedCall: ToolCall;
  readonly pipeline: Pipeline;
  readonly options: ExecuteOptions;
  /** The answers to guards that returned `pending` for this call before. */
  readonly answers: readonly GuardAnswer[];
  /** The session of the call; absent for a call without one, whose guards get the steps, prompt and state of `options`. */
  readonly session?: SessionScope | undefined;
  /** The decision for which a guard has invoked the action. */
  readonly parent?: Decision | undefined;
  /** What guards keep for the case that they evaluate the call again. */
  readonly memory?: WeakMap<object, unknown> | undefined;
  /** What the run continues with, if it waited for an answer. */
  readonly resumption?: Resumption | undefined;
  /** The nesting level: 0 for a call of the model, 1 for an action that a guard invoked for it, and so on. */
  readonly depth: number;
}
