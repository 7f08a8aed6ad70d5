import { addUsage, noUsage } from "@helve/agent";
import { errorJson } from "@helve/core";
import type { SampleEnd } from "./eval-event.ts";
import type { EvalResults, MetricResult, ScoreResult } from "./eval-results.ts";
import { accuracy, type Metric, type SampleValue, stderr } from "./metrics.ts";
import type { Reducer } from "./reducers.ts";
import { type IdentifiedSample, keyOf } from "./sample.ts";
import type { Score, ScoreValue, SingleValue } from "./score.ts";
import type { Task } from "./task.ts";

/** Computes the results from the ends of the samples, the last one for each run of a sample. */
export function resultsOf(
  { scorers, epochs }: Pick<Task, "scorers" | "epochs">,
  samples: readonly IdentifiedSample[],
  ends: ReadonlyMap<string, SampleEnd>,
): EvalResults {
  const keys = samples.flatMap(({ id }) =>
    Array.from({ length: epochs.count }, (_, index) => ({ id, epoch: index + 1 })),
  );
  const ended = keys.flatMap((key) => ends.get(keyOf(key)) ?? []);
  const succeeded = ended.filter(({ status }) => status === "success");
  const usage = ended.reduce((sum, end) => addUsage(sum, end.usage), noUsage);
  const cost = ended.reduce((sum, end) => sum + end.cost, 0);
  const byId = Map.groupBy(succeeded, ({ id }) => id);
  const scores = scorers.flatMap(({ name, metrics = defaultMetrics }) =>
    epochs.reducers.flatMap((reducer) => {
      const reduced = samples.flatMap((sample) => {
        const own = (byId.get(sample.id) ?? []).flatMap((end) => ownScore(end, name));
        const values = own.map((score) => score.value);
        const value = values.length === 0 ? undefined : reducedValue(values, reducer, epochs.count);
        return value === undefined ? [] : [{ sample, value, scores: own }];
      });
      return scoreResults(name, { metrics, reducer, samples, reduced });
    }),
  );
  const failed = ended.filter(({ status }) => status === "error").length;
  return { total: keys.length, succeeded: succeeded.length, failed, usage, cost, scores };
}

const defaultMetrics: readonly Metric[] = [accuracy(), stderr()];

/** Returns the score of a scorer, as a list of one; empty without it. */
function ownScore({ scores }: SampleEnd, name: string): readonly Score[] {
  const score = Object.hasOwn(scores, name) ? scores[name] : undefined;
  return score === undefined ? [] : [score];
}

/** Combines the values of all epochs; a single value is unchanged. */
function reducedValue(values: readonly ScoreValue[], reducer: Reducer, epochs: number): ScoreValue | undefined {
  return epochs === 1 && reducer.name === "mean" ? values[0] : reducer.reduce(values);
}

/** The scores of a sample by one scorer, and their reduced value. */
interface ReducedScores {
  readonly sample: IdentifiedSample;
  readonly value: ScoreValue;
  readonly scores: readonly Score[];
}

function scoreResults(
  scorer: string,
  all: {
    readonly metrics: readonly Metric[];
    readonly reducer: Reducer;
    readonly samples: readonly IdentifiedSample[];
    readonly reduced: readonly ReducedScores[];
  },
): readonly ScoreResult[] {
  const { metrics, reducer, samples, reduced } = all;
  const names = new Set<string | undefined>();
  for (const { value } of reduced) {
    if (typeof value !== "object") names.add(undefined);
    else for (const name of Object.keys(value)) names.add(name);
  }
  if (names.size === 0) names.add(undefined);
  return Array.from(names, (name) => {
    const values = reduced.flatMap(({ sample, value, scores }): readonly SampleValue[] => {
      const single = typeof value !== "object" ? (name === undefined ? value : undefined) : ownValue(value, name);
      return single === undefined ? [] : [{ sample, value: single, scores }];
    });
    return {
      scorer: name === undefined ? scorer : `${scorer}/${name}`,
      reducer: reducer.name,
      scored: values.length,
      unscored: samples.length - values.length,
      metrics: metrics.flatMap((metric) => metricResults(metric, values)),
    };
  });
}

/** Returns a named value of a score with several values. */
function ownValue(value: Readonly<Record<string, SingleValue>>, name: string | undefined): SingleValue | undefined {
  return name !== undefined && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Computes a metric of the samples' values; its error becomes the result. */
function metricResults(metric: Metric, values: readonly SampleValue[]): readonly MetricResult[] {
  if (values.length === 0) return [{ name: metric.name, value: null, error: "no sample has a value" }];
  try {
    return [metric.compute(values)].flat().map((figure) => {
      const name = figure.name === undefined ? metric.name : `${metric.name}: ${figure.name}`;
      if (!Number.isFinite(figure.value)) return { name, value: null, error: `it is ${figure.value}` };
      const { low, high, level } = figure.interval ?? {};
      if (figure.interval !== undefined && ![low, high, level].every(Number.isFinite)) {
        return { name, value: figure.value, error: `its interval is from ${low} to ${high}` };
      }
      return { name, value: figure.value, interval: figure.interval };
    });
  } catch (error) {
    return [{ name: metric.name, value: null, error: errorJson(error).message }];
  }
}
