import type { CommandOptions } from "./command-options.ts";
import { caseSets, casesOf } from "./safety/cases.ts";
import { judgeAll } from "./safety/judge.ts";
import { type Measured, report } from "./safety/report.ts";

/**
 * How many cases in a folder a file of ready rules stops or shows to a person.
 *
 * @throws DataError naming the first line that is no case
 */
export async function runSafety(options: Pick<CommandOptions, "data" | "explain" | "rules">): Promise<string> {
  const measured: Measured[] = [];
  for (const set of caseSets) {
    const cases = await casesOf(set, options.data);
    if (cases.length > 0) measured.push({ set, judged: await judgeAll(cases, options.rules) });
  }
  return report(measured, options);
}
