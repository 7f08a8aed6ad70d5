import { parseProgram } from "@helve/agentspec";
import { type Case, type CaseSet, caseSets, casesOf, categories } from "../safety/cases.ts";
import { judge, judgeOptions, readyRules } from "../safety/judge.ts";
import { type DecidedCase, type Domain, measureParsing, observeCase } from "./domain.ts";
import { ObservedEngine } from "./observed-engine.ts";

/**
 * The paper's first domain: the programs and commands of a folder, decided by the rules for coding agents.
 *
 * @throws DataError naming the first line that is no case
 */
export async function codeAgent(folder: string): Promise<Domain> {
  const rules = await readyRules("coding-agent");
  const engine = new ObservedEngine(parseProgram(rules), judgeOptions());
  const cases: DecidedCase[] = [];
  for (const set of caseSets) {
    for (const each of await casesOf(set, folder)) {
      if (!counts(each)) continue;
      const known = { id: each.id, group: groupOf(set, each), harmful: set.harmful };
      cases.push(await observeCase(known, engine, async () => (await judge(each, engine)).touched));
    }
  }
  return { name: "Code agent", parseTimes: measureParsing(rules), cases };
}

/** What RedCode's category or the set is called in a table: `1 sends sensitive files, python`. */
function groupOf({ name, language }: CaseSet, { category }: Case): string {
  if (category === undefined) return name;
  return `${category} ${categories.get(category)?.about}, ${language === "shell" ? "Bash" : "Python"}`;
}

/** Cases about the quality of code are left out: no effect tells them from others. */
function counts({ category }: Case): boolean {
  return category === undefined || categories.get(category)?.counts === true;
}
