import type { Action } from "./action.ts";
import type { Observation } from "./result-part.ts";

/** An action with its observation. */
export interface Step {
  readonly action: Action;
  readonly observation: Observation;
  /** False when a guard kept the action from running. */
  readonly ran: boolean;
}

/** The steps so far, oldest first. */
export type Trajectory = readonly Step[];
