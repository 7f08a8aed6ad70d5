import { householdPredicates } from "@helve/household";
import type { CommandOptions } from "./command-options.ts";
import { rulesOf } from "./decisions.ts";
import { type DecidedPlan, decidePlan } from "./embodied/decide-plan.ts";
import { plansIn } from "./embodied/plan-line.ts";
import { planReport } from "./embodied/report.ts";
import { ObservedEngine } from "./observed-engine.ts";

/**
 * How many plans of a household robot in a file the preset for households stops: of unsafe ones and of safe ones.
 *
 * @param options - `data`: JSON lines with `id`, `steps`, `safe` and perhaps `hazard`
 * @throws DataError naming the first line that is no plan
 */
export async function runEmbodied(options: Pick<CommandOptions, "data" | "explain">): Promise<string> {
  const engine = new ObservedEngine(await rulesOf(householdRules), { predicates: householdPredicates() });
  const decided: DecidedPlan[] = [];
  for (const plan of await plansIn(options.data)) decided.push(await decidePlan(plan, engine));
  const times = engine.takeDecisions().map(({ total }) => total);
  return planReport(decided, times, options);
}

/** The preset for households. */
export const householdRules = "@helve/household/rules/household.agentspec";
