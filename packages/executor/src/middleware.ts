import type { Action, ResultPart, ToolCall } from "@helve/core";
import type { Tool } from "@helve/tool";

/** What a middleware may know beside the action. */
export interface RunInfo {
  readonly tool: Tool;
  /** The call as the model sent it. */
  readonly call: ToolCall;
  /** Aborted when the caller gives up. */
  readonly signal: AbortSignal;
}

/**
 * Work around the run of an action: before it, after it, or in its place.
 *
 * `next()` runs the tool and gives its value as result parts, checked against the tool's return schema. It rejects with
 * what the tool threw, or when the run was given up; it may be called several times, but starts nothing once the run has
 * ended. Nobody may change the action or the parts: what is to be different is given anew. What a middleware throws counts
 * as thrown by the tool: an error keeps its class when it is wrapped as the `cause` of another.
 */
export type Middleware = (
  action: Action,
  next: () => Promise<readonly ResultPart[]>,
  info: RunInfo,
) => Promise<readonly ResultPart[]>;
