/** The subpath `@helve/durable/bullmq`: items that workers process, in a queue of BullMQ on Redis. */
import { onAbort, ownMember, waitUnlessAborted } from "@helve/core/internal";
import { type ConnectionOptions, type Job, Queue, QueueEvents, Worker } from "bullmq";
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
 * Opens a queue of BullMQ, to submit items and to collect their outcomes. Each item is a job.
 *
 * @throws TypeError if an option is invalid
 *
 * @example
 * const queue = bullmqQueue<QueuedCall, ActionReturn>({ name: "payments", connection: { url: "redis://localhost" } });
 * await queue.submit("july", [{ id: "1", value: { name: "pay", arguments: { to: "mum" } } }]);
 * for await (const { id, outcome } of collect(queue, "july", ["1"])) console.log(id, outcome.status);
 * await queue.close();
 */
export function bullmqQueue<Item, Result>({
  keep = 7 * 24 * 3_600_000,
  ...place
}: BullmqQueueOptions): BullmqQueue<Item, Result> {
  checkPositive("keep", keep);
  const options = bullmqOptions(place);
  const queue = new Queue<JobData<Item>, ItemOutcome<Result>>(place.name, options);
  queue.on("error", ignoreError);
  const kept = { age: Math.ceil(keep / 1000) };
  // From the first event that is kept, so that none is missed between the reading of a job and of the stream.
  const ends = new JobEnds(() => new QueueEvents(place.name, { ...options, lastEventId: "0-0" }));
  const find = (run: string, id: string): Promise<BullmqJob<Item, Result> | undefined> =>
    queue.getJob(itemKey(run, id));
  return {
    async submit(run, items) {
      for (let start = 0; start < items.length; start += largestBatch) {
        const jobs = items.slice(start, start + largestBatch).map(({ id, value }) => ({
          name: "item",
          data: { run, id, value },
          opts: { jobId: itemKey(run, id), removeOnComplete: kept, removeOnFail: kept },
        }));
        await queue.addBulk(jobs);
      }
    },
    async outcome(run, id, signal) {
      const read = async () => {
        const job = await find(run, id);
        if (job === undefined) throw unknownItemError(run, id);
        return outcomeOfJob(job);
      };
      return ends.wait(itemKey(run, id), read, signal);
    },
    async cancel(run, ids) {
      for (const id of ids) {
        const job = await find(run, id);
        if (job !== undefined && job.finishedOn === undefined) await job.updateProgress(cancelMark);
      }
    },
    async close() {
      await ends.close();
      await queue.close();
    },
  };
}

/** Where a queue is. */
export interface BullmqPlace {
  /** The name of the queue, without colons. */
  readonly name: string;
  /** A connection of BullMQ: `{ url }`, options of `ioredis`, or a client of `ioredis` or `redis`. */
  readonly connection: ConnectionOptions;
  /** The prefix of the keys in Redis; `bull` by default. */
  readonly prefix?: string | undefined;
}

/** Options of {@link bullmqQueue}. */
export interface BullmqQueueOptions extends BullmqPlace {
  /** How long Redis keeps an item that has ended, in milliseconds; seven days by default. An item that is forgotten can be submitted again. */
  readonly keep?: number | undefined;
}

/** A queue of BullMQ. */
export interface BullmqQueue<Item, Result> extends WorkQueue<Item, Result> {
  /** Closes the connections. */
  close(): Promise<void>;
}

/**
 * Starts to process the items of a queue. If the process ends, its items are delivered to other workers, after up to three times the `lease`.
 *
 * @throws TypeError if an option is invalid
 *
 * @example
 * const worker = bullmqWorker({ name: "payments", connection: { url }, handler, concurrency: 10 });
 * process.on("SIGTERM", () => worker.close());
 */
export function bullmqWorker<Item, Result>(options: BullmqWorkerOptions<Item, Result>): BullmqWorker {
  const { handler, concurrency = 1, lease = 10_000, attempts = defaultAttempts, ...place } = options;
  checkPositive("concurrency", concurrency);
  checkPositive("lease", lease);
  checkPositive("attempts", attempts);
  const queue = new Queue<JobData<Item>, ItemOutcome<Result>>(place.name, bullmqOptions(place));
  queue.on("error", ignoreError);
  const isCancelled = async (key = ""): Promise<boolean> => hasCancelMark(await queue.getJob(key));

  /** Runs a part of an agent's run as a job of BullMQ. */
  async function processJob(job: BullmqJob<Item, Result>): Promise<ItemOutcome<Result>> {
    const { run, id, value } = job.data;
    const attempt = job.stalledCounter + 1;
    // Read again after the job began: who cancels a job that has not begun relies on it.
    if (await isCancelled(job.id)) return { status: "cancelled" };
    if (attempt > attempts) return failedItem(workerEndedError(attempts));
    const controller = new AbortController();
    const ended = new AbortController();
    const watching = watchCancel(() => isCancelled(job.id), controller, ended.signal);
    try {
      return await outcomeOf(handler, value, { run, id, attempt, signal: controller.signal });
    } finally {
      ended.abort();
      await watching;
    }
  }

  const worker = new Worker<JobData<Item>, ItemOutcome<Result>>(place.name, processJob, {
    ...bullmqOptions(place),
    concurrency,
    lockDuration: lease,
    stalledInterval: lease,
    maxStalledCount: Number.MAX_SAFE_INTEGER, // `attempts` decides
  });
  worker.on("error", ignoreError);
  return {
    async close() {
      await worker.close();
      await queue.close();
    },
  };
}

/** Options of {@link bullmqWorker}. */
export interface BullmqWorkerOptions<Item, Result> extends BullmqPlace {
  readonly handler: ItemHandler<Item, Result>;
  /** How many items the process handles at the same time; 1 by default. */
  readonly concurrency?: number | undefined;
  /** After how long without a sign of life a worker counts as ended, in milliseconds; 10,000 by default. */
  readonly lease?: number | undefined;
  /** How often an item is begun, if its workers end; 3 by default. A handler that throws is not called again. */
  readonly attempts?: number | undefined;
}

/** A worker of a queue. */
export interface BullmqWorker {
  /** Takes no more items, and waits for those that are being processed. */
  close(): Promise<void>;
}

interface JobData<Item> {
  readonly run: string;
  readonly id: string;
  readonly value: Item;
}

type BullmqJob<Item, Result> = Job<JobData<Item>, ItemOutcome<Result>>;

/** Jobs are added to Redis in one command. */
const largestBatch = 1000;

/** The progress of a job that is to be cancelled, which every process can write. */
const cancelMark = { cancelled: true };

function hasCancelMark(job: Job | undefined): boolean {
  return typeof job?.progress === "object" && ownMember(job.progress, "cancelled") === true;
}

/** Ignores connection errors, because BullMQ reconnects by itself. */
function ignoreError(): void {}

function bullmqOptions({ connection, prefix }: BullmqPlace) {
  return { connection, ...(prefix !== undefined && { prefix }) };
}

/** The outcome of a job; `undefined` if it has not ended. */
function outcomeOfJob<Item, Result>(job: BullmqJob<Item, Result>): ItemOutcome<Result> | undefined {
  if (job.finishedOn !== undefined) {
    return job.returnvalue ?? failedItem({ code: "failed", message: job.failedReason ?? "the job failed" });
  }
  return job.processedOn === undefined && hasCancelMark(job) ? { status: "cancelled" } : undefined;
}

/** Aborts a controller when its job is cancelled. */
async function watchCancel(
  isCancelled: () => Promise<boolean>,
  controller: AbortController,
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted) {
    await waitUnlessAborted(cancelInterval, ended);
    if (!ended.aborted && (await isCancelled().catch(() => false))) {
      controller.abort(new Error("the item was cancelled"));
      return;
    }
  }
}

/** In milliseconds. */
const cancelInterval = 500;

/** Wakes those who wait for jobs, by one stream of events. */
class JobEnds {
  readonly #open: () => QueueEvents;
  readonly #waiting: Map<string, Set<() => void>> = new Map();
  #events: QueueEvents | undefined;

  constructor(open: () => QueueEvents) {
    this.#open = open;
  }

  /** Reads a job until it has ended: at first, when the stream has an event of it, and from time to time, because the stream is shortened. */
  async wait<Outcome>(key: string, read: () => Promise<Outcome | undefined>, signal?: AbortSignal): Promise<Outcome> {
    this.#listen();
    for (;;) {
      signal?.throwIfAborted();
      const controller = new AbortController();
      const wake = (): void => controller.abort();
      const wakers = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, wakers.add(wake));
      const stopListening = signal && !signal.aborted ? onAbort(signal, wake) : undefined;
      try {
        const outcome = await read();
        if (outcome !== undefined) return outcome;
        await waitUnlessAborted(readInterval, controller.signal);
      } finally {
        stopListening?.();
        wakers.delete(wake);
        if (wakers.size === 0) this.#waiting.delete(key);
      }
    }
  }

  async close(): Promise<void> {
    await this.#events?.close();
  }

  #listen(): void {
    if (this.#events !== undefined) return;
    const events = this.#open();
    this.#events = events;
    events.on("error", ignoreError);
    for (const name of ["completed", "failed", "progress"] as const) {
      events.on(name, ({ jobId }: { readonly jobId: string }) => {
        for (const wake of this.#waiting.get(jobId) ?? []) wake();
      });
    }
  }
}

/** In milliseconds. */
const readInterval = 30_000;
