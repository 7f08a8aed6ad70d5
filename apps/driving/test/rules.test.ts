import { readFileSync } from "node:fs";
import { diagnose, formatProgram, parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { testRules } from "@helve/rule-tests/vitest";
import { describe, expect, it } from "vitest";
import {
  type DrivingState,
  defaultParameters,
  drive,
  drivingEnforcements,
  drivingEvents,
  drivingPredicates,
  drivingScenarios,
  eventsIn,
  guardedBy,
  Planner,
  plannerParameters,
} from "../src/driving.ts";

const file = new URL("../rules/driving.agentspec", import.meta.url);
const tests = new URL("../rules/driving.test.agentspec", import.meta.url);
const rules = readFileSync(file, "utf8");

describe.each(drivingScenarios)("$name", (scenario) => {
  it("goes wrong without rules, and right with them", async () => {
    expect((await drive(scenario, new Planner(scenario.parameters))).violation).toBeDefined();

    const planner = new Planner(scenario.parameters);
    const engine = new Engine(parseProgram(rules), {
      predicates: drivingPredicates(),
      enforcements: drivingEnforcements(planner),
    });
    const run = await drive(scenario, planner, guardedBy(engine));
    expect(run.violation).toBeUndefined();
    // Standing still would break no law, either.
    expect(run.states.at(-1)?.destinationDistance).toBeLessThan(scenario.frontVehicle === undefined ? 1 : 250);
  });
});

describe("rules/driving.agentspec", () => {
  it("is formatted, and no diagnostic has anything to say", () => {
    const catalogue = {
      tools: drivingEvents.map((name) => ({ name: `Driving.${name}`, parameters: { type: "object" as const } })),
      predicates: drivingPredicates(),
      enforcements: plannerParameters.map((name) => ({ name })),
    };
    for (const text of [rules, readFileSync(tests, "utf8")]) {
      expect(formatProgram(text)).toBe(text);
    }
    expect(diagnose(rules, catalogue)).toEqual([]);
  });

  testRules(tests, { predicates: drivingPredicates(), coverage: 1 });
});

describe("drivingEnforcements", () => {
  /** The parameters that the rules change in a state. */
  async function changed(state: DrivingState, program = rules): Promise<object> {
    const planner = new Planner();
    const engine = new Engine(parseProgram(program), {
      predicates: drivingPredicates(),
      enforcements: drivingEnforcements(planner),
    });
    const decide = guardedBy(engine);
    const decision = await decide({ before: { ...state, time: -1 }, after: state, events: eventsIn(state, state) });
    const parameters = plannerParameters.filter((name) => planner.get(name) !== defaultParameters[name]);
    return { decision, ...Object.fromEntries(parameters.map((name) => [name, planner.get(name)])) };
  }

  const calm: DrivingState = { time: 0, egoSpeed: 50, lane: 0, otherLaneFree: true };

  it.each<[string, Partial<DrivingState>, object]>([
    ["a free road", {}, {}],
    ["a vehicle farther than 10 m", { frontVehicleDistance: 10.1 }, {}],
    [
      "a vehicle closer than 10 m",
      { frontVehicleDistance: 9 },
      { follow_dist: 10, yield_dist: 15, overtake_dist: 20, obstacle_stop_dist: 10, obstacle_decrease_ratio: 1 },
    ],
    ["a red light in sight", { trafficLight: { distance: 79, color: 1 } }, { traffic_light_stop_dist: 12 }],
    ["a green light", { trafficLight: { distance: 79, color: 3 } }, {}],
    ["rain and an obstacle", { rain: true, obstacleDistance: 51 }, { speed_limit: 30 }],
    ["rain before a roundabout", { rain: true, roundaboutDistance: 20 }, { speed_limit: 20 }],
    ["a free junction", { junctionDistance: 10 }, {}],
    ["a jam", { junctionDistance: 10, jam: true }, { junction_stop_dist: 12 }],
    ["a blocked lane beside a slow car", { lane: 1, otherLaneFree: false }, {}],
  ])("sets the parameters for %s", async (_name, state, expected) => {
    expect(await changed({ ...calm, ...state })).toEqual({ decision: "go", ...expected });
  });

  it("stops the car if a rule passes anything but one number", async () => {
    const program = "rule @r trigger state_change check true enforce follow_dist(1, 2) end";
    expect(await changed(calm, program)).toEqual({ decision: "stop" });
  });

  it("stops the car if its state is not known", async () => {
    const unknown = { time: 0 } as unknown as DrivingState;
    const program = "rule @r trigger state_change check is_jam(1) enforce stop end";
    expect(await changed(unknown, program)).toEqual({ decision: "stop" });
  });
});
