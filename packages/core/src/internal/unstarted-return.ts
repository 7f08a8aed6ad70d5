import type { ActionReturn, Recoverable } from "../action-return.ts";
import type { ToolCall } from "../tool-call.ts";

/**
 * Creates the action return of a call that was stopped before any stage.
 *
 * @param message - what the model reads
 * @param endedAt - in milliseconds since 1970
 */
export function unstartedReturn(
  call: ToolCall,
  { code, message, recoverable, endedAt }: UnstartedReason,
): ActionReturn {
  return {
    id: call.id,
    type: call.name,
    call,
    args: null,
    status: "stopped",
    valid: "OPEN",
    result: null,
    errmsg: message,
    error: { code, message },
    recoverable,
    observation: { parts: [{ type: "text", content: message }], isError: true },
    truncated: null,
    repairs: [],
    verdict: null,
    duration: 0,
    endedAt,
    stages: {},
  };
}

interface UnstartedReason {
  readonly code: string;
  readonly message: string;
  readonly recoverable: Recoverable;
  readonly endedAt: number;
}
