import { longestTimer, onAbort } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { RunQueue } from "./run-queue.ts";

/** Runs tools as soon as the limits of the executor, of each tool and of each resource allow it. */
export class ConcurrencyLimits {
  readonly #total: number;
  readonly #resources: ReadonlyMap<string, number>;
  /** The number of runs by the key of the limit that counts them; 0 is absent. */
  readonly #running = new Map<string, number>();
  /** The times at which runs were given up that have not ended, by the key of the limit that counts them. */
  readonly #overdue = new Map<string, readonly number[]>();
  /** The runs that wait, in a queue for each combination of limits. */
  readonly #queues = new Map<string, { readonly limits: readonly Limit[]; readonly queue: RunQueue }>();
  /** The number of runs that have ever waited: runs are numbered in the order in which they started to wait. */
  #waited = 0;

  constructor({ concurrency = Number.POSITIVE_INFINITY, resources = {} }: ConcurrencyOptions) {
    this.#total = concurrency;
    this.#resources = new Map(Object.entries(resources));
  }

  /** Returns whether any limit applies to the tool. */
  applyTo({ concurrency, resource }: Tool): boolean {
    return concurrency !== undefined || resource !== undefined || this.#total !== Number.POSITIVE_INFINITY;
  }

  /**
   * Calls `run` as soon as the tool's limits allow it, the run that has waited longest first unless only others have room.
   * If the caller aborts while waiting, `run` is called at once and has to check the signal.
   *
   * A run keeps its place until it has really ended, also if nobody waits for it any longer. While such runs have all places, others
   * wait for one of them no longer than for their own time limit.
   *
   * @returns the result of `run`; `"blocked"` if it was not called, since earlier runs did not stop
   */
  async runInTurn<Result>(
    tool: Tool,
    { signal, timeout }: Wait,
    run: () => Promise<PlacedRun<Result>>,
  ): Promise<Result | "blocked"> {
    const limits = this.#limitsOf(tool);
    if (this.#hasRoom(limits)) this.#enter(limits);
    else {
      const waited = await this.#waitForRoom(limits, { signal, timeout });
      if (waited === "blocked") return waited;
      if (waited === "aborted") return (await run()).result;
    }
    let unended: Promise<unknown> | undefined;
    try {
      const ran = await run();
      unended = ran.unended;
      return ran.result;
    } finally {
      if (unended === undefined) this.#leave(limits);
      else void this.#leaveAfter(limits, unended);
    }
  }

  #waitForRoom(limits: readonly Limit[], { signal, timeout }: Wait): Promise<"room" | "aborted" | "blocked"> {
    if (signal?.aborted === true) return Promise.resolve("aborted");
    const key = JSON.stringify(limits);
    const queue = this.#queues.get(key)?.queue ?? new RunQueue();
    this.#queues.set(key, { limits, queue });
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const end = (how: "room" | "aborted" | "blocked"): void => {
        clearTimeout(timer);
        stopListening?.();
        resolve(how);
      };
      const giveUp = (how: "aborted" | "blocked"): void => {
        remove();
        if (queue.next === undefined) this.#queues.delete(key);
        end(how);
      };
      const wait = (): void => {
        if (timeout === Number.POSITIVE_INFINITY) return;
        const left = Math.max(startedAt, this.#blockedSince(limits) ?? performance.now()) + timeout - performance.now();
        if (left <= 0) giveUp("blocked");
        else timer = setTimeout(wait, Math.min(left, longestTimer));
      };
      let timer: ReturnType<typeof setTimeout> | undefined;
      const remove = queue.add(this.#waited++, () => end("room"));
      const stopListening = signal && onAbort(signal, () => giveUp("aborted"));
      wait();
    });
  }

  /** Returns when runs that nobody waits for got the last places of one of the limits; `undefined` if they have not got all. */
  #blockedSince(limits: readonly Limit[]): number | undefined {
    const times = limits.flatMap(({ key, most }) => {
      const overdue = this.#overdue.get(key) ?? [];
      return overdue.length >= most ? (overdue.at(-1) ?? []) : [];
    });
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Leaves when a run for which nobody waits any longer has ended. */
  async #leaveAfter(limits: readonly Limit[], unended: Promise<unknown>): Promise<void> {
    const since = performance.now();
    for (const { key } of limits) this.#overdue.set(key, [...(this.#overdue.get(key) ?? []), since]);
    await unended;
    for (const { key } of limits) {
      const rest = this.#overdue.get(key) ?? [];
      const others = rest.toSpliced(rest.indexOf(since), 1);
      if (others.length === 0) this.#overdue.delete(key);
      else this.#overdue.set(key, others);
    }
    this.#leave(limits);
  }

  #limitsOf({ name, concurrency, resource }: Tool): readonly Limit[] {
    return [
      ...(this.#total === Number.POSITIVE_INFINITY ? [] : [{ key: "all", most: this.#total }]),
      ...(concurrency === undefined ? [] : [{ key: `tool ${name}`, most: concurrency }]),
      ...(resource === undefined ? [] : [{ key: `resource ${resource}`, most: this.#resources.get(resource) ?? 1 }]),
    ];
  }

  #hasRoom(limits: readonly Limit[]): boolean {
    return limits.every(({ key, most }) => (this.#running.get(key) ?? 0) < most);
  }

  #enter(limits: readonly Limit[]): void {
    for (const { key } of limits) this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #leave(limits: readonly Limit[]): void {
    for (const { key } of limits) {
      const rest = (this.#running.get(key) ?? 1) - 1;
      if (rest === 0) this.#running.delete(key);
      else this.#running.set(key, rest);
    }
    this.#startWaiting();
  }

  /** Starts the runs that have room now, in the order in which they started to wait. */
  #startWaiting(): void {
    for (let key = this.#nextQueue(); key !== undefined; key = this.#nextQueue()) {
      const { limits, queue } = this.#queues.get(key) ?? {};
      if (limits === undefined || queue === undefined) return;
      this.#enter(limits);
      queue.startNext();
      if (queue.next === undefined) this.#queues.delete(key);
    }
  }

  /** Returns the key of the queue whose first run has room and has waited longest. */
  #nextQueue(): string | undefined {
    let found: string | undefined;
    let oldest = Number.POSITIVE_INFINITY;
    for (const [key, { limits, queue }] of this.#queues) {
      if (queue.next === undefined || queue.next > oldest || !this.#hasRoom(limits)) continue;
      found = key;
      oldest = queue.next;
    }
    return found;
  }
}

/** How many calls may run at the same time. */
export interface ConcurrencyOptions {
  /** The limit for all tools together; no limit by default. */
  readonly concurrency?: number | undefined;
  /** The limit for all tools that use a resource, by the resource's name; 1 for a resource that is not listed. */
  readonly resources?: Readonly<Record<string, number>> | undefined;
}

/** How long a run waits for its turn. */
interface Wait {
  readonly signal: AbortSignal | undefined;
  /** The time limit of the run in milliseconds. */
  readonly timeout: number;
}

/** The result of a run. */
interface PlacedRun<Result> {
  readonly result: Result;
  /** Fulfilled when a run has ended for which nobody waits any longer; never rejected. */
  readonly unended: Promise<unknown> | undefined;
}

interface Limit {
  readonly key: string;
  readonly most: number;
}
