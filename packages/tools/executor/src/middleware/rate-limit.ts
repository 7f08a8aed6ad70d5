import type { Action } from "@helve/core";
import { longestTimer, onAbort } from "@helve/core/internal";
import { ToolError } from "@helve/tool";
import { ExecutorError } from "../errors.ts";
import type { Middleware, RunInfo } from "../middleware.ts";

/**
 * Limits how many runs start in a period, for services that allow only so many requests. A call above the limit waits until
 * its turn comes, in the order of arrival, or its caller aborts. A call that would have to wait longer than `maxWait` fails
 * with a `ToolError` that says when to try again. The time limit of the tool starts with its run.
 *
 * @throws ExecutorError if `calls` or `per` is not a positive number
 *
 * @example
 * executor.use(rateLimit({ calls: 10, per: 60_000, by: () => "all tools together" }));
 */
export function rateLimit(options: RateLimitOptions): Middleware {
  validateOptions(options);
  const { calls, per, by = ({ name }) => name, maxWait = Number.POSITIVE_INFINITY } = options;
  /** The least recently used queue comes first. */
  const queues = new Map<string, RateQueue>();

  const queueOf = (key: string): RateQueue => {
    const queue = queues.get(key) ?? new RateQueue(calls, per);
    queues.delete(key);
    queues.set(key, queue);
    for (const [other, { isIdle }] of queues) {
      if (!isIdle || other === key) break;
      queues.delete(other);
    }
    return queue;
  };
  const middleware: Middleware = async (action, next, info) => {
    const queue = queueOf(by(action, info));
    const wait = queue.wait;
    if (wait > maxWait) {
      const limit = `${calls} ${calls === 1 ? "time" : "times"} in ${per} ms`;
      throw new ToolError(`${action.name} can be called ${limit}. Try again in ${Math.ceil(wait)} ms.`);
    }
    await queue.enter(info.signal);
    return next();
  };
  return Object.assign(middleware, { untimed: true });
}

/** Options of {@link rateLimit}. */
export interface RateLimitOptions {
  /** How many runs may start in any period of `per` milliseconds. */
  readonly calls: number;
  /** The length of the period, in milliseconds. */
  readonly per: number;
  /** Returns the name under which a call is counted; by default the name of the tool. */
  readonly by?: ((action: Action, info: RunInfo) => string) | undefined;
  /** How long a call may wait, in milliseconds; no limit by default. With 0, a call never waits. */
  readonly maxWait?: number | undefined;
}

/** The calls that are counted under one name. */
class RateQueue {
  readonly #calls: number;
  readonly #per: number;
  /** The start times of the last runs: of the nth run at index `n % calls`. */
  readonly #starts: number[] = [];
  #started = 0;
  readonly #waiting = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(calls: number, per: number) {
    this.#calls = calls;
    this.#per = per;
  }

  /** True if no call waits and no earlier run counts any more. */
  get isIdle(): boolean {
    const last = this.#starts[(this.#started - 1) % this.#calls];
    return this.#waiting.size === 0 && (last === undefined || performance.now() - last >= this.#per);
  }

  /** How long a call that arrives now would wait, in milliseconds; less if the caller of another waiting call aborts. */
  get wait(): number {
    const ahead = this.#waiting.size;
    const before = this.#starts[(this.#started + ahead) % this.#calls];
    if (before === undefined) return 0;
    return Math.max(0, before + this.#per * (1 + Math.floor(ahead / this.#calls)) - performance.now());
  }

  /** Waits until the run may start. Rejects with the signal's reason if the caller aborts. */
  async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#waiting.size === 0 && this.wait === 0) return this.#start();
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        stopListening();
        resolve();
      };
      const stopListening = onAbort(signal, () => {
        this.#waiting.delete(start);
        if (this.#waiting.size === 0) this.#stopTimer();
        reject(signal.reason);
      });
      this.#waiting.add(start);
      this.#startTimer();
    });
  }

  #start(): void {
    this.#starts[this.#started % this.#calls] = performance.now();
    this.#started++;
  }

  #startTimer(): void {
    if (this.#timer !== undefined) return;
    const wait = this.#oldest + this.#per - performance.now();
    this.#timer = setTimeout(() => this.#startWaiting(), Math.min(Math.max(1, Math.ceil(wait)), longestTimer));
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #startWaiting(): void {
    this.#stopTimer();
    for (const start of this.#waiting) {
      if (performance.now() - this.#oldest < this.#per) break;
      this.#waiting.delete(start);
      this.#start();
      start();
    }
    if (this.#waiting.size > 0) this.#startTimer();
  }

  /** The start time of the earliest of the last runs. */
  get #oldest(): number {
    return this.#starts[this.#started % this.#calls] ?? Number.NEGATIVE_INFINITY;
  }
}

/** Throws an ExecutorError with an issue for each invalid option. */
function validateOptions({ calls, per }: RateLimitOptions): void {
  const issues = [
    ...(Number.isSafeInteger(calls) && calls > 0 ? [] : [`"calls" must be a whole number above 0 (got ${calls})`]),
    ...(Number.isFinite(per) && per > 0 ? [] : [`"per" must be a number of milliseconds above 0 (got ${per})`]),
  ];
  if (issues.length === 0) return;
  throw new ExecutorError(issues.map((message) => ({ code: "range", message: `rateLimit: ${message}` })));
}
