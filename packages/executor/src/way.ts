import type { ArgumentParser, Guard } from "@helve/core";
import type { ErrorRule } from "./errors/error-rules.ts";
import type { Ledger } from "./ledger.ts";
import type { Limits } from "./limits.ts";
import type { Middleware } from "./middleware.ts";
import type { Observers } from "./observers.ts";
import type { RetryOptions } from "./retry.ts";
import type { ToolTable } from "./tool-table.ts";

/** What every call of an executor meets on its way. */
export interface Way {
  readonly tools: ToolTable;
  readonly parser: ArgumentParser;
  readonly guards: readonly Guard[];
  /** The outermost first. */
  readonly middleware: readonly Middleware[];
  readonly observers: Observers;
  readonly limits: Limits;
  readonly ledger: Ledger | undefined;
  readonly errors: readonly ErrorRule[];
  readonly retry: RetryOptions;
  /** In milliseconds. */
  readonly timeout: number;
}
