import { HelveError } from "@helve/core";
import type { DurableBackend } from "./durable-backend.ts";
import { unknownItemError } from "./durable-error.ts";
import {
  checkPositive,
  defaultAttempts,
  failedItem,
  type ItemHandler,
  type ItemOutcome,
  itemKey,
  outcomeOf,
  type WorkQueue,
  workerEndedError,
} from "./work-queue.ts";

/**
 * Opens a queue on a durable backend: each item is a workflow. On DBOS, pass `queue` to `dbosBackend` so that any process which listens to that
 * queue processes items. Create it before the engine starts, with the same name in each process; one that only submits and collects needs no
 * handler.
 *
 * @throws TypeError if an option is invalid
 *
 * @example
 * const backend = dbosBackend({ database, queue: "calls" });
 * const queue = workflowQueue({ name: "payments", backend, handler: callHandler({ executor, ledger: backend.ledger }) });
 * await DBOS.launch();
 * await DBOS.registerQueue("calls", { workerConcurrency: 10 });
 */
export function workflowQueue<Item, Result>(options: WorkflowQueueOptions<Item, Result>): WorkQueue<Item, Result> {
  const { name, backend, handler = missingHandler(name), attempts = defaultAttempts } = options;
  checkPositive("attempts", attempts);
  const workflow = backend.workflow<SubmittedItem<Item>, ItemOutcome<Result>>(
    name,
    async ({ run, id, value }, { journal, signal }) => {
      for (let attempt = 1; attempt <= attempts; attempt++) {
        let isNew = false;
        await journal.step(`attempt ${attempt}`, async () => {
          isNew = true;
          return attempt;
        });
        // A process that finds the beginning of an attempt recorded, but not its outcome, records the end of its worker.
        const outcome = await journal.step<ItemOutcome<Result> | "worker ended">(`process ${attempt}`, async () =>
          isNew ? outcomeOf(handler, value, { run, id, attempt, signal }) : "worker ended",
        );
        if (outcome !== "worker ended") return outcome;
      }
      return failedItem(workerEndedError(attempts));
    },
  );
  return {
    async submit(run, items) {
      for (let start = 0; start < items.length; start += largestBatch) {
        const batch = items.slice(start, start + largestBatch);
        await Promise.all(batch.map(({ id, value }) => workflow.start(itemKey(run, id), { run, id, value })));
      }
    },
    async outcome(run, id, signal) {
      const key = itemKey(run, id);
      if ((await workflow.status(key)) === undefined) throw unknownItemError(run, id);
      try {
        return await workflow.result(key, signal);
      } catch (error) {
        if (signal?.aborted === true || !HelveError.is(error)) throw error;
        if (error.code === "cancelled") return { status: "cancelled" };
        return failedItem(error.toJSON());
      }
    },
    async cancel(run, ids) {
      for (const id of ids) await workflow.cancel(itemKey(run, id));
    },
  };
}

/** Options of {@link workflowQueue}. */
export interface WorkflowQueueOptions<Item, Result> {
  /** The name of the workflow, the same in each process. */
  readonly name: string;
  readonly backend: Pick<DurableBackend, "workflow">;
  /** Processes the items; required in workers. */
  readonly handler?: ItemHandler<Item, Result> | undefined;
  /** How often an item is begun, if its workers end; 3 by default. A handler that throws is not called again. */
  readonly attempts?: number | undefined;
}

interface SubmittedItem<Item> {
  readonly run: string;
  readonly id: string;
  readonly value: Item;
}

/** How many items are submitted at the same time. */
const largestBatch = 20;

/** Creates a handler that fails, for items that this process can't handle. */
function missingHandler(name: string): ItemHandler<unknown, never> {
  return async () => {
    throw new TypeError(`this process has no handler for the items of ${JSON.stringify(name)}, but takes them`);
  };
}
