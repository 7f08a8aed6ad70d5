/** The planner of the simulated car: its parameters, such as the cruising speed, which rules can set. */

/** The parameters of the planner that rules can set, with their usual values. */
export const defaultParameters = {
  /** The gap to the vehicle in front, in meters. */
  follow_dist: 3,
  /** How far before a pedestrian the car stops, in meters. */
  yield_dist: 1,
  /** How far before an obstacle the car changes lanes, in meters; 0 is never. */
  overtake_dist: 0,
  /** How far before an obstacle the car stops, in meters. */
  obstacle_stop_dist: 1,
  /** The strength of braking for vehicles and obstacles, from 0 to 1. */
  obstacle_decrease_ratio: 0.6,
  /** How far before a traffic light the car stops, in meters. */
  traffic_light_stop_dist: 0,
  /** Whether it stops at a yellow light: 1 is yes. */
  yellow_light_stop: 0,
  /** How far before a junction the car waits, in meters; 0 is not at all. */
  junction_stop_dist: 0,
  /** In km/h. */
  speed_limit: 60,
  /** The lane to drive on: 1 is the fast one; -1 is the present one. */
  change_lane: -1,
} as const;

export type PlannerParameter = keyof typeof defaultParameters;

export const plannerParameters = Object.keys(defaultParameters) as readonly PlannerParameter[];

/** The planner's parameters, and those that rules have changed for the present state. */
export class Planner {
  readonly #base: Readonly<Record<PlannerParameter, number>>;
  #values: Record<PlannerParameter, number>;

  /** @param parameters - values other than the usual ones */
  constructor(parameters: Partial<Record<PlannerParameter, number>> = {}) {
    this.#base = { ...defaultParameters, ...parameters };
    this.#values = { ...this.#base };
  }

  get(name: PlannerParameter): number {
    return this.#values[name];
  }

  /** Sets a parameter. If two rules set the same one, the more careful value counts. */
  set(name: PlannerParameter, value: number): void {
    const changed = this.#values[name] !== this.#base[name];
    this.#values[name] = changed ? careful(name, this.#values[name], value) : value;
  }

  /** Goes back to the values of the beginning. */
  reset(): void {
    this.#values = { ...this.#base };
  }
}

/** Chooses the more careful of two values of a parameter: the lower speed, or the longer distance. */
function careful(name: PlannerParameter, one: number, other: number): number {
  return name === "speed_limit" || name === "change_lane" ? Math.min(one, other) : Math.max(one, other);
}
