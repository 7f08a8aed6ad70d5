import type { ToolCall, ToolContext } from "@helve/core";
import { ActionExecutor, type Middleware } from "@helve/executor";
import { type Tool, tool } from "@helve/tool";
import { z } from "zod";

/** The options of the only tool. */
export interface OneTool {
  readonly name?: string;
  readonly idempotent?: boolean;
  /** Given `what` of the call. */
  readonly execute: (what: unknown, context: ToolContext) => unknown;
}

/** An executor with one tool, `look` by default, whose argument `what` may be anything, and the middleware around it. */
export function oneTool(
  { name = "look", idempotent = false, execute }: OneTool,
  ...around: Middleware[]
): ActionExecutor {
  const look = tool({
    name,
    description: "Look at something.",
    parameters: z.object({ what: z.unknown().describe("at what") }),
    execute: ({ what }, context) => execute(what, context),
    idempotent,
  });
  const tools: Tool[] = [look];
  return around.reduce((executor, middleware) => executor.use(middleware), new ActionExecutor(tools));
}

let calls = 0;

/** A call of the one tool. */
export function lookAt(what: unknown, name = "look"): ToolCall {
  calls++;
  return { id: `call_${calls}`, name, arguments: { what } };
}

/** Something that is waited for until it is opened. */
export function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}
