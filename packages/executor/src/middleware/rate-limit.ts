import type { Action } from "@helve/core";
import { ToolError } from "@helve/tool";
import { ExecutorError } from "../executor-error.ts";
import type { Middleware, RunInfo } from "../middleware.ts";

/** How often tools may run. */
export interface RateLimitOptions {
  /** How many runs may begin in any stretch of `per`. */
  readonly calls: number;
  /** In milliseconds. */
  readonly per: number;
  /** The calls that are counted together, by a name for them; those of one tool by default. */
  readonly by?: ((action: Action, info: RunInfo) => string) | undefined;
  /** How long a call may wait for its turn, in milliseconds: as long as it takes by default, not at all when 0. */
  readonly maxWait?: number | undefined;
}

/**
 * Lets no more runs begin than a service allows. A call beyond that waits for its turn, first come, first served, until
 * its caller gives up; one that would have to wait longer than `maxWait` is refused with a `ToolError` that says when to
 * try again. The tool's own time limit begins with its run.
 *
 * @throws ExecutorError when `calls` or `per` is no number that can be kept
 *
 * @example
 * executor.use(rateLimit({ calls: 10, per: 60_000, by: () => "all tools together" }));
 */
export function rateLimit(options: RateLimitOptions): Middleware {
  checkOptions(options);
  const { calls, per, by = ({ name }) => name, maxWait = Number.POSITIVE_INFINITY } = options;
  /** The one that was not used longest comes first. */
  const lanes = new Map<string, Lane>();

  const laneOf = (key: string): Lane => {
    const lane = lanes.get(key) ?? new Lane(calls, per);
    lanes.delete(key);
    lanes.set(key, lane);
    for (const [other, { isIdle }] of lanes) {
      if (!isIdle || other === key) break;
      lanes.delete(other);
    }
    return lane;
  };
  return async (action, next, info) => {
    const lane = laneOf(by(action, info));
    const wait = lane.wait;
    if (wait > maxWait) {
      const often = `${calls} ${calls === 1 ? "time" : "times"} in ${per} ms`;
      throw new ToolError(`${action.name} can be called ${often}. Try again in ${Math.ceil(wait)} ms.`);
    }
    await lane.enter(info.signal);
    return next();
  };
}

/** The calls that are counted together. */
class Lane {
  readonly #calls: number;
  readonly #per: number;
  /** When the last runs began: the nth at `n % calls`. */
  readonly #starts: number[] = [];
  #started = 0;
  readonly #waiting = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(calls: number, per: number) {
    this.#calls = calls;
    this.#per = per;
  }

  /** Whether it remembers nothing that still counts. */
  get isIdle(): boolean {
    const last = this.#starts[(this.#started - 1) % this.#calls];
    return this.#waiting.size === 0 && (last === undefined || performance.now() - last >= this.#per);
  }

  /** How long a call that came now would wait, in milliseconds; shorter when another that waits gives up. */
  get wait(): number {
    const ahead = this.#waiting.size;
    const before = this.#starts[(this.#started + ahead) % this.#calls];
    if (before === undefined) return 0;
    return Math.max(0, before + this.#per * (1 + Math.floor(ahead / this.#calls)) - performance.now());
  }

  /** Waits for its turn. Rejects with the signal's reason when the caller gives up. */
  async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#waiting.size === 0 && this.wait === 0) return this.#start();
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.delete(begin);
        if (this.#waiting.size === 0) this.#stopTimer();
        reject(signal.reason);
      };
      signal.addEventListener("abort", giveUp, { once: true });
      this.#waiting.add(begin);
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
    this.#timer = setTimeout(() => this.#letIn(), Math.min(Math.max(1, Math.ceil(wait)), longestTimer));
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #letIn(): void {
    this.#stopTimer();
    for (const begin of this.#waiting) {
      if (performance.now() - this.#oldest < this.#per) break;
      this.#waiting.delete(begin);
      this.#start();
      begin();
    }
    if (this.#waiting.size > 0) this.#startTimer();
  }

  /** When the earliest of the last runs began. */
  get #oldest(): number {
    return this.#starts[this.#started % this.#calls] ?? Number.NEGATIVE_INFINITY;
  }
}

/** A longer timer would go off at once. */
const longestTimer = 2 ** 31 - 1;

function checkOptions({ calls, per }: RateLimitOptions): void {
  const issues = [
    ...(Number.isSafeInteger(calls) && calls > 0 ? [] : [`"calls" must be a whole number above 0 (got ${calls})`]),
    ...(Number.isFinite(per) && per > 0 ? [] : [`"per" must be a number of milliseconds above 0 (got ${per})`]),
  ];
  if (issues.length === 0) return;
  throw new ExecutorError(issues.map((message) => ({ code: "range", message: `rateLimit: ${message}` })));
}
