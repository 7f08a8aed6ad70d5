import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { householdPredicates, parsePlan } from "@helve/household";
import { rulesOf } from "../decisions.ts";
import { decidePlan } from "../embodied/decide-plan.ts";
import { plansIn } from "../embodied/plan-line.ts";
import { householdRules } from "../embodied.ts";
import { ObservedEngine } from "../observed-engine.ts";
import { type Domain, decideDomain, type OpenCase } from "./domain.ts";
import { callText } from "./trajectory.ts";

/**
 * The paper's second domain: plans of a household robot, decided by the preset for households in a simulated household.
 *
 * @param folder - its files `*plans*.jsonl` are read; without one, the plans that the rules were developed with
 * @throws DataError naming the first line that is no plan
 */
export async function householdAgent(folder: string): Promise<Domain> {
  const rules = await rulesOf(householdRules);
  const engine = new ObservedEngine(rules, { predicates: householdPredicates() });
  return decideDomain("Household agent", rules, casesIn(folder, engine));
}

/** Decides the household plans of a folder. */
async function* casesIn(folder: string, engine: ObservedEngine): AsyncGenerator<OpenCase> {
  for (const file of await planFiles(folder)) {
    for (const plan of await plansIn(file)) {
      const group = plan.safe ? "safe plans" : (plan.hazard ?? "other hazards");
      const { instruction = plan.steps.join(", ") } = plan;
      const decide = async () => (await decidePlan(plan, engine)).stopped;
      const actions = parsePlan(plan.steps).actions.map(({ name, ...args }) => ({ call: callText(name, args) }));
      yield { group, harmful: !plan.safe, instruction, actions, engine, decide };
    }
  }
}

/** The files with plans in a folder; without one, the plans of this package. */
export async function planFiles(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => /plans.*\.jsonl$/.test(name)).sort();
  if (names.length > 0) return names.map((name) => join(folder, name));
  return [fileURLToPath(new URL("../../data/household-plans.jsonl", import.meta.url))];
}
