/** Tracks the running calls of a server, to end a call when its caller is gone, its time is over or the server closes. */
import { timerOf } from "./server-options.ts";

/** The calls that run, so that each ends when its caller is gone, its time is over or the server closes. */
export class RunningCalls {
  readonly #calls = new Set<AbortController>();
  readonly #onEmpty = new Set<() => void>();

  /**
   * Runs one call.
   *
   * @param caller - aborted when the caller is gone
   * @param timeout - in milliseconds
   */
  async run<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    caller: AbortSignal,
    timeout: number,
  ): Promise<Result> {
    const call = new AbortController();
    const timer = setTimeout(() => call.abort(new Error(`The call took longer than ${timeout} ms.`)), timerOf(timeout));
    const abort = (): void => call.abort(caller.reason);
    if (caller.aborted) abort();
    // Each call has a caller's signal of its own, so that `onAbort`, which shares one listener, would only cost time.
    else caller.addEventListener("abort", abort);
    this.#calls.add(call);
    try {
      return await work(call.signal);
    } finally {
      clearTimeout(timer);
      caller.removeEventListener("abort", abort);
      this.#calls.delete(call);
      if (this.#calls.size === 0) for (const resolve of this.#onEmpty) resolve();
    }
  }

  /** Waits for the calls to end, and aborts those that have not after a time in milliseconds. */
  async drain(timeout: number): Promise<void> {
    if (this.#calls.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#onEmpty.add(resolve);
      timer = setTimeout(() => {
        for (const call of this.#calls) call.abort(new Error("The server is closing."));
        timer = setTimeout(resolve, graceTime);
      }, timerOf(timeout));
    });
    clearTimeout(timer);
  }
}

/** How long an aborted call may take to end, in milliseconds. */
const graceTime = 1_000;
