import { onAbort } from "@helve/core/internal";
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
    if (caller.aborted) call.abort(caller.reason);
    const stopListening = caller.aborted ? () => undefined : onAbort(caller, () => call.abort(caller.reason));
    this.#calls.add(call);
    try {
      return await work(call.signal);
    } finally {
      clearTimeout(timer);
      stopListening();
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
