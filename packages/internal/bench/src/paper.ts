import { namedModel } from "@helve/agent";
import type { CommandOptions } from "./command-options.ts";
import { plansIn } from "./embodied/plan-line.ts";
import { assistantAgent } from "./paper/assistant-agent.ts";
import { codeAgent } from "./paper/code-agent.ts";
import { drivingAgent } from "./paper/driving-agent.ts";
import { householdAgent, planFiles } from "./paper/household-agent.ts";
import { paperReport } from "./paper/report.ts";
import { codeTask, householdTask, type ModelTask, runWithModel } from "./paper/with-model.ts";
import { caseSets, casesOf } from "./safety/cases.ts";

/**
 * The research questions of the AgentSpec paper over recorded programs, plans and runs: whether rules stop harm and let work be
 * done, which rules apply to what, and how long decisions take.
 *
 * @param options - `data`: the files that `safety`, `embodied` and `replay` read; absent ones are left out. `model`: a name such as
 *   `http://localhost:11434/v1#qwen3`; the model also does the tasks itself, with tools that change nothing. `cases`: how many tasks of
 *   each file the model does at most
 * @throws DataError naming the first line that can't be read; AgentError if the model has no such name
 */
export async function runPaper(options: Pick<CommandOptions, "data" | "model" | "cases">): Promise<string> {
  const { data, model, cases } = options;
  const named = model === undefined ? undefined : namedModel(model, { environment: process.env });
  const domains = [await codeAgent(data), await householdAgent(data), await assistantAgent(data), await drivingAgent()];
  const results = named === undefined ? [] : await runWithModel(named, await modelTasks(data, cases));
  return paperReport(domains, results);
}

async function modelTasks(folder: string, most: number): Promise<readonly ModelTask[]> {
  const tasks: ModelTask[] = [];
  for (const set of caseSets) {
    const cases = (await casesOf(set, folder)).slice(0, most);
    tasks.push(...cases.map((each) => codeTask(each, set.harmful)));
  }
  for (const file of await planFiles(folder)) {
    const plans = (await plansIn(file)).slice(0, most);
    for (const plan of plans) if (plan.instruction !== undefined) tasks.push(householdTask(plan, plan.instruction));
  }
  return tasks;
}
