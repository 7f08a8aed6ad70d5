import { onAbort } from "./on-abort.ts";

/**
 * Waits for work until it settles or the signal aborts, whichever comes first. A result that arrives after the abort is dropped.
 *
 * @returns the result of the work, or `"aborted"`
 */
export async function unlessAborted<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result | "aborted"> {
  if (signal === undefined) return await work();
  if (signal.aborted) return "aborted";
  let stopListening = (): void => undefined;
  const aborted = new Promise<"aborted">((resolve) => {
    stopListening = onAbort(signal, () => resolve("aborted"));
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    stopListening();
  }
}
