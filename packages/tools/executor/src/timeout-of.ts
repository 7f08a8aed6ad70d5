import type { Args } from "@helve/core";
import type { Tool } from "@helve/tool";
import type { ExecuteOptions } from "./options.ts";
import type { Pipeline } from "./pipeline.ts";

/**
 * Returns the time limit of a call in milliseconds: the call's own, or else the tool's, or else the executor's.
 *
 * @param args - the decoded arguments, for a tool whose limit depends on them; before they are decoded, the executor's limit applies to it
 */
export function timeoutOf(
  tool: Tool | undefined,
  { options, pipeline }: { readonly options: ExecuteOptions; readonly pipeline: Pick<Pipeline, "timeout"> },
  args?: Args,
): number {
  if (options.timeout !== undefined) return options.timeout;
  if (typeof tool?.timeout !== "function") return tool?.timeout ?? pipeline.timeout;
  const own = args === undefined ? undefined : tool.timeout(args);
  return own !== undefined && own > 0 ? own : pipeline.timeout;
}
