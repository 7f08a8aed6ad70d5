import type { Finding, Predicate, Truth } from "@helve/core";
import { type DrivingState, drivingState } from "./driving-state.ts";

/** Creates the predicates about a car and the road, for `predicates` of an engine. Their names are those of published rules. */
export function drivingPredicates(): readonly Predicate[] {
  return [
    ...distances.map(([name, what, distance]) =>
      numeric(name, `Whether ${what} is at most so many meters away.`, "meters", (state, meters) => {
        const value = distance(state);
        return value !== undefined && value <= meters;
      }),
    ),
    numeric("egospeedH", "Whether the car is faster.", "km_per_hour", ({ egoSpeed }, speed) => egoSpeed > speed),
    numeric("egospeedL", "Whether the car is slower.", "km_per_hour", ({ egoSpeed }, speed) => egoSpeed < speed),
    numeric(
      "trafficlight_color",
      "Whether the next light is red (1), yellow (2) or green (3).",
      "color",
      (state, color) => state.trafficLight?.color === color,
    ),
    numeric(
      "is_fast_lane",
      "Whether the car is on the fast lane (1), or on another one (0).",
      "fast",
      ({ lane }, fast) => lane === fast,
    ),
    ...flags.map(([name, description, flag]) =>
      numeric(name, description, "yes", (state, yes) => flag(state) === (yes !== 0), 1),
    ),
  ];
}

const distances: readonly (readonly [string, string, (state: DrivingState) => number | undefined])[] = [
  ["v_f_disL", "the vehicle in front", (state) => state.frontVehicleDistance],
  ["front_vehicle_closer_than", "the vehicle in front", (state) => state.frontVehicleDistance],
  ["o_f_disL", "an obstacle", (state) => state.obstacleDistance],
  ["obstacle_distance_leq", "an obstacle", (state) => state.obstacleDistance],
  ["pedestrian_disL", "a pedestrian", (state) => state.pedestrianDistance],
  ["stop_disL", "a stop line", (state) => state.stopLineDistance],
  ["traffic_light_disL", "a traffic light", (state) => state.trafficLight?.distance],
  ["intersection_disL", "a junction", (state) => state.junctionDistance],
  ["destination_disL", "the destination", (state) => state.destinationDistance],
];

const flags: readonly (readonly [string, string, (state: DrivingState) => boolean])[] = [
  [
    "is_other_lane_free",
    "Whether the other lane is free (1) or not (0).",
    ({ otherLaneFree = false }) => otherLaneFree,
  ],
  ["rain", "Whether it rains (1) or not (0).", ({ rain = false }) => rain],
  ["snow", "Whether it snows (1) or not (0).", ({ snow = false }) => snow],
  ["fog", "Whether there is fog (1) or not (0).", ({ fog = false }) => fog],
  ["is_jam", "Whether the road behind the junction is full (1) or not (0).", ({ jam = false }) => jam],
  [
    "is_e_stop",
    "Whether the car makes an emergency stop (1) or not (0).",
    ({ emergencyStop = false }) => emergencyStop,
  ],
];

/** A predicate with one number. Without the number it is unknown, unless there is a usual one. */
function numeric(
  name: string,
  description: string,
  parameter: string,
  test: (state: DrivingState, value: number) => boolean,
  usual?: number,
): Predicate {
  return {
    name,
    description,
    parameters: [{ name: parameter, schema: { type: "number" }, required: usual === undefined }],
    evaluate: ([argument], context) => {
      const state = drivingState(context.state);
      const value = argument === undefined ? usual : argument.value;
      if (state === undefined) return finding("unknown", "the state of the car is not known");
      if (typeof value !== "number") return finding("unknown", `${name} needs a number`);
      const truth = test(state, value);
      return finding(truth, `${truth ? "it is" : "it is not"} so at ${state.egoSpeed.toFixed(1)} km/h`);
    },
  };
}

function finding(value: Truth, reason: string): Finding {
  return { value, reason, evidence: [] };
}
