/** Reads the time limit that a call sets, in seconds. */
import { type Args, errorJson } from "@helve/core";
import { SandboxError } from "@helve/sandbox";
import { type Tool, ToolError, toolWith } from "@helve/tool";

/**
 * The time limit of a call, in seconds.
 *
 * @throws ToolError if the call sets one that is not possible
 */
export function timeLimit(
  tool: string,
  timeout: number | null | undefined,
  { defaultTimeout, maxTimeout }: OwnLimits,
): number {
  if (timeout === undefined || timeout === null) return defaultTimeout;
  if (timeout > 0 && timeout <= maxTimeout) return timeout;
  throw new ToolError(
    `${tool}: "timeout" must be a number of seconds greater than 0 and at most ${maxTimeout} (got ${timeout})`,
  );
}

/** The time limits of a tool that ends its work itself, in seconds. */
export interface OwnLimits {
  /** The time limit of a call that sets none. */
  readonly defaultTimeout: number;
  /** The longest that a call may set. */
  readonly maxTimeout: number;
}

/**
 * Sets a later time limit of the executor for a tool that ends its work itself at the limit in its argument "timeout".
 * Otherwise the executor would end it first, and its output would be lost.
 */
export function withOwnLimit(
  tools: readonly Tool<Args>[],
  name: string,
  { defaultTimeout, maxTimeout }: OwnLimits,
): readonly Tool<Args>[] {
  const timeout = ({ timeout: own }: Args): number =>
    (Math.min(typeof own === "number" ? own : defaultTimeout, maxTimeout) + extraTime) * 1000;
  return tools.map((tool) => (tool.name === name ? toolWith(tool, { timeout }) : tool));
}

/** Returns the error for work that was ended because its signal was aborted, with what it has printed: the executor shows that. */
export function abortedError({ reason }: AbortSignal, partialOutput: SandboxError["partialOutput"]): SandboxError {
  return new SandboxError("timeout", errorJson(reason).message, { cause: reason, partialOutput });
}

/** The time in seconds to start a sandbox or an interpreter, and to end what runs in it. */
const extraTime = 45;
