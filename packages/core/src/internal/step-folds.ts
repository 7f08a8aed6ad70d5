import type { Step, Trajectory } from "../trajectory.ts";

/** A summary of some steps of a session. It is updated when a step is added. */
export interface StepFold {
  /** The number of steps that were added. */
  readonly added: number;
  add(step: Step): void;
}

/** Stores a summary of a session's steps by the `history` of its trajectories, so that each step is read once. */
export class StepFolds<Fold extends StepFold> {
  /** The latest first. */
  readonly #byHistory: WeakMap<object, readonly Fold[]> = new WeakMap();

  /**
   * Returns what is known of the steps of a trajectory that have ended. Without a `history`, all of them are read.
   *
   * @param create - creates a fold without steps
   * @param isSame - whether a fold that was kept began as the new one would
   */
  of(trajectory: Trajectory, create: () => Fold, isSame: (fold: Fold) => boolean = () => true): Fold {
    const { history } = trajectory;
    const ended = endedSteps(trajectory);
    const kept = (history && this.#byHistory.get(history)) ?? [];
    const found = kept.find(isSame);
    if (found?.added === ended) return found;
    // A fold that has read later steps is left unchanged.
    if (history === undefined || (found !== undefined && found.added > ended))
      return addSteps(create(), trajectory, ended);
    const others = kept.filter((fold) => fold !== found);
    this.#byHistory.set(history, others); // a fold that could not read a step is not kept
    const fold = addSteps(found ?? create(), trajectory, ended);
    this.#byHistory.set(history, [fold, ...others].slice(0, mostFolds));
    return fold;
  }

  /** The fold that was created last for the history of a trajectory. */
  latest({ history }: Trajectory): Fold | undefined {
    return history && this.#byHistory.get(history)?.[0];
  }
}

/** How many folds with different beginnings are kept for the same steps. */
const mostFolds = 4;

function addSteps<Fold extends StepFold>(fold: Fold, trajectory: Trajectory, ended: number): Fold {
  for (const step of trajectory.slice(fold.added, ended)) fold.add(step);
  return fold;
}

/** Returns the number of steps that have ended. */
function endedSteps(trajectory: Trajectory): number {
  let count = trajectory.length;
  while (trajectory[count - 1]?.inFlight === true) count--;
  return count;
}
