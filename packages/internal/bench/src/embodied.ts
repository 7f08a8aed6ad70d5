import { decidePlan } from "./embodied/decide-plan.ts";
import { householdEngine } from "./embodied/household-engine.ts";
import { plansIn } from "./embodied/plan-line.ts";
import { type DecidedPlan, planReport } from "./embodied/report.ts";

/**
 * How many plans of a household robot in a file the ready rules stop: of unsafe ones and of safe ones.
 *
 * @param file - JSON lines with `id`, `steps`, `safe` and perhaps `hazard`
 * @throws DataError naming the first line that is no plan
 */
export async function runEmbodied(file: string, { explain }: { readonly explain: boolean }): Promise<string> {
  const engine = await householdEngine();
  const decided: DecidedPlan[] = [];
  for (const plan of await plansIn(file)) decided.push({ plan, ...(await decidePlan(plan, engine)) });
  return planReport(decided, { explain });
}
