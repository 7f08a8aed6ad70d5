import type { PredicateContext, Step } from "@helve/core";
import { type StepFold, StepFolds } from "@helve/core/internal";
import { act } from "./act.ts";
import { householdAction } from "./scene.ts";
import type { World } from "./world.ts";

/**
 * The world that a rule decides about: the state of the host, or else the result of the steps so far in an untouched household.
 * `undefined` if the host's state is not a household, or if earlier steps are unknown.
 */
export function worldOf({
  state,
  trajectory,
  earlier,
}: Pick<PredicateContext, "state" | "trajectory" | "earlier">): World | undefined {
  if (state !== undefined) return isWorld(state) ? state : undefined;
  if (earlier !== undefined && earlier.length > 0) return undefined;
  return folds.of(trajectory, () => new WorldFold()).world;
}

const folds = new StepFolds<WorldFold>();

/** The world after the steps so far. */
class WorldFold implements StepFold {
  added = 0;
  world: World = { objects: [] };

  add(step: Step): void {
    this.world = after(this.world, step);
    this.added++;
  }
}

/** Returns the state of the household after a step of the trajectory. */
function after(world: World, step: Step): World {
  if (!step.ran || step.observation.isError) return world;
  const action = householdAction(step.action.name, step.action.args);
  if (action === undefined) return world;
  const outcome = act(world, action, { hands: Number.POSITIVE_INFINITY, open: true });
  return "error" in outcome ? world : outcome.world;
}

function isWorld(state: unknown): state is World {
  if (typeof state !== "object" || state === null) return false;
  const { objects, held = [], near = "" } = state as Partial<Record<keyof World, unknown>>;
  return (
    Array.isArray(objects) &&
    objects.every((thing) => typeof thing === "object" && thing !== null && typeof thing.name === "string") &&
    Array.isArray(held) &&
    held.every((name) => typeof name === "string") &&
    typeof near === "string"
  );
}
