/**
 * Waits for what others do, but no longer than the caller does: it is given a signal for that, and may not look at it.
 *
 * @throws what the signal was aborted with
 */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let giveUp = (): void => undefined;
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp);
  });
  try {
    return await Promise.race([work, givenUp]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
