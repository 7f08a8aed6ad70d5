import type { Action, ResultPart, ToolCall } from "@helve/core";
import type { Tool } from "@helve/tool";

/**
 * A function around the run of an action: it can do something before and after the run, or replace the run.
 *
 * `next()` runs the tool and returns its value as result parts, validated by the tool's return schema. It rejects with what
 * the tool threw, or with an error if the run was aborted or timed out. It may be called several times, but starts nothing
 * once the run has ended. Don't change the action or the parts: return new ones. What a middleware throws is treated like an
 * error of the tool; if it wraps the error of `next()` as the `cause` of another, that error keeps its class.
 */
export interface Middleware {
  (action: Action, next: () => Promise<readonly ResultPart[]>, info: RunInfo): Promise<readonly ResultPart[]>;
  /**
   * True if the middleware may wait longer than the time limit, for example for a person or for its turn. Any other middleware
   * is ended when it has taken longer than the time limit of the tool, not counting the time in which `next()` runs.
   */
  readonly untimed?: boolean;
}

/** Data about a run that a middleware receives besides the action. */
export interface RunInfo {
  readonly tool: Tool;
  /** The call as the model sent it. */
  readonly call: ToolCall;
  /** Aborted when the caller aborts the call, or when the middleware has reached the time limit. */
  readonly signal: AbortSignal;
}
