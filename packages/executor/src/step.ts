import type { ActionReturn, Step } from "@helve/core";

/**
 * The step that a call adds to a trajectory.
 *
 * @returns `undefined` when the call never became an action: no such tool, or arguments that do not fit
 *
 * @example
 * const step = toStep(await executor.execute(call, { trajectory }));
 * if (step) trajectory.push(step);
 */
export function toStep({ id, type, args, observation, stages }: ActionReturn): Step | undefined {
  if (args === null) return undefined;
  const action = stages.guard?.action ?? { id, name: type, args };
  return { action, observation, ran: stages.run !== undefined };
}
