/** Ends the wait for a tool, a guard or middleware after a time limit. */
import { longestTimer, onAbort } from "@helve/core/internal";

/**
 * Ends the wait for a tool, a guard or middleware after a time limit. Time in which it waits for work that has a limit of its own,
 * or that nobody can limit, such as for a person, does not count.
 */
export class TimeLimit {
  /** In milliseconds; `Infinity` for none. */
  readonly milliseconds: number;
  /** How many waits that do not count are in progress. */
  #uncounted = 0;
  /** The time that has counted up to `#since`. */
  #counted = 0;
  #since = 0;
  #start: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onEnd: (() => void) | undefined;

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }

  /**
   * Waits for work until it settles, the time limit is reached or the signal is aborted. A result that arrives later is
   * dropped.
   */
  async race<Result>(
    working: PromiseLike<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result | "aborted" | "timeout"> {
    this.#counted = 0;
    this.#since = performance.now();
    let stopListening: (() => void) | undefined;
    try {
      return await new Promise<Result | "aborted" | "timeout">((resolve, reject) => {
        if (isAborted(signal)) resolve("aborted");
        else stopListening = signal && onAbort(signal, () => resolve("aborted"));
        working.then(resolve, reject);
        if (this.milliseconds === Number.POSITIVE_INFINITY) return;
        this.#onEnd = () => resolve("timeout");
        // No timer can fire before the event loop turns, and most work has settled by then.
        this.#start = nextTurn(() => this.#startTimer());
      });
    } finally {
      stopListening?.();
      this.#stop();
    }
  }

  /** Waits for work whose time does not count. */
  async uncounted<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#pause(1);
    try {
      return await work();
    } finally {
      this.#pause(-1);
    }
  }

  /** Waits for work whose time counts, inside of work whose time does not count. */
  async counted<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#pause(-1);
    try {
      return await work();
    } finally {
      this.#pause(1);
    }
  }

  #stop(): void {
    cancelTurn(this.#start);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#onEnd = undefined;
  }

  /** @param change - by how much the number of waits changes that do not count */
  #pause(change: number): void {
    this.#count();
    this.#uncounted += change;
    this.#startTimer();
  }

  /** Adds the time since the last change to the time that counts, unless it was a pause. */
  #count(): void {
    const now = performance.now();
    if (this.#uncounted <= 0) this.#counted += now - this.#since;
    this.#since = now;
  }

  /** Starts the timer unless it is running. A pause does not stop it: when it fires too early, it starts again for the rest. */
  #startTimer(): void {
    if (this.#onEnd === undefined || this.#timer !== undefined || this.#uncounted > 0) return;
    const rest = Math.max(0, this.milliseconds - this.#counted);
    this.#timer = setTimeout(() => this.#onTimer(), Math.min(rest, longestTimer));
  }

  #onTimer(): void {
    this.#timer = undefined;
    this.#count();
    if (this.#uncounted <= 0 && this.#counted >= this.milliseconds) this.#onEnd?.();
    else this.#startTimer();
  }
}

/** Calls a function in the next turn of the event loop. @returns what {@link cancelTurn} needs */
function nextTurn(callback: () => void): unknown {
  const { setImmediate = setTimeout } = globalThis as Partial<Immediates>;
  return setImmediate(callback);
}

function cancelTurn(turn: unknown): void {
  const { clearImmediate = clearTimeout } = globalThis as Partial<Immediates>;
  clearImmediate(turn as never);
}

/** An API that browsers lack. There, `setTimeout` does the same, but costs more than the rest of a call. */
interface Immediates {
  readonly setImmediate: (callback: () => void) => unknown;
  readonly clearImmediate: (turn: never) => void;
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Returns whether a value is a promise, or has a `then` method like one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** Returns a signal that is aborted as soon as one of two signals is. */
export function eitherSignal(callers: AbortSignal | undefined, own: AbortSignal): AbortSignal {
  return callers === undefined ? own : AbortSignal.any([callers, own]);
}

/** The reason with which a signal is aborted when a time limit is reached. */
export function timeoutReason(milliseconds: number): DOMException {
  return new DOMException(`over ${milliseconds} ms`, "TimeoutError");
}
