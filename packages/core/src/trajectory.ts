/** The steps of a session: each is an action with its observation. */
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
  /** The final status; absent if the step is in flight. Steps without it are judged by `ran` and `observation.isError`. */
  readonly status?: StepStatus;
}

/**
 * The final status of a step: `stopped` if it did not run, `timed_out` if nobody knows what it did (its time limit or its process ended, or it
 * was aborted while it ran).
 */
export type StepStatus = "success" | "failed" | "timed_out" | "stopped";

/** The steps so far, oldest first; actions in flight come last. */
export interface Trajectory extends ReadonlyArray<Step> {
  /**
   * Which session the steps are from. Of two trajectories with the same object, one has the ended steps of the other and
   * perhaps further ones after them. Guards and predicates keep by it what they know of the steps; without it, they read all steps for
   * each decision.
   */
  readonly history?: object | undefined;
}

/**
 * A copy of a list of steps with the `history` of its session. A copy by other means has none, and may be changed.
 *
 * @param history - any object, the same for all trajectories of the session
 *
 * @example
 * await engine.before(action, { ...context, trajectory: withHistory(steps, steps) });
 */
export function withHistory(steps: readonly Step[], history: object | undefined): Trajectory {
  return setHistory([...steps], history);
}

/** Sets the `history` of a list that nobody else has. It is not enumerable, so that the list is compared and shown as its steps. */
export function setHistory(steps: Step[], history: object | undefined): Trajectory {
  return history === undefined ? steps : Object.defineProperty(steps, "history", { value: history });
}
