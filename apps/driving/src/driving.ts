/** The entry `@helve/driving`: a simulated car, with the enforcements and predicates of rules for its planner. */
export { drivingEnforcements, type PlannerEnforcement } from "./driving/driving-enforcements.ts";
export { type DrivingEvent, drivingEvents, eventsIn } from "./driving/driving-events.ts";
export { drivingPredicates } from "./driving/driving-predicates.ts";
export type { DrivingState } from "./driving/driving-state.ts";
export { guardedBy } from "./driving/guarded-by.ts";
export { defaultParameters, Planner, type PlannerParameter, plannerParameters } from "./driving/planner.ts";
export { type DrivingScenario, drivingScenarios } from "./driving/scenarios.ts";
export { type DrivingRun, type DrivingTick, drive } from "./driving/simulation.ts";
