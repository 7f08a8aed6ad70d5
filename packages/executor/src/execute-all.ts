import type { ActionReturn, Step, ToolCall } from "@helve/core";
import type { ExecuteOptions } from "./options.ts";
import { type Received, receive } from "./receive.ts";
import { toStep } from "./step.ts";

/** Runs calls in order, those that may run together at the same time (Inspect `execute_tools`). */
export async function executeAll(
  calls: Iterable<ToolCall>,
  options: ExecuteOptions,
  isParallel: (call: ToolCall) => boolean,
  execute: (call: ToolCall, options: ExecuteOptions) => Promise<ActionReturn>,
): Promise<readonly ActionReturn[]> {
  const done: ActionReturn[] = [];
  const steps: Step[] = [...(options.trajectory ?? [])];
  for (const stage of stagesOf(Array.from(calls, receive), isParallel)) {
    const ending = done.find(({ recoverable }) => recoverable === "nobody");
    if (ending !== undefined) {
      done.push(...stage.map(({ told }) => notStarted(told, ending)));
      continue;
    }
    const running = stage.map(({ call }) => execute(call, { ...options, trajectory: [...steps] }));
    const ended = await Promise.allSettled(running);
    for (const one of ended) {
      if (one.status === "rejected") throw one.reason;
      done.push(one.value);
      const step = toStep(one.value);
      if (step !== undefined) steps.push(step);
    }
  }
  return done;
}

/** Neighbours that may run together; any other call alone. */
function stagesOf(
  calls: Iterable<Received>,
  isParallel: (call: ToolCall) => boolean,
): readonly (readonly Received[])[] {
  const stages: Received[][] = [];
  let together: Received[] | undefined;
  for (const received of calls) {
    const joins = isParallel(received.call);
    if (joins && together !== undefined) {
      together.push(received);
      continue;
    }
    const stage = [received];
    stages.push(stage);
    together = joins ? stage : undefined;
  }
  return stages;
}

/** A call that comes after the one that ended the agent. */
function notStarted(call: ToolCall, { type }: ActionReturn): ActionReturn {
  const message = `${call.name} was not started: ${type} before it ended the agent.`;
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
