import { type Action, canonicalJson } from "@helve/core";
import { deepFreeze, unlessAborted } from "@helve/core/internal";
import { aborted } from "./failure.ts";

import type { Ran } from "./stages/run.ts";

/** What a ledger keeps. */
export interface LedgerOptions {
  /** How many calls it remembers, the latest; 1000 by default. */
  readonly max?: number | undefined;
}

/**
 * Remembers calls, so that one call runs once: a second call with the same id, tool and arguments gets what came of the
 * first, a failure too, and waits for it while it runs. What the caller gave up before it ran is not remembered.
 *
 * Guards are asked each time, and their verdicts are not remembered. Executors may share a ledger; it lives in memory.
 *
 * @example
 * const executor = new ActionExecutor([pay], { ledger: new Ledger() });
 * await executor.execute(call);
 * (await executor.execute(call)).stages.run?.replayed; // true
 */
export class Ledger {
  readonly #max: number;
  readonly #running = new Map<string, Promise<Ran>>();
  /** What has ended, the oldest first. */
  readonly #known = new Map<string, Ran>();

  constructor({ max = 1000 }: LedgerOptions = {}) {
    this.#max = max;
  }

  /** How many calls it remembers now. */
  get size(): number {
    return this.#known.size;
  }

  /** Forgets all calls. */
  clear(): void {
    this.#known.clear();
  }

  /** Runs an action, unless it has run before. */
  async once(action: Action, signal: AbortSignal | undefined, run: () => Ran | Promise<Ran>): Promise<Ran> {
    const { id, name, args } = action;
    const key = canonicalJson([id, name, args]);
    const known = this.#known.get(key);
    if (known !== undefined) return replayed(known);
    const other = this.#running.get(key);
    if (other !== undefined) {
      const ran = await unlessAborted(() => other, signal);
      if (ran === "aborted") return { ok: false, failure: aborted("failed", name), error: undefined };
      return ran.record === undefined ? this.once(action, signal, run) : replayed(ran);
    }
    const running = Promise.resolve(run());
    this.#running.set(key, running);
    try {
      const ran = await running;
      if (ran.ok) deepFreeze(ran.parts); // which every record of it will have
      if (ran.record !== undefined) this.#remember(key, ran);
      return ran;
    } finally {
      this.#running.delete(key);
    }
  }

  #remember(key: string, ran: Ran): void {
    this.#known.set(key, ran);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#max) break;
      this.#known.delete(oldest);
    }
  }
}

function replayed({ endedAt: _, ...ran }: Ran): Ran {
  return ran.record === undefined ? ran : { ...ran, record: { ...ran.record, replayed: true } };
}
