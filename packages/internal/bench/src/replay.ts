import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { type Decided, decideRun, replayOptions, traitsOf } from "./replay/decide-run.ts";
import { recordedRuns } from "./replay/recorded-runs.ts";
import { replayReport } from "./replay/report.ts";
import { readyRules } from "./safety/judge.ts";

/**
 * How many recorded attacks ready rules catch, and how many benign runs they disturb. Each run is decided step by step with its prompt
 * and its earlier steps.
 *
 * @param rules - the name of the rule file: `assistant-provenance`
 * @throws DataError naming the first line that is no run
 */
export async function runReplay(
  folder: string,
  { explain, rules }: { readonly explain: boolean; readonly rules: string },
): Promise<string> {
  const program = parseProgram(await readyRules(rules));
  const runs = (await recordedRuns(folder)).filter(({ isAttack, isSolved }) => isAttack || isSolved);
  const decided: Decided[] = [];
  for (const run of runs) {
    const traits = traitsOf(run);
    decided.push(await decideRun(run, new Engine(program, replayOptions(traits)), traits));
  }
  return replayReport(decided, { explain });
}
