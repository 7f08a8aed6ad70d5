/** The options of a tool, such as its time limit. */
import type { Args, JsonValue, ResultPart, ToolContext, ToolPlace } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { OptionNames } from "./unknown-options.ts";

/** Options for running and showing a tool. The executor or the host reads them, not this package. */
export interface ToolOptions {
  /**
   * The time limit of a call, in milliseconds; the executor's default if absent. A tool whose arguments set its limit gives a function,
   * which returns a limit for arguments that fit its schema.
   */
  readonly timeout?: number | ((args: Args) => number);
  /** Whether a call may run at the same time as other calls. */
  readonly parallel?: boolean;
  /** Whether repeating a call has no further effect, so that it may be retried and its result cached. */
  readonly idempotent?: boolean;
  /**
   * Whether the tool passes `context.idempotencyKey` to a service that does the work once for each key. A call whose process ended is then run
   * again with the same key.
   */
  readonly idempotencyKey?: boolean;
  /**
   * Finds out whether a call ran whose process ended before its result was recorded: its effect is there, or it isn't. If it returns nothing or
   * throws, the outcome stays unknown. Only with a ledger that outlives the process.
   */
  readonly reconcile?: (
    run: LostRun,
    signal: AbortSignal,
  ) => Promise<Reconciliation | undefined> | Reconciliation | undefined;
  /** How many calls of this tool may run at the same time; no limit if absent. */
  readonly concurrency?: number;
  /** The name of a resource that several tools may share; the executor limits how many calls use it at the same time. */
  readonly resource?: string;
  /**
   * Where the tool works, so that rules read the relative paths in its arguments as the tool does. A function is called before the guards
   * decide; if it fails, the directory is unknown to them.
   */
  readonly place?: ToolPlace | ((context: ToolContext) => ToolPlace | Promise<ToolPlace>);
  /**
   * Continues a run that ended with a `PendingError`, once the answer has arrived, also in another process. It returns the result, or
   * throws a `PendingError` to wait for another answer. The run was admitted before, so no guard decides about it again.
   */
  readonly resume?: (resumption: Resumption, context: ToolContext) => unknown;
  /** Returns how a host shows a call to a person (Inspect `viewer`). Helve itself does not read it. */
  readonly viewer?: (args: Args) => ToolView;
  /** Returns the parts of a result that a host sends to the model (Inspect `model_input`). Helve itself does not read it. */
  readonly modelInput?: (parts: readonly ResultPart[], position: ResultPosition) => readonly ResultPart[];
}

/** The input with which a tool continues after it waited for an answer. */
export interface Resumption {
  readonly args: Args;
  /** The content of its `PendingError`. It was stored in the meantime, so validate it. */
  readonly waiting: JsonValue;
  readonly answer: JsonValue;
}

/** A call whose process ended before its result was recorded. */
export interface LostRun {
  readonly args: Args;
  /** When it was started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** The key that the tool was called with, `context.idempotencyKey`. */
  readonly idempotencyKey: string;
}

/** Whether a call ran whose process ended. One that did not is run now; of one that did, `result` is what the tool would have returned. */
export type Reconciliation = { readonly ran: false } | { readonly ran: true; readonly result?: unknown };

/** The presentation of a call to a person. */
export interface ToolView {
  readonly title?: string;
  readonly format: "text" | "markdown";
  readonly content: string;
}

/** The position of a result among the tool's results in the conversation: `index` starts at 0 for the oldest one. */
export interface ResultPosition {
  readonly index: number;
  readonly total: number;
}

/** The names of the options of a tool. */
export const toolOptionNames: OptionNames<ToolOptions> = {
  timeout: true,
  parallel: true,
  idempotent: true,
  idempotencyKey: true,
  reconcile: true,
  concurrency: true,
  resource: true,
  place: true,
  resume: true,
  viewer: true,
  modelInput: true,
};

/** Copies only the tool options that are set. */
export function optionsOf(options: ToolOptions): ToolOptions {
  const names = Object.keys(toolOptionNames) as (keyof ToolOptions)[];
  return withoutUndefined(Object.fromEntries(names.map((name) => [name, options[name]])));
}
