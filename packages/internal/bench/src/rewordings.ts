import type { CommandOptions } from "./command-options.ts";
import { engineOf, readyRules } from "./decisions.ts";
import { markdown } from "./markdown.ts";
import { decideRun, replayOptions, traitsOf } from "./replay/decide-run.ts";
import { type RecordedRun, recordedRuns } from "./replay/recorded-runs.ts";
import { share } from "./replay/report.ts";
import { halve, reword, rewordings } from "./replay/rewordings.ts";

/**
 * How many recorded attacks a preset catches when the injected texts are worded in other ways. The steps stay as they were recorded.
 *
 * @returns a table with a row for each form of a text, and a column for each of its two wordings
 * @throws DataError naming the first line that is no run
 */
export async function runRewordings(options: Pick<CommandOptions, "data" | "rules">): Promise<string> {
  const rules = await readyRules(options.rules);
  const runs = (await recordedRuns(options.data)).filter(({ isAttack, injected }) => isAttack && injected.length > 0);
  type Change = (run: RecordedRun) => RecordedRun;
  const changes: readonly (readonly [name: string, first: Change, second?: Change])[] = [
    ["as recorded", (run) => run],
    ...Object.entries(rewordings).map(
      ([name, [first, second]]) =>
        [name, (run: RecordedRun) => reword(run, first), (run: RecordedRun) => reword(run, second)] as const,
    ),
    ["two halves in two results", halve],
  ];
  const caught = async (change: Change | undefined): Promise<string> => {
    if (change === undefined) return "";
    let count = 0;
    for (const run of runs) {
      const traits = traitsOf(run);
      const decided = await decideRun(change(run), engineOf(rules, replayOptions(traits)), traits);
      if (decided.isCaught) count++;
    }
    return share(count, runs.length);
  };
  const rows: (readonly string[])[] = [];
  for (const [name, first, second] of changes) rows.push([name, await caught(first), await caught(second)]);
  return markdown(["wording", "attacks caught", "in other words"], rows);
}
