import type { Action } from "./action.ts";
import type { Observation } from "./result-part.ts";

/** An action with its observation. */
export interface Step {
  readonly action: Action;
  readonly observation: Observation;
  /** False if a guard prevented the action from running, and while the action is in flight. */
  readonly ran: boolean;
  /**
   * True if the action was admitted and has not ended, as a guard sees it that decides about another action of the session. Its
   * observation is empty.
   */
  readonly inFlight?: true;
  /** The time at which it ended, in milliseconds since 1970; absent if it is in flight, or was recorded without a clock. */
  readonly endedAt?: number;
  /** How it ended; absent if it is in flight. Without it, what `ran` and `observation.isError` say. */
  readonly status?: StepStatus;
}

/**
 * How a step ended: `stopped` if it did not run, `timed_out` if nobody knows what it did (its time limit ended or it was aborted
 * while it ran).
 */
export type StepStatus = "success" | "failed" | "timed_out" | "stopped";

/** The steps so far, oldest first; actions in flight come last. */
export type Trajectory = readonly Step[];
