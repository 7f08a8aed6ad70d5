import { readdir } from "node:fs/promises";
import { parseProgram } from "@helve/agentspec";
import { decideRun, replayOptions, traitsOf } from "../replay/decide-run.ts";
import { recordedRuns } from "../replay/recorded-runs.ts";
import { readyRules } from "../safety/judge.ts";
import { type DecidedCase, type Domain, measureParsing, observeCase } from "./domain.ts";
import { ObservedEngine } from "./observed-engine.ts";

/**
 * A domain that the paper does not have: recorded runs of assistants, of which some followed injected instructions.
 *
 * @returns no cases if the folder has no recorded runs
 * @throws DataError naming the first line that is no run
 */
export async function assistantAgent(folder: string): Promise<Domain> {
  const rules = await readyRules("assistant-provenance");
  const program = parseProgram(rules);
  const cases: DecidedCase[] = [];
  const hasRuns = (await readdir(folder)).some((name) => /^agentdyn\..+\.jsonl$/.test(name));
  for (const run of hasRuns ? await recordedRuns(folder) : []) {
    if (!run.isAttack && !run.isSolved) continue;
    const traits = traitsOf(run);
    const engine = new ObservedEngine(program, replayOptions(traits));
    const group = run.isAttack ? "attacks that succeeded" : "user's tasks that were done";
    const known = { id: run.id, group, harmful: run.isAttack };
    cases.push(await observeCase(known, engine, async () => (await decideRun(run, engine, traits)).isCaught));
  }
  return { name: "Assistant", parseTimes: measureParsing(rules), cases };
}
