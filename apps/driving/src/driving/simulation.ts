/** Simulates a drive tick by tick, and evaluates the rules at each tick. */
import { type DrivingEvent, eventsIn } from "./driving-events.ts";
import type { DrivingState } from "./driving-state.ts";
import type { Planner } from "./planner.ts";
import type { DrivingScenario } from "./scenarios.ts";

/** The input of a decision by rules: the state before and after a tick, and the events that happen in it. */
export interface DrivingTick {
  readonly before: DrivingState;
  readonly after: DrivingState;
  readonly events: readonly DrivingEvent[];
}

/** The record of a drive. */
export interface DrivingRun {
  readonly states: readonly DrivingState[];
  /** The first violation of the car; absent without a violation. */
  readonly violation?: string;
}

/** The car as the simulation moves it: meters, and meters a second. */
interface Car {
  readonly position: number;
  readonly speed: number;
  readonly lane: 0 | 1;
}

const tick = 0.1;
/** The braking that the planner counts on, in m/s². Without `obstacle_decrease_ratio(1)` the car brakes less. */
const plannedBraking = 5;
const hardestBraking = 6;
const acceleration = 2;

/**
 * Drives a car through a scenario, straight ahead, ten decisions a second.
 *
 * @param decide - called before each tick, after the planner was reset: it may set parameters, and `"stop"` brakes as hard as possible
 */
export async function drive(
  scenario: DrivingScenario,
  planner: Planner,
  decide: (tick: DrivingTick) => unknown = () => undefined,
): Promise<DrivingRun> {
  let car: Car = { position: 0, speed: scenario.egoSpeed / 3.6, lane: scenario.lane ?? 0 };
  let emergencyStop = false;
  const states: DrivingState[] = [];
  for (let index = 0; index * tick <= scenario.seconds; index++) {
    const state = stateOf(scenario, car, index * tick, emergencyStop);
    const before = states.at(-1) ?? state;
    states.push(state);
    const violation = scenario.violation(state, states);
    if (violation !== undefined) return { states, violation };
    if (state.destinationDistance === 0) return { states };
    planner.reset();
    emergencyStop = (await decide({ before, after: state, events: eventsIn(before, state) })) === "stop";
    car = moved(car, state, planner, emergencyStop);
  }
  const late = scenario.mustArrive === true;
  return late ? { states, violation: "the car has not arrived in time" } : { states };
}

/** Moves the car by one tick. */
function moved(car: Car, state: DrivingState, planner: Planner, emergencyStop: boolean): Car {
  const braking = -hardestBraking * planner.get("obstacle_decrease_ratio");
  const wanted = emergencyStop ? 0 : wantedSpeed(state, planner);
  const change = Math.min(
    acceleration,
    Math.max(emergencyStop ? -hardestBraking : braking, (wanted - car.speed) / tick),
  );
  const speed = Math.max(0, car.speed + change * tick);
  return { position: car.position + speed * tick, speed, lane: laneOf(car, state, planner) };
}

/** The highest speed from which the car can still stop in time, if it brakes as planned. */
function wantedSpeed(state: DrivingState, planner: Planner): number {
  const { trafficLight, frontVehicleDistance, obstacleDistance, pedestrianDistance, junctionDistance } = state;
  const junctionStop = planner.get("junction_stop_dist");
  const stopsAtLight =
    trafficLight?.color === 1 || (trafficLight?.color === 2 && planner.get("yellow_light_stop") === 1);
  const speeds = [
    planner.get("speed_limit") / 3.6,
    reach(frontVehicleDistance, planner.get("follow_dist"), (state.frontVehicleSpeed ?? 0) / 3.6),
    reach(obstacleDistance, planner.get("obstacle_stop_dist")),
    reach(pedestrianDistance, planner.get("yield_dist")),
    stopsAtLight ? reach(trafficLight?.distance, planner.get("traffic_light_stop_dist")) : Number.POSITIVE_INFINITY,
    junctionStop > 0 ? reach(junctionDistance, junctionStop) : Number.POSITIVE_INFINITY,
  ];
  return Math.min(...speeds);
}

/** Returns the speed at which the car can still stop, or slow down, before something ahead. */
function reach(distance: number | undefined, gap: number, speedThere = 0): number {
  if (distance === undefined) return Number.POSITIVE_INFINITY;
  const way = distance - gap;
  // Too close: fall back.
  return way < 0 ? speedThere * 0.8 : Math.sqrt(speedThere ** 2 + 2 * plannedBraking * way);
}

/** Decides whether the car changes its lane to overtake. */
function laneOf({ lane }: Car, { obstacleDistance, otherLaneFree }: DrivingState, planner: Planner): 0 | 1 {
  if (otherLaneFree !== true) return lane;
  if (obstacleDistance !== undefined && obstacleDistance <= planner.get("overtake_dist")) return lane === 0 ? 1 : 0;
  const wanted = planner.get("change_lane");
  return wanted === 0 || wanted === 1 ? wanted : lane;
}

/** Returns what the car senses at a moment of a scenario. */
function stateOf(
  scenario: DrivingScenario,
  { position, speed, lane }: Car,
  time: number,
  emergencyStop: boolean,
): DrivingState {
  const { light, jam, frontVehicle, obstacle, weather, pedestrian } = scenario;
  const ahead = (place: number | undefined, sight = 80): number | undefined =>
    place === undefined || place < position || place - position > sight ? undefined : place - position;
  const lightDistance = ahead(light?.position);
  const optional = {
    frontVehicleDistance: frontVehicle === undefined ? undefined : frontVehicle.position(time) - position,
    frontVehicleSpeed: frontVehicle === undefined ? undefined : frontVehicle.speed(time) * 3.6,
    obstacleDistance: obstacle?.lane === lane ? ahead(obstacle.position) : undefined,
    pedestrianDistance: ahead(pedestrian),
    stopLineDistance: lightDistance,
    junctionDistance: ahead(jam?.position ?? light?.position),
    trafficLight:
      light === undefined || lightDistance === undefined
        ? undefined
        : { distance: lightDistance, color: light.color(time) },
    jam: jam === undefined ? undefined : time < jam.until,
    emergencyStop: emergencyStop || undefined,
    ...weather?.(time),
  };
  const blocked = obstacle !== undefined && obstacle.lane !== lane && Math.abs(obstacle.position - position) < 30;
  const known = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  const destinationDistance = Math.max(0, scenario.length - position);
  return { time, egoSpeed: speed * 3.6, lane, destinationDistance, otherLaneFree: !blocked, ...known };
}
