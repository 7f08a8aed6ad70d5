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
  const working = work();
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  working.then(settle, settle);
  // Most work settles within this turn of the event loop, which is faster than a listener.
  for (let turn = 0; turn < maxTurns && !isSettled && !signal.aborted; turn++) await undefined;
  if (isSettled) return await working;
  if (signal.aborted) return "aborted";

  let stopListening = (): void => undefined;
  const aborted = new Promise<"aborted">((resolve) => {
    stopListening = onAbort(signal, () => resolve("aborted"));
  });
  try {
    return await Promise.race([working, aborted]);
  } finally {
    stopListening();
  }
}

/** How many microtasks work may take before a listener is added for it. */
const maxTurns = 16;
