import { readFile } from "node:fs/promises";
import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { predicates, resultTrust, toolTraits } from "@helve/predicates";
import { type Decided, decideRun } from "./replay/decide-run.ts";
import { type RecordedRun, recordedRuns } from "./replay/recorded-runs.ts";
import { replayReport } from "./replay/report.ts";

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
  const file = new URL(import.meta.resolve(`@helve/predicates/rules/${rules}.agentspec`));
  const program = parseProgram(await readFile(file, "utf8"));
  const runs = (await recordedRuns(folder)).filter(({ isAttack, isSolved }) => isAttack || isSolved);
  const decided: Decided[] = [];
  for (const run of runs) {
    const traits = toolTraits(toolsOf(run));
    const engine = new Engine(program, {
      predicates: predicates({ traits }),
      trust: resultTrust(traits),
      mode: "dry run",
    });
    decided.push(await decideRun(run, engine, traits));
  }
  return replayReport(decided, { explain });
}

/** The tools of a run, of which only the names are recorded. */
function toolsOf({ steps }: RecordedRun): readonly { readonly name: string }[] {
  return [...new Set(steps.map(({ action }) => action.name))].filter((name) => name !== "").map((name) => ({ name }));
}
