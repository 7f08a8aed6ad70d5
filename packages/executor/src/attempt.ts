import type { ToolContext } from "@helve/core";
import type { Tool } from "@helve/tool";
import { follow } from "./follow.ts";

/** What the run of a tool depends on beside its arguments. */
export interface AttemptOptions {
  readonly actionId: string;
  /** In milliseconds; `Infinity` for as long as it takes. */
  readonly timeout: number;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  /** Told of a tool's progress; never throws. */
  readonly onProgress: (update: unknown) => void;
}

/** How a tool ended, or was ended. */
export type Attempted =
  | { readonly outcome: "returned"; readonly value: unknown }
  | { readonly outcome: "threw"; readonly error: unknown }
  | { readonly outcome: "timeout" }
  | { readonly outcome: "aborted" };

/**
 * The tool at work, once. When the time is over or the caller gives up, it ends at once and the tool's signal is aborted;
 * a tool that ignores that holds nobody up. Of a tool that is a generator each value is progress, and the last one, or
 * the one that it returns, is its value.
 *
 * @returns a promise only if the tool takes its time; timer and listener are for those alone
 */
export function attempt(tool: Tool, input: unknown, options: AttemptOptions): Attempted | Promise<Attempted> {
  const controller = new AbortController();
  const { actionId, onProgress } = options;
  const context: ToolContext = { signal: controller.signal, actionId, progress: onProgress };
  try {
    const value = tool.execute(input, context);
    return isThenable(value) || isAsyncIterable(value)
      ? inTime(value, options, controller)
      : { outcome: "returned", value };
  } catch (error) {
    return { outcome: "threw", error };
  }
}

/** @param work - what takes its time: a promise, a generator, or a promise of one */
async function inTime(work: unknown, options: AttemptOptions, controller: AbortController): Promise<Attempted> {
  let ended: Attempted | undefined;
  let isGivenUp = false;
  let stop = (): void => undefined;
  const returned = (value: unknown): Attempted => (ended = { outcome: "returned", value });
  const threw = (error: unknown): Attempted => (ended = { outcome: "threw", error });
  const followed = async (values: AsyncIterable<unknown, unknown>): Promise<Attempted> => {
    try {
      const following = follow(values, options.onProgress);
      stop = following.stop;
      return returned(await following.last);
    } catch (error) {
      return threw(error);
    }
  };
  const ending = Promise.resolve(work)
    .then((value) => (isAsyncIterable(value) && !isGivenUp ? followed(value) : returned(value)))
    .catch(threw);
  // Most tools that could wait do not: nothing can interrupt them within this turn.
  await undefined;
  if (ended !== undefined) return ended;

  const interruption = interrupt(options);
  const first = await Promise.race([interruption.promise, ending]);
  interruption.clear();
  if (first === ended) return first;
  isGivenUp = true;
  stop();
  const overtime = first.outcome === "timeout" && new DOMException(`over ${options.timeout} ms`, "TimeoutError");
  controller.abort(overtime || options.signal?.reason);
  return first;
}

/** What ends a run from outside, until it is cleared. */
function interrupt({ signal, timeout }: AttemptOptions): { promise: Promise<Attempted>; clear(): void } {
  let clear = (): void => undefined;
  const promise = new Promise<Attempted>((resolve) => {
    const abort = (): void => resolve({ outcome: "aborted" });
    const timer =
      timeout === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(() => resolve({ outcome: "timeout" }), Math.min(timeout, longestTimer));
    if (signal?.aborted === true) abort();
    signal?.addEventListener("abort", abort);
    clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
  });
  return { promise, clear };
}

/** A longer timer would go off at once. */
const longestTimer = 2 ** 31 - 1;

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown, unknown> {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.asyncIterator in value && typeof value[Symbol.asyncIterator] === "function";
}
