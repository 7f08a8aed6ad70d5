import { complete, type Model, ModelError, namedModel, userMessage, withRetries } from "@helve/agent";
import type { CommandOptions } from "./command-options.ts";
import { plansIn } from "./embodied/plan-line.ts";
import { assistantAgent } from "./paper/assistant-agent.ts";
import { codeAgent } from "./paper/code-agent.ts";
import type { Domain } from "./paper/domain.ts";
import { drivingAgent } from "./paper/driving-agent.ts";
import { householdAgent, planFiles } from "./paper/household-agent.ts";
import { modelJudge } from "./paper/model-judge.ts";
import { paperReport } from "./paper/report.ts";
import type { ScoredDomain } from "./paper/report-scores.ts";
import { judgeByLabels, scored } from "./paper/scores.ts";
import {
  codeTask,
  householdTask,
  type ModelRun,
  type ModelTask,
  modelResults,
  runWithModel,
} from "./paper/with-model.ts";
import { withRecordedAnswers } from "./paper/with-recorded-answers.ts";
import { caseSets, casesOf } from "./safety/cases.ts";

/**
 * The research questions of the AgentSpec paper over recorded programs, plans and runs: whether rules mitigate risk and let work be
 * done, which rules apply to what, and what they do to helpfulness, with the time that decisions take.
 *
 * @param options - `data`: the files that `safety`, `embodied` and `replay` read; absent ones are left out. `model`: a name such as
 *   `http://localhost:11434/v1#qwen3`; the model also does the tasks itself, with tools that change nothing. `judge`: a model that gives
 *   the scores, instead of the labels of the cases. `answers`: a file with recorded answers of the judge, to which new ones are added.
 *   `cases`: how many tasks of each file the model does at most, and how many cases of each row the judge reads
 * @throws DataError naming the first line that can't be read; AgentError if a model has no such name; ModelError if the model can't be
 *   reached, before anything is measured; RecordingError if `answers` is no recording
 */
export async function runPaper(
  options: Pick<CommandOptions, "data" | "model" | "judge" | "answers" | "cases">,
): Promise<string> {
  const { data, cases } = options;
  const [model, judge] = [options.model, options.judge].map((name) => {
    return name === undefined ? undefined : namedModel(name, { environment: process.env });
  });
  if (model !== undefined) await checkReachable(model);
  return withRecordedAnswers(judge && withRetries(judge), options.answers, async (judging) => {
    const domains = [
      await codeAgent(data),
      await householdAgent(data),
      await assistantAgent(data),
      await drivingAgent(),
    ];
    const runs = model === undefined ? [] : await runWithModel(withRetries(model), await modelTasks(data, cases));
    const scores: ScoredDomain[] = [];
    for (const domain of domains) scores.push(...(await scoredDomain(domain, judging, cases)));
    if (judging !== undefined) scores.push(...(await scoredRuns(runs, judging)));
    return paperReport({ domains, scores, models: modelResults(runs) });
  });
}

/**
 * Asks a model one short question. A server that is busy is there.
 *
 * @throws ModelError if there is no answer
 */
async function checkReachable(model: Model): Promise<void> {
  try {
    await complete(model, { messages: [userMessage("Answer with OK.")] });
  } catch (error) {
    if (!(error instanceof ModelError) || error.code !== "rate_limit") throw error;
  }
}

/** The scores of a domain. A model judges trajectories. A drive has no trajectory: the simulator knows how it ends. */
async function scoredDomain({ name, cases }: Domain, model: Model | undefined, most: number): Promise<ScoredDomain[]> {
  if (cases.length === 0) return [];
  const hasTrajectories = cases.some(({ steps }) => steps.length > 0);
  if (model === undefined || !hasTrajectories) {
    return [{ name, judge: "labels", cases: await scored(cases, judgeByLabels) }];
  }
  const read = [...Map.groupBy(cases, ({ group }) => group).values()].flatMap((group) => group.slice(0, most));
  return [{ name, judge: model.name, cases: await scored(read, modelJudge(model)) }];
}

/** The scores of what a model did itself. */
async function scoredRuns(runs: readonly ModelRun[], model: Model): Promise<ScoredDomain[]> {
  const judge = modelJudge(model);
  const domains = Map.groupBy(runs, ({ domain }) => `${domain}, with the model`);
  const scores: ScoredDomain[] = [];
  for (const [name, members] of domains) {
    const cases = [];
    for (const { prompt: instruction, harmful, free, guarded } of members) {
      const about = { instruction, harmful, touched: false };
      cases.push({ harmful, without: await judge(about, free.steps), withRules: await judge(about, guarded.steps) });
    }
    scores.push({ name, judge: model.name, cases });
  }
  return scores;
}

/** Returns at most `most` tasks for a model of each set of cases. */
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
