/** Decides when an idempotent tool runs again after a temporary error. */

/** How often and when an idempotent tool runs again after a transient error: a timeout or an unexpected error. */
export interface RetryOptions {
  /** The highest number of retries; 2 by default. */
  readonly times?: number | undefined;
  /** The delay before the first retry, in milliseconds; 100 by default. */
  readonly delay?: number | undefined;
  /** Each further delay is multiplied by this factor; 2 by default. */
  readonly factor?: number | undefined;
  /** The longest delay, in milliseconds; 5000 by default. */
  readonly maxDelay?: number | undefined;
}

/**
 * Returns when a failed run is repeated.
 *
 * @param failures - how many attempts have failed
 * @returns the delay before the next attempt in milliseconds, or `undefined` if no retry is left
 */
export function retryDelay(
  failures: number,
  { times = 2, delay = 100, factor = 2, maxDelay = 5000 }: RetryOptions,
): number | undefined {
  return failures > times ? undefined : Math.min(maxDelay, delay * factor ** (failures - 1));
}
