import type { ToolContext } from "@helve/core";
import { onAbort } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { timeoutReason } from "../time-limit.ts";

/**
 * Runs a tool once, until it returns, throws, times out or is aborted. On a timeout or abort, the tool's signal is aborted
 * and the function returns at once, even if the tool ignores the signal. If the tool is a generator, each value is reported
 * as progress, and its result is the value that it returns, or the last value that it yields.
 *
 * @returns a promise only if the tool is asynchronous; only then a timer and an abort listener are created
 */
export function attemptRun(
  tool: Tool,
  input: unknown,
  options: AttemptOptions,
): AttemptResult | Promise<AttemptResult> {
  const controller = new AbortController();
  const { actionId, onProgress } = options;
  const context: ToolContext = { signal: controller.signal, actionId, progress: onProgress };
  try {
    const value = tool.execute(input, context);
    return isThenable(value) || isAsyncIterable(value)
      ? settleInTime(value, options, controller)
      : { outcome: "returned", value };
  } catch (error) {
    return { outcome: "threw", error };
  }
}

/** Options of {@link attemptRun}. */
export interface AttemptOptions {
  readonly actionId: string;
  /** The time limit in milliseconds; `Infinity` for none. */
  readonly timeout: number;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** Receives the tool's progress; never throws. */
  readonly onProgress: (update: unknown) => void;
}

/** How a tool ended, or was ended. */
export type AttemptResult =
  | { readonly outcome: "returned"; readonly value: unknown }
  | { readonly outcome: "threw"; readonly error: unknown }
  | { readonly outcome: "timeout" }
  | { readonly outcome: "aborted" };

/**
 * Waits for an asynchronous tool until it ends, times out or is aborted.
 *
 * @param work - a promise, a generator, or a promise of a generator
 */
async function settleInTime(
  work: unknown,
  options: AttemptOptions,
  controller: AbortController,
): Promise<AttemptResult> {
  let settled: AttemptResult | undefined;
  let isAbandoned = false;
  let stop = (): void => undefined;
  const returned = (value: unknown): AttemptResult => (settled = { outcome: "returned", value });
  const threw = (error: unknown): AttemptResult => (settled = { outcome: "threw", error });
  const consume = async (values: AsyncIterable<unknown, unknown>): Promise<AttemptResult> => {
    try {
      const consumption = consumeIterable(values, options.onProgress);
      stop = consumption.stop;
      return returned(await consumption.last);
    } catch (error) {
      return threw(error);
    }
  };
  const settling = Promise.resolve(work)
    .then((value) => (isAsyncIterable(value) && !isAbandoned ? consume(value) : returned(value)))
    .catch(threw);
  // Most asynchronous tools settle within this turn of the event loop, and nothing can interrupt them before its end.
  await undefined;
  if (settled !== undefined) return settled;

  const interruption = waitForInterruption(options);
  const first = await Promise.race([interruption.promise, settling]);
  interruption.clear();
  if (first === settled) return first;
  isAbandoned = true;
  stop();
  controller.abort(first.outcome === "timeout" ? timeoutReason(options.timeout) : options.signal?.reason);
  return first;
}

/** Resolves when the time limit is reached or the caller's signal is aborted; `clear` removes the timer and the listener. */
function waitForInterruption({ signal, timeout }: AttemptOptions): { promise: Promise<AttemptResult>; clear(): void } {
  let clear = (): void => undefined;
  const promise = new Promise<AttemptResult>((resolve) => {
    const abort = (): void => resolve({ outcome: "aborted" });
    const timer =
      timeout === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(() => resolve({ outcome: "timeout" }), Math.min(timeout, maxTimer));
    if (signal?.aborted === true) abort();
    const stopListening = signal?.aborted === false ? onAbort(signal, abort) : undefined;
    clear = () => {
      clearTimeout(timer);
      stopListening?.();
    };
  });
  return { promise, clear };
}

/** The longest delay of a timer, in milliseconds; a timer with a longer delay fires at once. */
const maxTimer = 2 ** 31 - 1;

interface Consumption {
  /** The value that the iterable returns, or the last value that it yields if it returns `undefined`. */
  readonly last: Promise<unknown>;
  /** Stops requesting values. */
  stop(): void;
}

/** After this many values the loop waits for a timer, so that timers and signals of others can fire. */
const valuesPerTurn = 256;

/** Reads an async iterable until it ends or `stop` is called. */
function consumeIterable(values: AsyncIterable<unknown, unknown>, onValue: (value: unknown) => void): Consumption {
  const iterator = values[Symbol.asyncIterator]();
  let isStopped = false;
  const readAll = async (): Promise<unknown> => {
    let last: unknown;
    for (let count = 1; ; count++) {
      const { done, value } = await iterator.next();
      if (isStopped) return last;
      if (done === true) return value === undefined ? last : value;
      last = value;
      onValue(value);
      if (count % valuesPerTurn === 0) await new Promise((resolve) => setTimeout(resolve));
    }
  };
  return {
    last: readAll(),
    stop: () => {
      isStopped = true;
      // Nobody waits for the iterator to end, and its failure is ignored.
      new Promise((resolve) => resolve(iterator.return?.())).catch(() => undefined);
    },
  };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** Returns whether a value is an async generator or another async iterable. */
function isAsyncIterable(value: unknown): value is AsyncIterable<unknown, unknown> {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.asyncIterator in value && typeof value[Symbol.asyncIterator] === "function";
}
