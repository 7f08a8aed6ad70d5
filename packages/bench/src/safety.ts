import { caseSets, casesOf } from "./safety/cases.ts";
import { judgeAll } from "./safety/judge.ts";
import { type Measured, report } from "./safety/report.ts";

/**
 * How many cases in a folder the rules for coding agents stop or show to a person.
 *
 * @throws DataError naming the first line that is no case
 */
export async function runSafety(folder: string, { explain = false } = {}): Promise<string> {
  const measured: Measured[] = [];
  for (const set of caseSets) {
    const cases = await casesOf(set, folder);
    if (cases.length > 0) measured.push({ set, judged: await judgeAll(cases, set) });
  }
  return report(measured, { explain });
}
