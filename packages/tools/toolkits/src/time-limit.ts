import { ToolError } from "@helve/tool";

/**
 * The time limit of a call, in seconds.
 *
 * @throws ToolError if the call sets one that is not possible
 */
export function timeLimit(
  tool: string,
  timeout: number | null | undefined,
  { defaultTimeout, maxTimeout }: { readonly defaultTimeout: number; readonly maxTimeout: number },
): number {
  if (timeout === undefined || timeout === null) return defaultTimeout;
  if (timeout > 0 && timeout <= maxTimeout) return timeout;
  throw new ToolError(
    `${tool}: "timeout" must be a number of seconds greater than 0 and at most ${maxTimeout} (got ${timeout})`,
  );
}
