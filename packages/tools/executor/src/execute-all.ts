import type { ActionReturn, ToolCall } from "@helve/core";
import { unstartedReturn } from "@helve/core/internal";
import { type ReceivedCall, receiveCall } from "./receive-call.ts";
import { TimeLimit } from "./time-limit.ts";

/**
 * Executes calls in order; adjacent parallel calls run at the same time (Inspect `execute_tools`). After a call that ends the agent, no
 * other call starts. A call waits until the earlier calls have really ended, including calls that continue after their time limits. If that
 * takes longer than its own time limit, it is not started.
 */
export async function executeAll(
  calls: Iterable<ToolCall>,
  { isParallel, timeoutOf, execute, signal, now }: ExecuteAllOptions,
): Promise<readonly ActionReturn[]> {
  const returns: ActionReturn[] = [];
  let ending: ActionReturn | undefined;
  let unended: Promise<unknown> | undefined;
  const executeInOrder = async (received: ReceivedCall): Promise<ExecutedCall> => {
    const { call, recordedCall } = received;
    if (unended !== undefined && (await new TimeLimit(timeoutOf(call)).race(unended, signal)) === "timeout")
      return { actionReturn: blocked(recordedCall, now()) };
    return execute(received);
  };
  for (const group of parallelGroups(Array.from(calls, receiveCall), isParallel)) {
    if (ending !== undefined) {
      for (const { recordedCall } of group) returns.push(notStarted(recordedCall, ending, now()));
      continue;
    }
    const executed = await Promise.allSettled(group.map(executeInOrder));
    const runs: Promise<unknown>[] = unended === undefined ? [] : [unended];
    for (const result of executed) {
      if (result.status === "rejected") throw result.reason;
      const { actionReturn, unended: run } = result.value;
      if (run !== undefined) runs.push(run);
      returns.push(actionReturn);
      if (actionReturn.recoverable === "nobody") ending ??= actionReturn;
    }
    if (runs.length > 0) unended = Promise.all(runs);
  }
  return returns;
}

interface ExecuteAllOptions {
  readonly isParallel: (call: ToolCall) => boolean;
  /** How long a call may run, in milliseconds. */
  readonly timeoutOf: (call: ToolCall) => number;
  readonly execute: (call: ReceivedCall) => Promise<ExecutedCall>;
  readonly signal: AbortSignal | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/** A call that was executed. */
export interface ExecutedCall {
  readonly actionReturn: ActionReturn;
  /** Fulfilled when what the call has started has really ended, if nobody waits for it; never rejected. */
  readonly unended?: Promise<unknown> | undefined;
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

/** Returns the action return of a call that was not started, because a call before it still runs. */
function blocked(call: ToolCall, endedAt: number): ActionReturn {
  const message = `${call.name} was not started: a call before it did not stop at its time limit and still runs. Try again later.`;
  return unstartedReturn(call, { code: "blocked", message, recoverable: "model", endedAt });
}
