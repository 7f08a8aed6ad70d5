/** Resolves a task and options to what a run does: samples, epochs, limits. */
import type { Model } from "@helve/agent";
import { canonicalJson } from "@helve/core";
import { didYouMean } from "@helve/core/internal";
import { LogError, TaskError } from "../errors.ts";
import type { EvalStart, SampleEnd } from "../eval-event.ts";
import type { EvalLog } from "../eval-log.ts";
import type { EvalOptions } from "../eval-options.ts";
import { logIssue } from "../parse-log.ts";
import { type IdentifiedSample, keyOf, type SampleId, type SampleKey } from "../sample.ts";
import { epochIssues, errorOptionIssues, issue, limitIssues, type Task } from "../task.ts";

/** The task, samples and options of a run. */
export interface EvalPlan {
  /** With the options of the run in place of its own. */
  readonly task: Task;
  readonly model: Model;
  readonly start: EvalStart;
  /** The samples of the run, in their order. */
  readonly samples: readonly IdentifiedSample[];
  readonly byId: ReadonlyMap<SampleId, IdentifiedSample>;
  /** The runs that have succeeded before. */
  readonly ended: ReadonlyMap<string, SampleEnd>;
  /** When runs have ended before, successfully or not. */
  readonly endedAt: ReadonlyMap<string, number>;
  /** The runs that are to be. */
  readonly missing: readonly SampleKey[];
  readonly total: number;
  readonly maxSamples: number;
  readonly failOnError: boolean | number;
}

/**
 * Resolves a task and options to the plan of a run.
 *
 * @throws TaskError if an option is invalid; LogError if the log to resume belongs to another task
 */
export function planOf(task: Task, options: EvalOptions): EvalPlan {
  const { resume, maxSamples = 10, source = {} } = options;
  const requested = resume === undefined ? options : optionsOf(resume, options);
  const epochs = { ...task.epochs, count: requested.epochs ?? task.epochs.count };
  const limits = { ...task.limits, ...requested.limits };
  const { failOnError = task.failOnError, retries = task.retries } = requested;
  const model = options.model ?? task.model;
  const issues = [
    ...unknownOptions(options),
    ...epochIssues(epochs),
    ...limitIssues(limits),
    ...errorOptionIssues({ failOnError, retries }),
    ...[["maxSamples", maxSamples] as const, ["limit", requested.limit ?? 1] as const]
      .filter(([, value]) => !Number.isInteger(value) || value < 1)
      .map(([name, value]) => issue(name, `must be a whole number above 0 (got ${value})`)),
    ...unknownSamples(task, requested.samples),
    ...(model === undefined ? [issue("model", "is missing: neither the task nor the run has one")] : []),
    ...(model !== undefined && limits.cost !== undefined && model.prices === undefined
      ? [issue("limits.cost", `needs a model with prices, but ${model.name} has none`)]
      : []),
  ];
  if (issues.length > 0 || model === undefined) throw new TaskError(issues);
  const planned: Task = { ...task, epochs, limits, failOnError, retries };
  const chosen =
    requested.samples === undefined ? task.samples : task.samples.filter(({ id }) => requested.samples?.includes(id));
  const samples = chosen.slice(0, requested.limit);
  const byId = new Map(samples.map((sample) => [sample.id, sample]));
  const keys = samples.flatMap(({ id }) =>
    Array.from({ length: epochs.count }, (_, index) => ({ id, epoch: index + 1 })),
  );
  const ended = resume === undefined ? new Map<string, SampleEnd>() : endedIn(resume, { task, model, byId });
  const start: EvalStart = {
    type: "start",
    version: 1,
    run: resume?.start.run ?? crypto.randomUUID(),
    at: 0,
    task: {
      name: task.name,
      version: task.version,
      metadata: task.metadata,
      source: source.task,
    },
    model: model.name,
    modelSource: source.model,
    samples: samples.map(({ id }) => id),
    epochs: epochs.count,
    reducers: epochs.reducers.map(({ name }) => name),
    scorers: task.scorers.map(({ name }) => name),
    limits,
    failOnError,
    retries,
    resumed: resume === undefined ? undefined : true,
  };
  const endedAt = new Map(resume?.samples.flatMap(({ end }) => (end === undefined ? [] : [[keyOf(end), end.at]])));
  const missing = keys.filter((key) => !ended.has(keyOf(key)));
  return {
    task: planned,
    model,
    start,
    samples,
    byId,
    ended,
    endedAt,
    missing,
    total: keys.length,
    maxSamples,
    failOnError,
  };
}

const evalOptions = [
  ...["model", "limit", "samples", "epochs", "maxSamples", "limits", "failOnError", "retries", "signal", "resume"],
  "source",
];

function unknownOptions(options: EvalOptions): ReturnType<typeof issue>[] {
  return Object.keys(options)
    .filter((name) => !evalOptions.includes(name))
    .map((name) => issue(name, `is not an option of a run${didYouMean(name, evalOptions)}`));
}

function unknownSamples({ samples }: Task, requested: readonly SampleId[] = []): ReturnType<typeof issue>[] {
  const known = new Set(samples.map(({ id }) => id));
  return requested
    .filter((id) => !known.has(id))
    .map((id) => issue("samples", `${JSON.stringify(id)} is no id of a sample`));
}

/** Returns the options of a resumed run; those that affect results can't change. */
function optionsOf({ start }: EvalLog, options: EvalOptions): EvalOptions {
  const { samples, epochs, limits, failOnError, retries } = start;
  // `Infinity` is null in JSON.
  const entries = Object.entries(limits).map(([name, limit]) => [name, limit ?? Infinity] as const);
  return {
    samples,
    epochs,
    limits: Object.fromEntries(entries),
    failOnError: options.failOnError ?? failOnError ?? Infinity,
    retries: options.retries ?? retries,
  };
}

/** Lists the sample runs that have succeeded. @throws LogError if the log belongs to another task */
function endedIn(
  { start, samples }: EvalLog,
  now: { readonly task: Task; readonly model: Model; readonly byId: ReadonlyMap<SampleId, IdentifiedSample> },
): ReadonlyMap<string, SampleEnd> {
  const { task, model, byId } = now;
  const differences = [
    ["task", start.task.name, task.name],
    ["version of the task", start.task.version, task.version],
    ["model", start.model, model.name],
    ["scorers", start.scorers.join(", "), task.scorers.map(({ name }) => name).join(", ")],
  ].filter(([, before, current]) => before !== current);
  const issues = differences.map(([what, before, current]) => {
    return logIssue(`the log can't be resumed: its ${what} is ${String(before)}, and now it is ${String(current)}`);
  });
  const ended = samples.flatMap(({ id, sample, end }) => {
    if (end?.status !== "success") return [];
    const current = byId.get(id);
    if (current !== undefined && canonicalJson(sample) === canonicalJson(current)) return [[keyOf(end), end] as const];
    issues.push(logIssue(`the log can't be resumed: the sample ${JSON.stringify(id)} has changed since`));
    return [];
  });
  if (issues.length > 0) throw new LogError(issues);
  return new Map(ended);
}
