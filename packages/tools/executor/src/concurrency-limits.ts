import { onAbort } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { RunQueue } from "./run-queue.ts";

/** Runs tools as soon as the limits of the executor, of each tool and of each resource allow it. */
export class ConcurrencyLimits {
  readonly #total: number;
  readonly #resources: ReadonlyMap<string, number>;
  /** The number of runs by the key of the limit that counts them; 0 is absent. */
  readonly #running = new Map<string, number>();
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
   */
  async runInTurn<Result>(tool: Tool, signal: AbortSignal | undefined, run: () => Promise<Result>): Promise<Result> {
    const limits = this.#limitsOf(tool);
    if (this.#hasRoom(limits)) this.#enter(limits);
    else if (!(await this.#waitForRoom(limits, signal))) return run();
    try {
      return await run();
    } finally {
      this.#leave(limits);
    }
  }

  /** @returns false if the caller aborted */
  #waitForRoom(limits: readonly Limit[], signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted === true) return Promise.resolve(false);
    const key = JSON.stringify(limits);
    const queue = this.#queues.get(key)?.queue ?? new RunQueue();
    this.#queues.set(key, { limits, queue });
    return new Promise((resolve) => {
      const remove = queue.add(this.#waited++, () => {
        stopListening?.();
        resolve(true);
      });
      const stopListening =
        signal &&
        onAbort(signal, () => {
          remove();
          if (queue.next === undefined) this.#queues.delete(key);
          resolve(false);
        });
    });
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

interface Limit {
  readonly key: string;
  readonly most: number;
}
