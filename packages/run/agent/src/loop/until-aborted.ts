import { unlessAborted } from "@helve/core/internal";

/**
 * Yields values until the signal is aborted, also if their source ignores the signal.
 *
 * @throws the reason of the signal
 */
export async function* untilAborted<Value>(values: AsyncIterable<Value>, signal: AbortSignal): AsyncGenerator<Value> {
  const iterator = values[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await unlessAborted(() => iterator.next(), signal);
      if (next === "aborted") throw signal.reason;
      if (next.done === true) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } finally {
    // Not awaited: a source that ignores the signal may never end.
    if (!isDone) Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/**
 * Waits for a function of the host, which may ignore the signal.
 *
 * @throws the reason of the signal; what the function throws
 */
export async function resultUntilAborted<Result>(
  work: () => Result | Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const result = await unlessAborted(async () => ({ value: await work() }), signal);
  if (result === "aborted") throw signal.reason;
  return result.value;
}
