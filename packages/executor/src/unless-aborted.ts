/** Waits for work, but no longer than the caller does; what the work comes to afterwards is dropped. */
export async function unlessAborted<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result | "aborted"> {
  if (signal === undefined) return await work();
  if (signal.aborted) return "aborted";
  let giveUp = (): void => undefined;
  const givenUp = new Promise<"aborted">((resolve) => {
    giveUp = () => resolve("aborted");
    signal.addEventListener("abort", giveUp);
  });
  try {
    return await Promise.race([work(), givenUp]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
