import { describe, expect, it } from "vitest";
import {
  type DrivingState,
  defaultParameters,
  drive,
  drivingEnforcements,
  drivingPredicates,
  drivingScenarios,
  eventsIn,
  guardedBy,
  Planner,
  plannerParameters,
} from "../src/driving.ts";

const calm: DrivingState = { time: 0, egoSpeed: 50, lane: 0 };

function evaluate(name: string, value: unknown, state: unknown): unknown {
  const action = { id: "1", name: "state_change", args: {} };
  const context = { action, state, trajectory: [], prompt: "", signal: new AbortController().signal };
  const predicate = drivingPredicates().find((each) => each.name === name);
  const finding = predicate?.evaluate(value === undefined ? [] : [{ value }], context);
  return typeof finding === "object" && "value" in finding ? finding.value : finding;
}

describe("drivingPredicates", () => {
  it.each<[string, unknown, Partial<DrivingState>, unknown]>([
    ["v_f_disL", 10, { frontVehicleDistance: 10 }, true],
    ["v_f_disL", 10, { frontVehicleDistance: 10.1 }, false],
    ["v_f_disL", 10, {}, false],
    ["o_f_disL", 5, { obstacleDistance: 4 }, true],
    ["obstacle_distance_leq", 5, { obstacleDistance: 6 }, false],
    ["stop_disL", 5, { stopLineDistance: 4 }, true],
    ["pedestrian_disL", 5, { pedestrianDistance: 4 }, true],
    ["traffic_light_disL", 5, { trafficLight: { distance: 4, color: 1 } }, true],
    ["intersection_disL", 5, { junctionDistance: 4 }, true],
    ["destination_disL", 5, { destinationDistance: 4 }, true],
    ["trafficlight_color", 1, { trafficLight: { distance: 4, color: 1 } }, true],
    ["trafficlight_color", 3, {}, false],
    ["egospeedH", 50, {}, false],
    ["egospeedH", 49, {}, true],
    ["egospeedL", 51, {}, true],
    ["is_fast_lane", 0, {}, true],
    ["is_fast_lane", 1, {}, false],
    ["is_other_lane_free", 1, { otherLaneFree: true }, true],
    ["rain", 1, { rain: true }, true],
    ["rain", 0, {}, true],
    ["snow", undefined, { snow: true }, true],
    ["fog", 1, {}, false],
    ["is_jam", undefined, { jam: true }, true],
    ["is_e_stop", 1, { emergencyStop: true }, true],
    ["egospeedH", undefined, {}, "unknown"],
    ["egospeedH", "50", {}, "unknown"],
  ])("%s(%s) in %j is %s", (name, value, state, expected) => {
    expect(evaluate(name, value, { ...calm, ...state })).toBe(expected);
  });

  it.each([undefined, null, "fast", {}, { egoSpeed: "50", lane: 0 }])("are unknown in the state %j", (state) => {
    expect(evaluate("rain", 1, state)).toBe("unknown");
  });
});

describe("eventsIn", () => {
  it("names what begins or lasts", () => {
    const rainy = { ...calm, rain: true };
    expect(eventsIn(calm, rainy)).toEqual(["rain_started"]);
    expect(eventsIn(rainy, rainy)).toEqual([]);
    expect(eventsIn(calm, { ...calm, trafficLight: { distance: 70, color: 1 }, roundaboutDistance: 20 })).toEqual([
      "red_light_detected",
      "entering_roundabout",
    ]);
  });
});

describe("Planner", () => {
  it("keeps the more careful value of two rules, and forgets them at the next tick", () => {
    const planner = new Planner({ follow_dist: 5 });
    planner.set("speed_limit", 30);
    planner.set("speed_limit", 50);
    planner.set("follow_dist", 12);
    planner.set("follow_dist", 10);
    expect([planner.get("speed_limit"), planner.get("follow_dist")]).toEqual([30, 12]);
    planner.reset();
    expect([planner.get("speed_limit"), planner.get("follow_dist")]).toEqual([60, 5]);
  });

  it("is set by an enforcement for each parameter", () => {
    const planner = new Planner();
    const handlers = drivingEnforcements(planner);
    expect(Object.keys(handlers)).toEqual([...plannerParameters]);
    expect(handlers.yield_dist([15])).toBeUndefined();
    expect(planner.get("yield_dist")).toBe(15);
    expect(handlers.yield_dist(["far"])).toEqual({ stop: 'yield_dist needs one number (got ["far"])' });
    expect(handlers.yield_dist([])).toEqual({ stop: "yield_dist needs one number (got [])" });
    expect(planner.get("overtake_dist")).toBe(defaultParameters.overtake_dist);
  });
});

describe("drive", () => {
  it("brakes as hard as possible when it is told to stop", async () => {
    const [scenario] = drivingScenarios.filter(({ name }) => name === "Collision with an obstacle");
    if (scenario === undefined) throw new Error("no such scenario");
    const stop = { kind: "stop", reason: "", decision: { passes: [] } } as const;
    const run = await drive(
      scenario,
      new Planner(),
      guardedBy({ before: async () => stop, stateChanged: async () => stop }),
    );
    expect(run.violation).toBeUndefined();
    expect(run.states.at(-1)).toMatchObject({ egoSpeed: 0, emergencyStop: true });
  });
});
