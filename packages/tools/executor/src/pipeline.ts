import type { ArgumentParser, Guard } from "@helve/core";
import type { ConcurrencyLimits } from "./concurrency-limits.ts";
import type { ErrorRule } from "./error-rules.ts";
import type { Middleware } from "./middleware.ts";
import type { Observers } from "./observers.ts";
import type { RetryOptions } from "./retry.ts";
import type { RunLedger } from "./run-ledger.ts";
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
  readonly unknownRuns: "ask" | "tell";
  readonly errors: readonly ErrorRule[];
  readonly retry: RetryOptions;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** The default time limit of a run, in milliseconds. */
  readonly timeout: number;
  /** The time limit of each evaluation of a guard, in milliseconds; absent if the call's limit applies. */
  readonly guardTimeout: number | undefined;
}
