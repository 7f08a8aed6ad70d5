import type { ActionReturn, ToolCall } from "@helve/core";
import { unstartedReturn } from "@helve/core/internal";
import { type ReceivedCall, receiveCall } from "./receive-call.ts";

/**
 * Executes calls in order; adjacent parallel calls run at the same time (Inspect `execute_tools`). After a call that ends the
 * agent, no other is started.
 */
export async function executeAll(
  calls: Iterable<ToolCall>,
  { isParallel, execute, now }: ExecuteAllOptions,
): Promise<readonly ActionReturn[]> {
  const returns: ActionReturn[] = [];
  let ending: ActionReturn | undefined;
  for (const group of parallelGroups(Array.from(calls, receiveCall), isParallel)) {
    if (ending !== undefined) {
      for (const { recordedCall } of group) returns.push(notStarted(recordedCall, ending, now()));
      continue;
    }
    const ended = await Promise.allSettled(group.map(({ call }) => execute(call)));
    for (const result of ended) {
      if (result.status === "rejected") throw result.reason;
      returns.push(result.value);
      if (result.value.recoverable === "nobody") ending ??= result.value;
    }
  }
  return returns;
}

interface ExecuteAllOptions {
  readonly isParallel: (call: ToolCall) => boolean;
  readonly execute: (call: ToolCall) => Promise<ActionReturn>;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
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
function notStarted(call: ToolCall, { type }: ActionReturn, endedAt: number): ActionReturn {
  const message = `${call.name} was not started, because ${type} before it ended the agent.`;
  return unstartedReturn(call, { code: "ended", message, recoverable: "nobody", endedAt });
}
