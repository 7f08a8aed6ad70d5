import type { Program } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { drivingEnforcements } from "./driving/driving-enforcements.ts";
import { drivingPredicates } from "./driving/driving-predicates.ts";
import { guardedBy } from "./driving/guarded-by.ts";
import { Planner } from "./driving/planner.ts";
import { type DrivingScenario, drivingScenarios } from "./driving/scenarios.ts";
import { drive } from "./driving/simulation.ts";

/** Drives each scenario without and with rules, and formats what went wrong. */
export async function drivingReport(rules: Program): Promise<string> {
  const lines = drivingScenarios.map(async (scenario) => {
    const { violation: without = "nothing" } = await drive(scenario, new Planner(scenario.parameters));
    const { violation: guarded = "nothing" } = await driveGuarded(scenario, rules);
    return `${scenario.name}\n  without rules: ${without}\n  with rules:    ${guarded}\n`;
  });
  return (await Promise.all(lines)).join("");
}

function driveGuarded(scenario: DrivingScenario, rules: Program): ReturnType<typeof drive> {
  const planner = new Planner(scenario.parameters);
  const engine = new Engine(rules, {
    predicates: drivingPredicates(),
    enforcements: drivingEnforcements(planner),
  });
  return drive(scenario, planner, guardedBy(engine));
}
