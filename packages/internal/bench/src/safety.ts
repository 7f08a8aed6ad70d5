import { caseSets, casesOf } from "./safety/cases.ts";
import { judgeAll } from "./safety/judge.ts";
import { type Measured, report } from "./safety/report.ts";

/**
 * How many cases in a folder a file of ready rules stops or shows to a person.
 *
 * @param rules - the name of the rule file: `coding-agent`
 * @throws DataError naming the first line that is no case
 */
export async function runSafety(
  folder: string,
  { explain, rules }: { readonly explain: boolean; readonly rules: string },
): Promise<string> {
  const measured: Measured[] = [];
  for (const set of caseSets) {
    const cases = await casesOf(set, folder);
    if (cases.length > 0) measured.push({ set, judged: await judgeAll(cases, rules) });
  }
  return report(measured, { explain });
}
