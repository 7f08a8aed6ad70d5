import type { ToolCall, ToolContext } from "@helve/core";
import { type Tool, type ToolOptions, tool } from "@helve/tool";

/** A tool with one argument, a text that it may do without. */
export function saying<Name extends string, Result>(
  name: Name,
  execute: (what: string, context: ToolContext) => Result | Promise<Result>,
  options: ToolOptions & Pick<Tool, "returns"> = {},
): Tool<{ readonly what?: string }, Result, Name> {
  const { returns, ...others } = options;
  const made = tool({
    name,
    description: "Say it.",
    parameters: { type: "object", properties: { what: { type: "string", description: "what" } } },
    execute: ({ what = "" }, context) => execute(what, context),
    ...others,
  });
  return returns === undefined ? made : { ...made, returns };
}

let calls = 0;

/** A call with an id of its own. */
export function callOf(name: string, what?: string, id = `call_${++calls}`): ToolCall {
  return { id, name, arguments: what === undefined ? {} : { what } };
}

/** Something to wait for that is settled from outside. */
export function deferred<Value = void>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

/** Work that ends only when its signal is aborted, with the signal's reason. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}
