import type { ToolContext } from "@helve/core";
import type { Resumption, Tool } from "@helve/tool";
import type { CallContext } from "../call-context.ts";
import { isThenable, TimeLimit, timeoutReason } from "../time-limit.ts";
import { isValueSource, type Reading, readValues } from "./read-values.ts";

/**
 * Runs a tool once, until it returns, throws, times out or is aborted. On a timeout or abort, the tool's signal is aborted
 * and the function returns at once, even if the tool ignores the signal. The values of a generator or a stream are reported as
 * progress, and it is read to its end, see {@link readValues}.
 *
 * @returns the tool's value, or why nobody waits for it
 * @throws what the tool throws
 */
export async function attempt(
  tool: Tool,
  input: unknown,
  { context, controller, timeout, signal, resumption }: AttemptOptions,
): Promise<{ readonly value: unknown } | "aborted" | "timeout"> {
  // The packages of stores and sandboxes say what the members are that the executor only passes on.
  const toolContext = context as object as ToolContext;
  let reading = undefined as Reading | undefined;
  let isAbandoned = false;
  const readAll = async (returned: unknown): Promise<{ readonly value: unknown }> => {
    const value = await returned;
    if (!isValueSource(value)) return { value };
    reading = readValues(value, context.progress);
    if (isAbandoned) reading.stop();
    return { value: await reading.result };
  };
  const ended = await new TimeLimit(timeout).race(() => {
    const value = resumption === undefined ? tool.execute(input, toolContext) : tool.resume?.(resumption, toolContext);
    return isThenable(value) || isValueSource(value) ? readAll(value) : { value };
  }, signal);
  if (typeof ended === "object") return ended;
  isAbandoned = true;
  reading?.stop();
  controller.abort(ended === "timeout" ? timeoutReason(timeout) : signal?.reason);
  return ended;
}

/** Options of {@link attempt}. */
export interface AttemptOptions {
  /** What the tool receives besides its arguments, with the signal of `controller`. */
  readonly context: CallContext;
  readonly controller: AbortController;
  /** The time limit in milliseconds; `Infinity` for none. */
  readonly timeout: number;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** What the run continues with; absent if it begins. */
  readonly resumption: Resumption | undefined;
}
