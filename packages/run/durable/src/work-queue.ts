/** A queue of items that workers in several processes work on. */
import { type ErrorJson, errorJson, HelveError } from "@helve/core";
import { EventQueue, sha256Now } from "@helve/core/internal";

/**
 * Items that workers process and whose outcomes any process collects. `bullmqQueue` and `workflowQueue` create one.
 *
 * @typeParam Item - JSON
 * @typeParam Result - JSON
 */
export interface WorkQueue<Item, Result> {
  /** Submits items under the id of a run. Nothing happens to an item whose id the run has already, so this can be repeated. */
  submit(run: string, items: readonly QueuedItem<Item>[]): Promise<void>;
  /**
   * Waits for the outcome of an item, which any process may have submitted.
   *
   * @throws DurableError `unknown_run` if there is no such item; the reason of the signal
   */
  outcome(run: string, id: string, signal?: AbortSignal): Promise<ItemOutcome<Result>>;
  /** Cancels items that have not ended: a waiting one is not processed, and the signal of one that is being processed is aborted. */
  cancel(run: string, ids: readonly string[]): Promise<void>;
}

/** An item of a queue. */
export interface QueuedItem<Item> {
  /** Unique in its run. */
  readonly id: string;
  readonly value: Item;
}

/** How an item ended. */
export type ItemOutcome<Result> =
  | { readonly status: "done"; readonly result: Result }
  /** The handler threw, or workers ended too often while they processed the item: `worker_ended`. */
  | { readonly status: "failed"; readonly error: ErrorJson }
  /** It was cancelled before it began, or its handler threw after its signal was aborted. */
  | { readonly status: "cancelled" };

/** Processes one item. If its process ends meanwhile, another worker calls its handler for the same item. */
export type ItemHandler<Item, Result> = (value: Item, context: ItemContext) => Promise<Result>;

/** The context of an {@link ItemHandler}. */
export interface ItemContext {
  readonly run: string;
  readonly id: string;
  /** From 1; more after the end of a worker that processed the item. */
  readonly attempt: number;
  /** Aborted when the item is cancelled. */
  readonly signal: AbortSignal;
}

/**
 * Collects the outcomes of items, each as it ends.
 *
 * @throws DurableError `unknown_run` if an item was not submitted; the reason of the signal
 *
 * @example
 * for await (const { id, outcome } of collect(queue, "july", ids)) console.log(id, outcome.status);
 */
export async function* collect<Item, Result>(
  queue: WorkQueue<Item, Result>,
  run: string,
  ids: readonly string[],
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<CollectedItem<Result>, void, undefined> {
  const left = new AbortController();
  const waiting = AbortSignal.any([left.signal, ...(signal === undefined ? [] : [signal])]);
  const ended = new EventQueue<() => CollectedItem<Result>>();
  let count = 0;
  const end = (take: () => CollectedItem<Result>): void => {
    ended.push(take);
    if (++count === ids.length) ended.close();
  };
  for (const id of ids) {
    queue.outcome(run, id, waiting).then(
      (outcome) => end(() => ({ id, outcome })),
      (error: unknown) =>
        end(() => {
          throw error;
        }),
    );
  }
  if (ids.length === 0) ended.close();
  try {
    for await (const take of ended.read()) yield take();
  } finally {
    left.abort(new Error("nobody collects any more"));
  }
}

/** An item that has ended. */
export interface CollectedItem<Result> {
  readonly id: string;
  readonly outcome: ItemOutcome<Result>;
}

/** Processes an item. What the handler throws is the outcome of the item, not of the worker. */
export async function outcomeOf<Item, Result>(
  handler: ItemHandler<Item, Result>,
  value: Item,
  context: ItemContext,
): Promise<ItemOutcome<Result>> {
  try {
    if (context.signal.aborted) return { status: "cancelled" };
    const result = await handler(value, context);
    return { status: "done", result };
  } catch (error) {
    if (context.signal.aborted) return { status: "cancelled" };
    return failedItem(HelveError.is(error) ? error.toJSON() : errorJson(error));
  }
}

/** The outcome of an item that can't be processed. */
export function failedItem(error: ErrorJson): ItemOutcome<never> {
  return { status: "failed", error };
}

/** The error of an item whose workers ended too often. */
export function workerEndedError(attempts: number): ErrorJson {
  return { code: "worker_ended", message: `${attempts} workers ended while they processed the item` };
}

/** Encodes a key without special characters. */
export function itemKey(run: string, id: string): string {
  return sha256Now(JSON.stringify([run, id]));
}

/** How often an item is begun, if workers end while they process it. */
export const defaultAttempts = 3;

/** Checks that an option is a positive integer. @throws TypeError unless a number is a whole one above 0 */
export function checkPositive(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new TypeError(`${name} must be a whole number above 0 (got ${value})`);
}
