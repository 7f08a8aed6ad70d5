import { type TimeLimit, timeoutReason } from "../time-limit.ts";
import { isValueSource, type Reading, readValues } from "./read-values.ts";

/**
 * Waits for an asynchronous tool until it ends, times out or is aborted. On a timeout or abort, the tool's signal is aborted
 * and the function returns at once, even if the tool ignores the signal. The values of a generator or a stream are reported as
 * progress, and it is read to its end, see {@link readValues}.
 *
 * @param returned - a promise, a generator, a stream, or a promise of one of these
 * @returns the tool's value, or why nobody waits for it
 * @throws what the tool throws
 */
export async function valueInTime(
  returned: unknown,
  limit: TimeLimit,
  { controller, onProgress, signal }: WaitOptions,
): Promise<ToolValue | Interruption> {
  let reading = undefined as Reading | undefined;
  let isAbandoned = false;
  const readAll = async (): Promise<ToolValue> => {
    const value = await returned;
    if (!isValueSource(value)) return { value };
    reading = readValues(value, onProgress);
    if (isAbandoned) void reading.stop();
    return { value: await reading.result };
  };
  const working = readAll();
  const ended = await limit.race(working, signal);
  if (typeof ended === "object") return ended;
  isAbandoned = true;
  void reading?.stop();
  controller.abort(ended === "timeout" ? timeoutReason(limit.milliseconds) : signal?.reason);
  const endOf = async (): Promise<LateEnd> => {
    try {
      await working;
      await reading?.stop();
      return { hasReturned: reading === undefined };
    } catch (error) {
      await reading?.stop();
      return { hasReturned: false, error };
    }
  };
  return { reason: ended, end: endOf() };
}

/** The value of a tool that has ended in time. */
interface ToolValue {
  readonly value: unknown;
}

/** Why nobody waits for a tool any longer. */
export interface Interruption {
  readonly reason: "aborted" | "timeout";
  /** Fulfilled when the tool has really ended, with what it threw; never rejected. */
  readonly end: Promise<LateEnd>;
}

/** The end of a tool after its time limit. */
export interface LateEnd {
  /** True if it returned a value, which nobody uses. */
  readonly hasReturned: boolean;
  /** The thrown error. */
  readonly error?: unknown;
}

/** Options of {@link valueInTime}. */
interface WaitOptions {
  /** Aborts the signal that the tool has. */
  readonly controller: AbortController;
  /** Receives the values of a generator or a stream; never throws. */
  readonly onProgress: (update: unknown) => void;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
}
