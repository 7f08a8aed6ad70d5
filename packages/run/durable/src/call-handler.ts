import type { ActionReturn, ToolCall } from "@helve/core";
import type { ActionExecutor, RunLedger, SessionOptions } from "@helve/executor";
import type { ItemHandler } from "./work-queue.ts";

/**
 * Creates a handler that executes calls of tools. A queue delivers a call again when its worker has ended; the ledger keeps it from running twice.
 * Rules that look back see only the call itself: each call has a session of its own, with the id of the run.
 *
 * @example
 * const handler = callHandler({ executor, ledger: redisLedger(new Redis(url)) });
 * const worker = bullmqWorker({ name: "payments", connection: { url }, handler });
 */
export function callHandler({ executor, ledger, session }: CallHandlerOptions): ItemHandler<QueuedCall, ActionReturn> {
  return (call, { run, id, signal }) =>
    executor.session({ ...session?.(run), id: run, ledger, signal }).execute({ ...call, id });
}

/** A call without an id, which it gets from its item. */
export type QueuedCall = Omit<ToolCall, "id">;

/** Options of {@link callHandler}. */
export interface CallHandlerOptions {
  readonly executor: ActionExecutor;
  /** Shared by all workers: a `redisLedger` or a `postgresLedger`. */
  readonly ledger: RunLedger;
  /** The options of the session of a call: the `prompt` and the `state` for the rules, the `store` and the `sandboxes` for the tools. */
  readonly session?: ((run: string) => Omit<SessionOptions, "id" | "ledger" | "signal" | "journal">) | undefined;
}
