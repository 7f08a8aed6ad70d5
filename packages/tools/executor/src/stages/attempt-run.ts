import type { ToolContext } from "@helve/core";
import { onAbort } from "@helve/core/internal";
import type { Resumption, Tool } from "@helve/tool";
import { timeoutReason } from "../time-limit.ts";
import { CallContext, type CallResources } from "./call-context.ts";
import { isValueSource, readValues, type ValueSource } from "./read-values.ts";

/**
 * Runs a tool once, until it returns, throws, times out or is aborted. On a timeout or abort, the tool's signal is aborted
 * and the function returns at once, even if the tool ignores the signal. The values of a generator or a stream are reported as
 * progress, and it is read to its end, see {@link readValues}.
 *
 * @returns a promise only if the tool is asynchronous; only then a timer and an abort listener are created
 */
export function attemptRun(tool: Tool, input: unknown, options: AttemptOptions): Attempt | Promise<Attempt> {
  const controller = new AbortController();
  const context = new CallContext(controller.signal, options);
  try {
    // The packages of stores and sandboxes say what the members are that the executor only passes on.
    const toolContext = context as object as ToolContext;
    const { resumption } = options;
    const value = resumption === undefined ? tool.execute(input, toolContext) : tool.resume?.(resumption, toolContext);
    return isThenable(value) || isValueSource(value)
      ? settleInTime(value, options, controller).then((result) => ({ result, context }))
      : { result: { outcome: "returned", value }, context };
  } catch (error) {
    return { result: { outcome: "threw", error }, context };
  }
}

/** An attempt that has ended, and what the tool could use meanwhile. */
export interface Attempt {
  readonly result: AttemptResult;
  readonly context?: CallContext;
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
  readonly resources: CallResources | undefined;
  /** What the run continues with; absent if it begins. */
  readonly resumption?: Resumption | undefined;
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
 * @param work - a promise, a generator, a stream, or a promise of one of these
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
  const read = async (source: ValueSource): Promise<AttemptResult> => {
    const reading = readValues(source, options.onProgress);
    stop = reading.stop;
    if (isAbandoned) stop();
    return returned(await reading.result);
  };
  const settle = (value: unknown): AttemptResult | Promise<AttemptResult> => {
    try {
      return isValueSource(value) ? read(value).catch(threw) : returned(value);
    } catch (error) {
      return threw(error);
    }
  };
  const settling = Promise.resolve(work).then(settle, threw);
  // Most asynchronous tools settle within this turn of the event loop, and nothing can interrupt them before its end.
  await undefined;
  if (settled !== undefined) return settled;

  let clear = (): void => undefined;
  const first = await new Promise<AttemptResult>((resolve) => {
    clear = onInterruption(options, resolve);
    settling.then(resolve);
  });
  clear();
  if (first === settled) return first;
  isAbandoned = true;
  stop();
  controller.abort(first.outcome === "timeout" ? timeoutReason(options.timeout) : options.signal?.reason);
  return first;
}

/**
 * Calls a function when the time limit is reached or the caller's signal is aborted.
 *
 * @returns the function that removes the timer and the listener
 */
function onInterruption({ signal, timeout }: AttemptOptions, interrupt: (result: AttemptResult) => void): () => void {
  const abort = (): void => interrupt({ outcome: "aborted" });
  const timer =
    timeout === Number.POSITIVE_INFINITY
      ? undefined
      : setTimeout(() => interrupt({ outcome: "timeout" }), Math.min(timeout, maxTimer));
  if (signal?.aborted === true) abort();
  const stopListening = signal?.aborted === false ? onAbort(signal, abort) : undefined;
  return () => {
    clearTimeout(timer);
    stopListening?.();
  };
}

/** The longest delay of a timer, in milliseconds; a timer with a longer delay fires at once. */
const maxTimer = 2 ** 31 - 1;

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
