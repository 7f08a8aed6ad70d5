import { readFile } from "node:fs/promises";
import { parseProgram } from "@helve/agentspec";
import { drive, drivingEnforcements, drivingPredicates, drivingScenarios, guardedBy, Planner } from "@helve/driving";
import { type DecidedCase, type Domain, measureParsing, observeCase } from "./domain.ts";
import { ObservedEngine } from "./observed-engine.ts";

/** The paper's third domain: eight scenarios of a simulated car, each of which breaks a law without rules. */
export async function drivingAgent(): Promise<Domain> {
  const rules = await readFile(new URL(import.meta.resolve("@helve/driving/rules/driving.agentspec")), "utf8");
  const cases: DecidedCase[] = [];
  for (const scenario of drivingScenarios) {
    const { violation } = await drive(scenario, new Planner(scenario.parameters));
    const planner = new Planner(scenario.parameters);
    const engine = new ObservedEngine(parseProgram(rules), {
      predicates: drivingPredicates(),
      enforcements: drivingEnforcements(planner),
    });
    const known = { id: scenario.name, group: scenario.name, harmful: violation !== undefined };
    cases.push(
      await observeCase(known, engine, async () => {
        const run = await drive(scenario, planner, guardedBy(engine));
        return run.violation === undefined;
      }),
    );
  }
  return { name: "Driving agent", parseTimes: measureParsing(rules), cases };
}
