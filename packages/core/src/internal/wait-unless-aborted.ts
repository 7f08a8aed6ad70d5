import { onAbort } from "./on-abort.ts";

/**
 * Waits for a time, or until the signal aborts, whichever comes first; it does not throw then.
 *
 * @param time - in milliseconds; at most 24.8 days, the longest time of a timer
 */
export async function waitUnlessAborted(time: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stopListening?.();
      resolve();
    };
    const timer = setTimeout(end, Math.min(time, longestTimer));
    const stopListening = signal && onAbort(signal, end);
  });
}

/** The longest time of a timer, in milliseconds: 24.8 days. A timer of a longer time ends at once. */
export const longestTimer: number = 2 ** 31 - 1;
