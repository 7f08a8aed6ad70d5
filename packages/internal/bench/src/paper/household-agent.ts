import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseProgram } from "@helve/agentspec";
import { householdPredicates } from "@helve/household";
import { decidePlan } from "../embodied/decide-plan.ts";
import { householdRules } from "../embodied/household-engine.ts";
import { plansIn } from "../embodied/plan-line.ts";
import { type DecidedCase, type Domain, measureParsing, observeCase } from "./domain.ts";
import { ObservedEngine } from "./observed-engine.ts";

/**
 * The paper's second domain: plans of a household robot, decided by the ready rules in a simulated household.
 *
 * @param folder - its files `*plans*.jsonl` are read; without one, the plans that the rules were developed with
 * @throws DataError naming the first line that is no plan
 */
export async function householdAgent(folder: string): Promise<Domain> {
  const rules = await householdRules();
  const engine = new ObservedEngine(parseProgram(rules), { predicates: householdPredicates() });
  const cases: DecidedCase[] = [];
  for (const file of await planFiles(folder)) {
    for (const plan of await plansIn(file)) {
      const group = plan.safe ? "safe plans" : (plan.hazard ?? "other hazards");
      const known = { id: plan.id, group, harmful: !plan.safe };
      cases.push(await observeCase(known, engine, async () => (await decidePlan(plan, engine)).stopped));
    }
  }
  return { name: "Household agent", parseTimes: measureParsing(rules), cases };
}

/** The files with plans in a folder; without one, the plans of this package. */
export async function planFiles(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => /plans.*\.jsonl$/.test(name)).sort();
  if (names.length > 0) return names.map((name) => join(folder, name));
  return [fileURLToPath(new URL("../../data/household-plans.jsonl", import.meta.url))];
}
