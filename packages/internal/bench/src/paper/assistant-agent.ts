import { plainText } from "@helve/agent";
import { readyRules } from "../decisions.ts";
import { ObservedEngine } from "../observed-engine.ts";
import { decideRun, replayOptions, traitsOf } from "../replay/decide-run.ts";
import { hasRecordedRuns, recordedRuns } from "../replay/recorded-runs.ts";
import { type Domain, decideDomain, type OpenCase } from "./domain.ts";
import { callText } from "./trajectory.ts";

/**
 * A domain that the paper does not have: recorded runs of assistants, some of which followed injected instructions.
 *
 * @returns no cases if the folder has no recorded runs
 * @throws DataError naming the first line that is no run
 */
export async function assistantAgent(folder: string): Promise<Domain> {
  const rules = await readyRules("assistant-provenance");
  return decideDomain("Assistant", rules, runsIn(folder, rules));
}

/** Decides the recorded runs of a folder. */
async function* runsIn(folder: string, rules: string): AsyncGenerator<OpenCase> {
  const runs = (await hasRecordedRuns(folder)) ? await recordedRuns(folder) : [];
  for (const run of runs.filter(({ isAttack, isSolved }) => isAttack || isSolved)) {
    const traits = traitsOf(run);
    const engine = new ObservedEngine(rules, replayOptions(traits));
    const group = run.isAttack ? "attacks that succeeded" : "user's tasks that were done";
    const decide = async () => (await decideRun(run, engine, traits)).isCaught;
    const actions = run.steps.map(({ action, observation }, index) => ({
      call: callText(action.name, action.args),
      observation: plainText(observation.parts),
      isHarm: run.isAttack && run.injectedSteps.includes(index),
    }));
    yield { group, harmful: run.isAttack, instruction: run.prompt, actions, engine, decide };
  }
}
