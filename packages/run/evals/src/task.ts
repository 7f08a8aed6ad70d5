/** `task`: describes an evaluation by its samples, solvers and scorers. */
import type { Model } from "@helve/agent";
import type { Issue, JsonObject } from "@helve/core";
import { didYouMean, isObject, quote } from "@helve/core/internal";
import type { ExecutorOptions } from "@helve/executor";
import type { EnvironmentOptions, Sandbox } from "@helve/sandbox";
import { TaskError } from "./errors.ts";
import { meanScore, type Reducer } from "./reducers.ts";
import { type IdentifiedSample, type Sample, type SampleId, sampleProblems } from "./sample.ts";
import type { Scorer } from "./scorer.ts";
import { generate } from "./solvers/generate.ts";
import type { Solver } from "./task-state.ts";

/** An evaluation: samples, solvers that answer them, and scorers that score the answers. Created by {@link task}. */
export interface Task {
  readonly name: string;
  readonly version: string;
  readonly samples: readonly IdentifiedSample[];
  readonly solver: Solver | readonly Solver[];
  readonly scorers: readonly Scorer[];
  readonly epochs: Epochs;
  readonly sandbox?: TaskSandbox | undefined;
  readonly model?: Model | undefined;
  readonly executor?: ExecutorOptions | undefined;
  readonly limits: SampleLimits;
  readonly failOnError: boolean | number;
  readonly retries: number;
  readonly metadata?: JsonObject | undefined;
}

/** Options of {@link task}. */
export interface TaskOptions {
  /** `task` by default. */
  readonly name?: string | undefined;
  /** For logs: change it when results of before can't be compared any more. `1` by default. */
  readonly version?: string | undefined;
  /** Samples, from `dataset`, `readDataset` or written down. */
  readonly dataset: readonly Sample[];
  /** One solver, or steps; `generate()` by default. */
  readonly solver?: Solver | readonly Solver[] | undefined;
  /** Each scorer of a name that others have too gets a number: `match`, `match1`. */
  readonly scorer: Scorer | readonly Scorer[];
  /** How often each sample runs, and how its values are combined; once by default. */
  readonly epochs?: number | Partial<Epochs> | undefined;
  /** Where tools, solvers and scorers run commands and keep files; none by default. */
  readonly sandbox?: TaskSandbox | undefined;
  /** The model to evaluate, unless the run names another model. */
  readonly model?: Model | undefined;
  /** Options of the executors that run the calls, such as guards. Unexpected errors of tools end the sample, unless you change it. */
  readonly executor?: ExecutorOptions | undefined;
  readonly limits?: SampleLimits | undefined;
  /**
   * When errors of samples end the run: `true` (the default) for the first one, `false` for never, a number below 1 for that share of all
   * samples, any other for that many.
   */
  readonly failOnError?: boolean | number | undefined;
  /** How often a sample that fails runs again; 0 by default. */
  readonly retries?: number | undefined;
  /** For the log. */
  readonly metadata?: JsonObject | undefined;
}

/** How often samples run, and what becomes of their values. */
export interface Epochs {
  readonly count: number;
  /** Each gives results of its own; the mean by default. */
  readonly reducers: readonly Reducer[];
}

/** The environments of a task by name; the first is the default one. Or a function that creates the only environment. */
export type TaskSandbox =
  | Readonly<Record<string, EnvironmentOptions>>
  | ((sample: IdentifiedSample, options: { readonly signal: AbortSignal }) => Promise<Sandbox>);

/** Limits of one sample. A sample that reaches one is scored as it is. */
export interface SampleLimits {
  /** How many messages the conversation may have. */
  readonly messages?: number | undefined;
  /** The limit of input and output tokens together. */
  readonly tokens?: number | undefined;
  /** In the currency of the model's prices. */
  readonly cost?: number | undefined;
  /** In milliseconds. */
  readonly time?: number | undefined;
  /** How many messages the model may write; 50 in each generation by default. */
  readonly steps?: number | undefined;
}

/**
 * Describes an evaluation.
 *
 * @throws TaskError with every problem: no samples, two samples with the same id, an option that is invalid or unknown
 *
 * @example
 * const arithmetic = task({
 *   dataset: [{ input: "What is 1 + 1?", target: "2" }],
 *   solver: [useTools([add]), generate()],
 *   scorer: match({ numeric: true }),
 * });
 */
export function task(options: TaskOptions): Task {
  const { name = "task", version = "1", solver = generate(), limits = {}, failOnError = true, retries = 0 } = options;
  const epochs: Epochs = {
    count: typeof options.epochs === "number" ? options.epochs : (options.epochs?.count ?? 1),
    reducers: (typeof options.epochs === "object" ? options.epochs.reducers : undefined) ?? [meanScore()],
  };
  const issues = [
    ...unknownOptions(options),
    ...datasetIssues(options.dataset),
    ...stepIssues(options),
    ...epochIssues(epochs),
    ...limitIssues(limits),
    ...errorOptionIssues({ failOnError, retries }),
  ];
  if (issues.length > 0) throw new TaskError(issues);
  const samples = options.dataset.map((sample, index) => ({ ...sample, id: idOf(sample, index) }));
  const scorers = withUniqueNames([options.scorer].flat() as readonly Scorer[]);
  const { sandbox, model, executor, metadata } = options;
  const optional = { sandbox, model, executor, metadata };
  return { name, version, samples, solver, scorers, epochs, limits, failOnError, retries, ...optional };
}

const taskOptions = [
  ...["name", "version", "dataset", "solver", "scorer", "epochs", "sandbox", "model", "executor"],
  ...["limits", "failOnError", "retries", "metadata"],
];

/** Reports unknown options of a task. */
function unknownOptions(options: TaskOptions): readonly Issue[] {
  return Object.keys(options)
    .filter((name) => !taskOptions.includes(name))
    .map((name) => issue(name, `is not an option of a task${didYouMean(name, taskOptions)}`));
}

function datasetIssues(dataset: unknown): readonly Issue[] {
  if (!Array.isArray(dataset)) return [issue("dataset", "must be a list of samples")];
  if (dataset.length === 0) return [issue("dataset", "has no samples")];
  const seen = new Set<SampleId>();
  return dataset.flatMap((sample: Sample, index) => {
    const problems = sampleProblems(sample).map((problem) => issue(`dataset[${index}]:`, problem));
    if (problems.length > 0) return problems;
    const id = idOf(sample, index);
    const isRepeated = seen.has(id);
    seen.add(id);
    return isRepeated ? [issue(`dataset[${index}].id`, `${JSON.stringify(id)} is the id of two samples`)] : [];
  });
}

/** Returns a sample's id, or its number from 1 if it has none. */
function idOf({ id }: Sample, index: number): SampleId {
  return id ?? index + 1;
}

function stepIssues({ scorer, solver }: { readonly scorer?: unknown; readonly solver?: unknown }): readonly Issue[] {
  const scorers = [scorer].flat();
  const isScorer = (each: unknown): boolean => {
    return isObject(each) && typeof each["name"] === "string" && typeof each["score"] === "function";
  };
  const isSolver = (each: unknown): boolean => typeof each === "function";
  return [
    ...(scorers.length > 0 && scorers.every(isScorer)
      ? []
      : [issue("scorer", "must be an object with a name and a function score, or a list of these that is not empty")]),
    ...(solver === undefined || [solver].flat().every(isSolver)
      ? []
      : [issue("solver", "must be a function, or a list of functions")]),
  ];
}

/** The problems of the epochs. */
export function epochIssues({ count, reducers }: Epochs): readonly Issue[] {
  if (!Number.isInteger(count) || count < 1) {
    return [issue("epochs", `must be a whole number above 0 (got ${String(count)})`)];
  }
  if (reducers.length === 0) return [issue("epochs.reducers", "must not be empty")];
  return reducers
    .filter(({ epochs = 1 }) => epochs > count)
    .map(({ name, epochs }) => issue("epochs", `must be at least ${epochs} for ${name} (got ${count})`));
}

/** The problems of limits. */
export function limitIssues(limits: SampleLimits): readonly Issue[] {
  const known = ["messages", "tokens", "cost", "time", "steps"];
  return Object.entries(limits).flatMap(([name, value]: [string, unknown]) => {
    if (!known.includes(name)) return [issue(`limits.${name}`, `is not a limit${didYouMean(name, known)}`)];
    if (value === undefined || (typeof value === "number" && value > 0)) return [];
    const got = typeof value === "string" ? quote(value) : String(value);
    return [issue(`limits.${name}`, `must be a number above 0 (got ${got})`)];
  });
}

/** The problems of the options about errors. */
export function errorOptionIssues(options: Pick<Task, "failOnError" | "retries">): readonly Issue[] {
  const { failOnError, retries } = options;
  const issues: Issue[] = [];
  if (typeof failOnError !== "boolean" && !(failOnError > 0)) {
    issues.push(issue("failOnError", `must be true, false, a share below 1 or a number (got ${String(failOnError)})`));
  }
  if (!Number.isInteger(retries) || retries < 0) {
    issues.push(issue("retries", `must be a whole number, 0 or more (got ${String(retries)})`));
  }
  return issues;
}

/** Numbers scorers that have the same name. */
function withUniqueNames(scorers: readonly Scorer[]): readonly Scorer[] {
  const taken = new Set(scorers.map(({ name }) => name));
  return scorers.map((scorer, index) => {
    if (scorers.findIndex(({ name }) => name === scorer.name) === index) return scorer;
    let number = 1;
    while (taken.has(`${scorer.name}${number}`)) number++;
    const name = `${scorer.name}${number}`;
    taken.add(name);
    return { ...scorer, name };
  });
}

/** An issue about an option: `limits.steps must be a number above 0 (got 0)`. */
export function issue(option: string, problem: string): Issue {
  return { code: "option", message: `${option} ${problem}` };
}
