import type { CommandOptions } from "./command-options.ts";
import { engineOf, readyRules } from "./decisions.ts";
import { type Decided, decideRun, replayOptions, traitsOf } from "./replay/decide-run.ts";
import { recordedRuns } from "./replay/recorded-runs.ts";
import { replayReport } from "./replay/report.ts";

/**
 * How many recorded attacks a preset catches, and how many benign runs it disturbs. Each run is decided step by step with its prompt
 * and its earlier steps.
 *
 * @throws DataError naming the first line that is no run
 */
export async function runReplay(options: Pick<CommandOptions, "data" | "explain" | "rules">): Promise<string> {
  const rules = await readyRules(options.rules);
  const decided: Decided[] = [];
  for (const run of await recordedRuns(options.data)) {
    const traits = traitsOf(run);
    if (run.isAttack || run.isSolved)
      decided.push(await decideRun(run, engineOf(rules, replayOptions(traits)), traits));
  }
  return replayReport(decided, options);
}
