import type { Issue } from "@helve/core";
import type { Tool } from "@helve/tool";
import { ExecutorError } from "./executor-error.ts";

/** How many calls may run at the same time. */
export interface LimitOptions {
  /** Of all tools together; as many as come by default. */
  readonly concurrency?: number | undefined;
  /** Of the tools that work on a resource, by its name; 1 for a resource that is not named here. */
  readonly resources?: Readonly<Record<string, number>> | undefined;
}

/** Lets calls run as far as the limits of the executor, of their tools and of their tools' resources allow. */
export class Limits {
  readonly #all: number;
  readonly #resources: ReadonlyMap<string, number>;
  /** How many run behind each gate; one that nobody is behind is absent. */
  readonly #running = new Map<string, number>();
  /** Who waits, the longest first. */
  readonly #waiting = new Set<Waiting>();

  /** @throws ExecutorError when a limit is not at least 1 */
  constructor({ concurrency = Number.POSITIVE_INFINITY, resources = {} }: LimitOptions) {
    this.#all = concurrency;
    this.#resources = new Map(Object.entries(resources));
    const issues = [
      ...tooLow("concurrency", concurrency),
      ...Object.entries(resources).flatMap(([name, limit]) => tooLow(`resources.${name}`, limit)),
    ];
    if (issues.length > 0) throw new ExecutorError(issues);
  }

  /** Whether anything limits the tool. */
  concern({ concurrency, resource }: Tool): boolean {
    return concurrency !== undefined || resource !== undefined || this.#all !== Number.POSITIVE_INFINITY;
  }

  /**
   * Does the work of a tool as soon as it may run, or when the caller gives up: the work has to look. Who has waited
   * longest comes first, unless only others have room.
   */
  async inTurn<Result>(
    tool: Tool,
    signal: AbortSignal | undefined,
    work: () => Result | Promise<Result>,
  ): Promise<Result> {
    const gates = this.#gatesOf(tool);
    if (this.#hasRoom(gates)) this.#take(gates);
    else if (!(await this.#turn(gates, signal))) return work();
    try {
      return await work();
    } finally {
      this.#leave(gates);
    }
  }

  /** @returns whether it has come */
  #turn(gates: readonly Gate[], signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted === true) return Promise.resolve(false);
    return new Promise((resolve) => {
      const giveUp = (): void => {
        this.#waiting.delete(waiting);
        signal?.removeEventListener("abort", giveUp);
        resolve(false);
      };
      const waiting: Waiting = {
        gates,
        start: () => {
          signal?.removeEventListener("abort", giveUp);
          resolve(true);
        },
      };
      this.#waiting.add(waiting);
      signal?.addEventListener("abort", giveUp);
    });
  }

  #gatesOf({ name, concurrency, resource }: Tool): readonly Gate[] {
    return [
      ...(this.#all === Number.POSITIVE_INFINITY ? [] : [{ key: "all", limit: this.#all }]),
      ...(concurrency === undefined ? [] : [{ key: `tool ${name}`, limit: concurrency }]),
      ...(resource === undefined ? [] : [{ key: `resource ${resource}`, limit: this.#resources.get(resource) ?? 1 }]),
    ];
  }

  #hasRoom(gates: readonly Gate[]): boolean {
    return gates.every(({ key, limit }) => (this.#running.get(key) ?? 0) < limit);
  }

  #take(gates: readonly Gate[]): void {
    for (const { key } of gates) this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #leave(gates: readonly Gate[]): void {
    for (const { key } of gates) {
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left === 0) this.#running.delete(key);
      else this.#running.set(key, left);
    }
    for (const waiting of this.#waiting) {
      if (!this.#hasRoom(waiting.gates)) continue;
      this.#waiting.delete(waiting);
      this.#take(waiting.gates);
      waiting.start();
    }
  }
}

interface Gate {
  readonly key: string;
  readonly limit: number;
}

interface Waiting {
  readonly gates: readonly Gate[];
  readonly start: () => void;
}

function tooLow(name: string, limit: number): readonly Issue[] {
  return limit >= 1 ? [] : [{ code: "limit", message: `"${name}" must be at least 1 (got ${limit})` }];
}
