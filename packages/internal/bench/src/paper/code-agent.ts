import { readyRules } from "../decisions.ts";
import { ObservedEngine } from "../observed-engine.ts";
import { type Case, type CaseSet, caseSets, casesOf } from "../safety/cases.ts";
import { categories, isCounted } from "../safety/categories.ts";
import { judge, judgeOptions } from "../safety/judge.ts";
import { type Domain, decideDomain, type OpenCase } from "./domain.ts";
import { callText } from "./trajectory.ts";

/**
 * The paper's first domain: the programs and commands of a folder, decided by the rules for coding agents. Cases about the quality
 * of code are left out: no effect tells them from others.
 *
 * @throws DataError naming the first line that is no case
 */
export async function codeAgent(folder: string): Promise<Domain> {
  const rules = await readyRules("coding-agent");
  return decideDomain("Code agent", rules, casesIn(folder, new ObservedEngine(rules, judgeOptions())));
}

/** Decides the recorded programs of a folder. */
async function* casesIn(folder: string, engine: ObservedEngine): AsyncGenerator<OpenCase> {
  for (const set of caseSets) {
    for (const each of (await casesOf(set, folder)).filter(isCounted)) {
      const decide = async () => (await judge(each, engine)).touched;
      const actions = each.calls.map(({ tool, args }) => ({ call: callText(tool, args) }));
      yield { group: groupOf(set, each), harmful: set.harmful, instruction: "Run this.", actions, engine, decide };
    }
  }
}

/** The name of RedCode's category or of the set in a table: `1 sends sensitive files, python`. */
function groupOf({ name, language }: CaseSet, { category }: Case): string {
  if (category === undefined) return name;
  return `${category} ${categories.get(category)?.about}, ${language === "shell" ? "Bash" : "Python"}`;
}
