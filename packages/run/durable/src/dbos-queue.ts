/** Opens queues and workers on DBOS, and launches it for them. */
import { DBOS, type DBOSConfig } from "@dbos-inc/dbos-sdk";
import { dbosBackend } from "./dbos-backend.ts";
import { checkPositive, type ItemHandler, type WorkQueue } from "./work-queue.ts";
import { workflowQueue } from "./workflow-queue.ts";

/**
 * Opens a queue on DBOS, to submit items and to collect their outcomes. Each item is a workflow. It launches DBOS, so the process must not do so
 * itself; a process that runs other workflows of DBOS uses `workflowQueue`.
 *
 * @example
 * const queue = await dbosQueue<QueuedCall, ActionReturn>({ name: "payments", database: new pg.Pool({ connectionString }) });
 * await queue.submit("july", [{ id: "1", value: { name: "pay", arguments: { to: "mum" } } }]);
 * for await (const { id, outcome } of collect(queue, "july", ["1"])) console.log(id, outcome.status);
 * await queue.close();
 */
export async function dbosQueue<Item, Result>(place: DbosPlace): Promise<DbosQueue<Item, Result>> {
  const { name } = place;
  const queue = workflowQueue<Item, Result>({ name, backend: dbosBackend({ database: place.database, queue: name }) });
  await launch(place, { listenQueues: [] });
  await DBOS.registerQueue(name, { ...polling, onConflict: "never_update" });
  return { ...queue, close: () => DBOS.shutdown() };
}

/** Where a queue is. */
export interface DbosPlace {
  /** The name of the queue, the same in each process. Processes of another queue may share the database. */
  readonly name: string;
  /** A `pg.Pool` of at least three connections, which stays open. */
  readonly database: NonNullable<DBOSConfig["systemDatabasePool"]>;
}

/** A queue on DBOS. */
export interface DbosQueue<Item, Result> extends WorkQueue<Item, Result> {
  /** Shuts DBOS down. */
  close(): Promise<void>;
}

/**
 * Starts to process the items of a queue on DBOS, which it launches. If the process ends, its items are delivered to other workers, after up to
 * twice the `lease`.
 *
 * @throws TypeError if an option is invalid
 *
 * @example
 * const worker = await dbosWorker({ name: "payments", database, handler, concurrency: 10 });
 * process.on("SIGTERM", () => worker.close());
 */
export async function dbosWorker<Item, Result>(options: DbosWorkerOptions<Item, Result>): Promise<DbosWorker> {
  const { name, database, handler, concurrency = 1, lease, attempts } = options;
  checkPositive("concurrency", concurrency);
  const backend = dbosBackend({ database, queue: name, lease });
  workflowQueue({ name, backend, handler, attempts });
  await launch(options, { listenQueues: [name] });
  await DBOS.registerQueue(name, { ...polling, workerConcurrency: concurrency, onConflict: "always_update" });
  return { close: () => DBOS.shutdown({ workflowCompletionTimeoutMS: longestItem }) };
}

/** Options of {@link dbosWorker}. */
export interface DbosWorkerOptions<Item, Result> extends DbosPlace {
  readonly handler: ItemHandler<Item, Result>;
  /** How many items the process handles at the same time; 1 by default. DBOS has one number for all workers of a queue: the last one that starts sets it. */
  readonly concurrency?: number | undefined;
  /** After how long without a sign of life a worker counts as ended, in milliseconds; 10,000 by default. */
  readonly lease?: number | undefined;
  /** How often an item is begun, if its workers end; 3 by default. A handler that throws is not called again. */
  readonly attempts?: number | undefined;
}

/** A worker of a queue. */
export interface DbosWorker {
  /** Takes no more items, waits for those that are being processed, and shuts DBOS down. */
  close(): Promise<void>;
}

/** Launches DBOS with the queue's name as the application version, so that only its own processes take items. */
async function launch(
  { name, database }: DbosPlace,
  { listenQueues }: Pick<DBOSConfig, "listenQueues">,
): Promise<void> {
  DBOS.setConfig({
    name: "helve",
    systemDatabasePool: database,
    executorID: crypto.randomUUID(),
    applicationVersion: name,
    listenQueues,
    logLevel: "error",
  });
  await DBOS.launch();
}

const polling = { minPollingIntervalMs: 100 };

/** The longest time that DBOS waits, in milliseconds. */
const longestItem = 2 ** 31 - 1;
