import type { CommandOptions } from "./command-options.ts";
import { caseSets, casesOf } from "./safety/cases.ts";
import { judgeAll } from "./safety/judge.ts";
import { judgeRecorded } from "./safety/judge-recorded.ts";
import { recordedCases, recordedSets } from "./safety/recorded-sets.ts";
import { type Measured, report } from "./safety/report.ts";
import type { MeasuredCalls } from "./safety/report-recorded.ts";

/**
 * How many cases in a folder a preset stops or shows to a person: what others wrote first, then the sets with which the rules were
 * developed.
 *
 * @throws DataError naming the first line that is no case
 */
export async function runSafety(options: Pick<CommandOptions, "data" | "explain" | "rules">): Promise<string> {
  const measured: Measured[] = [];
  for (const set of caseSets) {
    const cases = await casesOf(set, options.data);
    if (cases.length > 0) measured.push({ set, judged: await judgeAll(cases, options.rules) });
  }
  const recorded: MeasuredCalls[] = [];
  for (const set of recordedSets) {
    const calls = await recordedCases(set, options.data);
    if (calls.length > 0) recorded.push({ set, judged: await judgeRecorded(calls, set, options.rules) });
  }
  return report(measured, recorded, options);
}
