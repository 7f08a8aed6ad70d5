import { errorJson, HelveError, type RunRecord, type ToolContext } from "@helve/core";
import type { Tool } from "@helve/tool";
import { aborted, type Failure, type Staged, unexpected } from "../failure.ts";

/** What the run of a tool depends on beside its arguments. */
export interface RunOptions {
  readonly actionId: string;
  /** In milliseconds; `Infinity` for as long as it takes. */
  readonly timeout: number;
  /** The caller's. */
  readonly signal: AbortSignal;
  /** Told of a tool's progress; what it throws is dropped. */
  readonly onProgress: (update: unknown) => unknown;
}

/**
 * The tool at work. When the time is over or the caller gives up, the stage ends at once and the tool's signal is
 * aborted; a tool that ignores that holds nobody up.
 */
export async function run(tool: Tool, input: unknown, options: RunOptions): Promise<Staged<RunRecord, unknown>> {
  const started = performance.now();
  const controller = new AbortController();
  const interruption = interrupt(options);
  const ended = await Promise.race([interruption.promise, work(tool, input, options, controller.signal)]);
  interruption.clear();
  if (ended.outcome === "timeout") controller.abort(new DOMException(`over ${options.timeout} ms`, "TimeoutError"));
  if (ended.outcome === "aborted") controller.abort(options.signal.reason);

  const record = { outcome: ended.outcome, duration: performance.now() - started };
  if (ended.outcome === "returned") return { ok: true, record, made: ended.value };
  return { ok: false, record, failure: failure(tool, ended, options.timeout) };
}

type Ended =
  | { readonly outcome: "returned"; readonly value: unknown }
  | { readonly outcome: "threw"; readonly error: unknown }
  | { readonly outcome: "timeout" }
  | { readonly outcome: "aborted" };

async function work(tool: Tool, input: unknown, options: RunOptions, signal: AbortSignal): Promise<Ended> {
  const context: ToolContext = { signal, actionId: options.actionId, progress: quietly(options.onProgress) };
  try {
    return { outcome: "returned", value: await tool.execute(input, context) };
  } catch (error) {
    return { outcome: "threw", error };
  }
}

/** What ends a run from outside, until it is cleared. */
function interrupt({ signal, timeout }: RunOptions): { promise: Promise<Ended>; clear(): void } {
  let clear = (): void => undefined;
  const promise = new Promise<Ended>((resolve) => {
    const abort = (): void => resolve({ outcome: "aborted" });
    const timer =
      timeout === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(() => resolve({ outcome: "timeout" }), Math.min(timeout, longestTimer));
    signal.addEventListener("abort", abort);
    clear = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
  });
  return { promise, clear };
}

/** A longer timer would go off at once. */
const longestTimer = 2 ** 31 - 1;

/** Whoever watches a tool can't break it, at once or later. */
function quietly(observer: (update: unknown) => unknown): (update: unknown) => void {
  return (update) => {
    new Promise((resolve) => resolve(observer(update))).catch(() => undefined);
  };
}

function failure(tool: Tool, ended: Exclude<Ended, { outcome: "returned" }>, timeout: number): Failure {
  switch (ended.outcome) {
    case "timeout": {
      const message = `${tool.name} took longer than ${timeout} ms and was given up.`;
      return { status: "failed", error: { code: "timeout", message }, recoverable: "model" };
    }
    case "aborted":
      return aborted("failed", tool.name);
    case "threw":
      if (HelveError.is(ended.error) && ended.error.code === "tool_error") {
        return { status: "failed", error: errorJson(ended.error), recoverable: "model" };
      }
      return unexpected("failed", `${tool.name} failed`, ended.error);
  }
}
