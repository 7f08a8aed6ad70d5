import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { decidePlan } from "./embodied/decide-plan.ts";
import { householdEngine } from "./embodied/household-engine.ts";
import { parsePlanLine } from "./embodied/plan-line.ts";
import { type DecidedPlan, planReport } from "./embodied/report.ts";

/**
 * How many plans of a household robot in a file the ready rules stop: of unsafe ones and of safe ones.
 *
 * @param file - JSON lines with `id`, `steps`, `safe` and perhaps `hazard`
 * @throws DataError naming the first line that is no plan
 */
export async function runEmbodied(file: string, { explain }: { readonly explain: boolean }): Promise<string> {
  const lines = (await readFile(file, "utf8")).split("\n");
  const plans = lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [parsePlanLine(line, `${basename(file)}:${index + 1}`)],
  );
  const engine = await householdEngine();
  const decided: DecidedPlan[] = [];
  for (const plan of plans) decided.push({ plan, ...(await decidePlan(plan, engine)) });
  return planReport(decided, { explain });
}
