import type { CommandOptions } from "./command-options.ts";
import { engineOf, readyRules } from "./decisions.ts";
import { markdown } from "./markdown.ts";
import { decideRun, replayOptions, traitsOf } from "./replay/decide-run.ts";
import { type RecordedRun, recordedRuns } from "./replay/recorded-runs.ts";
import { share } from "./replay/report.ts";
import { halve, reword, rewordings } from "./replay/rewordings.ts";

/**
 * How many recorded attacks ready rules catch when the injected texts are worded in other ways. The steps stay as they were recorded.
 *
 * @returns a table with a row for each wording
 * @throws DataError naming the first line that is no run
 */
export async function runRewordings(options: Pick<CommandOptions, "data" | "rules">): Promise<string> {
  const rules = await readyRules(options.rules);
  const runs = (await recordedRuns(options.data)).filter(({ isAttack, injected }) => isAttack && injected.length > 0);
  const changes: readonly (readonly [name: string, change: (run: RecordedRun) => RecordedRun])[] = [
    ["as recorded", (run) => run],
    ...Object.entries(rewordings).map(([name, form]) => [name, (run: RecordedRun) => reword(run, form)] as const),
    ["two halves in two results", halve],
  ];
  const rows: (readonly string[])[] = [];
  for (const [name, change] of changes) {
    let caught = 0;
    for (const run of runs) {
      const traits = traitsOf(run);
      const decided = await decideRun(change(run), engineOf(rules, replayOptions(traits)), traits);
      if (decided.isCaught) caught++;
    }
    rows.push([name, share(caught, runs.length)]);
  }
  return markdown(["wording", "attacks caught"], rows);
}
