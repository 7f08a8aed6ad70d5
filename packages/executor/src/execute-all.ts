import type { ActionReturn, Step, ToolCall } from "@helve/core";
import { toStep } from "./action-return.ts";
import type { ExecuteOptions } from "./options.ts";
import { type ReceivedCall, receiveCall } from "./receive-call.ts";

/**
 * Executes calls in order; adjacent parallel calls run at the same time (Inspect `execute_tools`). After a call that ends the
 * agent, no other is started.
 */
export async function executeAll(
  calls: Iterable<ToolCall>,
  options: ExecuteOptions,
  isParallel: (call: ToolCall) => boolean,
  execute: (call: ToolCall, options: ExecuteOptions) => Promise<ActionReturn>,
): Promise<readonly ActionReturn[]> {
  const returns: ActionReturn[] = [];
  const steps: Step[] = [...(options.trajectory ?? [])];
  let ending: ActionReturn | undefined;
  for (const group of parallelGroups(Array.from(calls, receiveCall), isParallel)) {
    if (ending !== undefined) {
      for (const { recordedCall } of group) returns.push(notStarted(recordedCall, ending));
      continue;
    }
    // Not a copy, which would take quadratic time: steps are added only when all calls of the group have ended.
    const running = group.map(({ call }) => execute(call, { ...options, trajectory: steps }));
    const ended = await Promise.allSettled(running);
    for (const result of ended) {
      if (result.status === "rejected") throw result.reason;
      returns.push(result.value);
      if (result.value.recoverable === "nobody") ending ??= result.value;
      const step = toStep(result.value);
      if (step !== undefined) steps.push(step);
    }
  }
  return returns;
}

/** Groups adjacent parallel calls; any other call is a group of its own. */
function parallelGroups(
  calls: Iterable<ReceivedCall>,
  isParallel: (call: ToolCall) => boolean,
): readonly (readonly ReceivedCall[])[] {
  const groups: ReceivedCall[][] = [];
  let openGroup: ReceivedCall[] | undefined;
  for (const received of calls) {
    const canJoin = isParallel(received.call);
    if (canJoin && openGroup !== undefined) {
      openGroup.push(received);
      continue;
    }
    const group = [received];
    groups.push(group);
    openGroup = canJoin ? group : undefined;
  }
  return groups;
}

/** Returns the action return of a call after the one that ended the agent. */
function notStarted(call: ToolCall, { type }: ActionReturn): ActionReturn {
  const message = `${call.name} was not started, because ${type} before it ended the agent.`;
  return {
    id: call.id,
    type: call.name,
    call,
    args: null,
    status: "stopped",
    valid: "OPEN",
    result: null,
    errmsg: message,
    error: { code: "ended", message },
    recoverable: "nobody",
    observation: { parts: [{ type: "text", content: message }], isError: true },
    truncated: null,
    repairs: [],
    verdict: null,
    duration: 0,
    stages: {},
  };
}
