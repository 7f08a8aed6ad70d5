/** How often and when an idempotent tool is tried again after a failure that may pass: a timeout, an unexpected error. */
export interface RetryOptions {
  /** How often at most, the first time not counted; 2 by default. */
  readonly times?: number | undefined;
  /** How long to wait before the second time, in milliseconds; 100 by default. */
  readonly delay?: number | undefined;
  /** By how much longer each further wait is; 2 by default. */
  readonly factor?: number | undefined;
  /** The longest wait, in milliseconds; 5000 by default. */
  readonly most?: number | undefined;
}

/** @returns how long to wait before the next attempt, in milliseconds; `undefined` when there is to be none */
export function backoff(
  failed: number,
  { times = 2, delay = 100, factor = 2, most = 5000 }: RetryOptions,
): number | undefined {
  return failed > times ? undefined : Math.min(most, delay * factor ** (failed - 1));
}

/** Waits, or until the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}
