import { drive, drivingEnforcements, drivingPredicates, drivingScenarios, guardedBy, Planner } from "@helve/driving";
import { rulesOf } from "../decisions.ts";
import { ObservedEngine } from "../observed-engine.ts";
import { type Domain, decideDomain, type OpenCase } from "./domain.ts";

/** The paper's third domain: eight scenarios of a simulated car, each of which breaks a law without rules. */
export async function drivingAgent(): Promise<Domain> {
  const rules = await rulesOf("@helve/driving/rules/driving.agentspec");
  return decideDomain("Driving agent", rules, scenarios(rules));
}

/** Drives all scenarios without and with rules. */
async function* scenarios(rules: string): AsyncGenerator<OpenCase> {
  for (const scenario of drivingScenarios) {
    const { violation } = await drive(scenario, new Planner(scenario.parameters));
    const planner = new Planner(scenario.parameters);
    const enforcements = drivingEnforcements(planner);
    const engine = new ObservedEngine(rules, { predicates: drivingPredicates(), enforcements });
    const decide = async () => (await drive(scenario, planner, guardedBy(engine))).violation === undefined;
    const about = { group: scenario.name, harmful: violation !== undefined, instruction: "Drive to the destination." };
    yield { ...about, actions: [], engine, decide };
  }
}
