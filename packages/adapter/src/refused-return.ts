import type { ActionReturn, ToolCall } from "@helve/core";

/** The action return of a call that an adapter itself refuses: no guard was evaluated, and no step is added. */
export function refusedReturn(call: ToolCall, message: string): ActionReturn {
  return {
    id: call.id,
    type: call.name,
    call,
    args: null,
    status: "stopped",
    valid: "OPEN",
    result: null,
    errmsg: message,
    error: { code: "refused", message },
    recoverable: "caller",
    observation: { parts: [{ type: "text", content: message }], isError: true },
    truncated: null,
    repairs: [],
    verdict: null,
    duration: 0,
    endedAt: Date.now(),
    stages: {},
  };
}
