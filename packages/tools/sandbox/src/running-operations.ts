/** The commands and file operations that run in a sandbox, so that they end with it. */
export class RunningOperations {
  readonly #running = new Map<AbortController, Promise<unknown>>();

  /**
   * Starts an operation with a signal that is aborted with the caller's, and by `end`.
   *
   * @param ended - resolves when the operation has ended, if that is later than its result
   */
  start<Result>(
    signal: AbortSignal | undefined,
    operation: (signal: AbortSignal) => Promise<Result>,
    ended: (result: Result) => Promise<unknown> = async () => {},
  ): Promise<Result> {
    const controller = new AbortController();
    const onAbort = () => controller.abort(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    const result = operation(controller.signal);
    const end = result
      .then(ended)
      .catch(() => {}) // reported to whoever started it
      .finally(() => {
        signal?.removeEventListener("abort", onAbort);
        this.#running.delete(controller);
      });
    this.#running.set(controller, end);
    return result;
  }

  /** Ends all operations that run now, which reject with the reason, and waits until they have ended. */
  async end(reason: unknown): Promise<void> {
    const running = [...this.#running];
    for (const [controller] of running) controller.abort(reason);
    await Promise.all(running.map(([, end]) => end));
  }
}
