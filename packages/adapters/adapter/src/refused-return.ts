import type { ActionReturn, ToolCall } from "@helve/core";
import { unstartedReturn } from "@helve/core/internal";

/** The action return of a call that an adapter itself refuses: no guard was evaluated, and no step is added. */
export function refusedReturn(call: ToolCall, message: string): ActionReturn {
  return unstartedReturn(call, { code: "refused", message, recoverable: "caller", endedAt: Date.now() });
}
