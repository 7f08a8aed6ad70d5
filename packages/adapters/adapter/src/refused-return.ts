import type { ActionReturn, ToolCall } from "@helve/core";
import { unstartedReturn } from "@helve/core/internal";

/** Creates the action return of a call that the adapter refuses without evaluating guards. */
export function refusedReturn(call: ToolCall, message: string): ActionReturn {
  return unstartedReturn(call, { code: "refused", message, recoverable: "caller", endedAt: Date.now() });
}
