import type { ResultPart } from "@helve/core";
import type { Tool } from "@helve/tool";
import { RunError } from "../run-error.ts";
import { eitherSignal, TimeLimit, timeoutReason } from "../time-limit.ts";
import { abortedError, type SettledValue, settledValue, type ToolRun } from "./tool-run.ts";
import { valueFromParts } from "./value-from-parts.ts";

/**
 * Calls the middleware, the first outermost, around the tool's run. The time limit applies to it without the tool's run.
 *
 * @throws what the middleware or the tool's run throws; RunError if the caller aborts it or it takes too long
 */
export async function runMiddleware(toolRun: ToolRun): Promise<SettledValue> {
  const { timeout, prepared, call } = toolRun;
  const { action, tool } = prepared;
  const limit = new TimeLimit(timeout);
  const controller = new AbortController();
  const signal = eitherSignal(call.options.signal, controller.signal);
  const info = { tool, call: call.call, signal };
  const settledByParts = new Map<unknown, SettledValue>();
  const runTool = async (): Promise<readonly ResultPart[]> => {
    try {
      const settled = await limit.uncounted(() => toolRun.run());
      settledByParts.set(settled.parts, settled);
      return settled.parts;
    } catch (error) {
      toolRun.failures ??= new Set();
      toolRun.failures.add(error);
      throw error;
    }
  };
  const runAll = call.pipeline.middleware.reduceRight<() => Promise<readonly ResultPart[]>>((next, layer) => {
    if (layer.untimed !== true) return async () => layer(action, next, info);
    return () => limit.uncounted(() => layer(action, () => limit.counted(next), info));
  }, runTool);
  try {
    const parts = await limit.race(runAll(), call.options.signal);
    if (parts === "aborted") throw abortedError(tool);
    if (parts === "timeout") {
      controller.abort(timeoutReason(timeout));
      throw middlewareTimeoutError(tool, timeout);
    }
    return settledByParts.get(parts) ?? settledMiddlewareResult(parts, tool);
  } finally {
    toolRun.isOver = true;
  }
}

/** Returns the error for a run whose middleware did not end within the time limit, not counting the tool's run. */
function middlewareTimeoutError({ name }: Tool, timeout: number): RunError {
  const message = `${name} was stopped: its middleware took longer than ${timeout} ms.`;
  return new RunError({ status: "failed", error: { code: "timeout", message }, recoverable: "caller" }, "timeout");
}

/** Settles what a middleware returned in place of the tool's result; the tool's return schema doesn't apply to it. */
function settledMiddlewareResult(returned: unknown, { returns: _, ...tool }: Tool): SettledValue {
  const { parts } = settledValue(Array.isArray(returned) && returned.length === 0 ? undefined : returned, tool);
  return { parts, value: valueFromParts(parts) };
}
