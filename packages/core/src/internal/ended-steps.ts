import type { Trajectory } from "../trajectory.ts";

/** Returns how many steps have ended: those before the steps in flight, which come last. */
export function endedSteps(trajectory: Trajectory): number {
  let count = trajectory.length;
  while (trajectory[count - 1]?.inFlight === true) count--;
  return count;
}
