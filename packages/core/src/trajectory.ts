import type { Action } from "./action.ts";
import type { Observation } from "./result-part.ts";

/** An action with its observation. */
export interface Step {
  readonly action: Action;
  readonly observation: Observation;
  /** False if a guard prevented the action from running. */
  readonly ran: boolean;
}

/** The steps so far, oldest first. */
export type Trajectory = readonly Step[];
