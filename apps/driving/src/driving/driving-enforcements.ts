import { type Planner, type PlannerParameter, plannerParameters } from "./planner.ts";

/**
 * The enforcements that set parameters of a planner, for `enforcements` of an engine.
 *
 * @returns for each parameter a handler; it stops the action if the rule passes anything but one number
 */
export function drivingEnforcements(planner: Planner): Readonly<Record<PlannerParameter, PlannerEnforcement>> {
  const handlers = plannerParameters.map((name): [PlannerParameter, PlannerEnforcement] => [
    name,
    (values) => {
      const [value] = values;
      if (typeof value !== "number" || values.length > 1)
        return { stop: `${name} needs one number (got ${JSON.stringify(values)})` };
      planner.set(name, value);
      return undefined;
    },
  ]);
  return Object.fromEntries(handlers) as Record<PlannerParameter, PlannerEnforcement>;
}

/** Applies an enforcement such as `follow_dist(10)`; it has the shape of `EnforcementHandler` of `@helve/enforcer`. */
export type PlannerEnforcement = (
  values: readonly (string | number | boolean | null)[],
) => undefined | { readonly stop: string };
