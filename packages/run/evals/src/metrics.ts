/** Metrics over the scores of all samples: `accuracy`, `mean`, `std` and others. */
import type { Issue } from "@helve/core";
import { quote } from "@helve/core/internal";
import { TaskError } from "./errors.ts";
import type { IdentifiedSample } from "./sample.ts";
import { type Score, type SingleValue, valueToNumber } from "./score.ts";
import {
  bootstrapInterval,
  bootstrapMeans,
  clusteredError,
  type Interval,
  meanOf,
  tInterval,
  varianceOf,
  wilsonInterval,
} from "./statistics.ts";

/** The value of one sample, over all epochs. */
export interface SampleValue {
  readonly sample: IdentifiedSample;
  readonly value: SingleValue;
  /** The scores of the scorer, one for each epoch that has one, with their answers and explanations. */
  readonly scores: readonly Score[];
}

/** Computes figures from the values of all samples. */
export interface Metric {
  readonly name: string;
  /**
   * @param values - at least one
   * @throws anything: the figure then has no value, and the message as `error`
   */
  compute(values: readonly SampleValue[]): MetricValue | readonly MetricValue[];
}

/** A figure. */
export interface MetricValue {
  /** The metric's name by default. */
  readonly name?: string | undefined;
  readonly value: number;
  readonly interval?: Interval | undefined;
}

/** Options of the interval of a mean. */
export interface IntervalOptions {
  /** 0.95 by default. */
  readonly level?: number | undefined;
  /** `t` by default; `bootstrap` for few values that are far from normal. */
  readonly interval?: "t" | "bootstrap" | undefined;
  /** How many samples are drawn for `bootstrap`; 1000 by default. */
  readonly draws?: number | undefined;
  /** The same seed draws the same samples; 1 by default. */
  readonly seed?: number | undefined;
}

/**
 * The share of correct answers. Its interval is Wilson's if each value is 0 or 1, otherwise as for {@link mean}.
 *
 * @throws TaskError if an option is invalid
 */
export function accuracy(options: IntervalOptions = {}): Metric {
  checkOptions("accuracy", options);
  return {
    name: "accuracy",
    compute: (values) => {
      const numbers = numbersOf(values);
      const isShare = numbers.every((number) => number === 0 || number === 1);
      if (!isShare) return meanWithInterval(numbers, options);
      const successes = numbers.filter((number) => number === 1).length;
      return {
        value: successes / numbers.length,
        interval: wilsonInterval(successes, numbers.length, options.level ?? 0.95),
      };
    },
  };
}

/** The mean of the values, with its interval. @throws TaskError if an option is invalid */
export function mean(options: IntervalOptions = {}): Metric {
  checkOptions("mean", options);
  return { name: "mean", compute: (values) => meanWithInterval(numbersOf(values), options) };
}

/** The standard deviation of the values, with n - 1 in the denominator. */
export function std(): Metric {
  return { name: "std", compute: (values) => ({ value: Math.sqrt(varianceOf(numbersOf(values))) }) };
}

/**
 * The standard error of the mean.
 *
 * @param options.cluster - the name of the metadata by which samples belong together, such as questions about the same text
 */
export function stderr({ cluster }: { readonly cluster?: string | undefined } = {}): Metric {
  return {
    name: "stderr",
    compute: (values) => {
      const numbers = numbersOf(values);
      if (cluster === undefined) return { value: Math.sqrt(varianceOf(numbers) / numbers.length) };
      return {
        value: clusteredError(
          numbers,
          values.map(({ sample }) => groupOf(sample, cluster)),
        ),
      };
    },
  };
}

/**
 * The standard error of the mean, as the standard deviation of the means of samples that are drawn again.
 *
 * @throws TaskError if an option is invalid
 */
export function bootstrapStderr({ draws = 1000, seed = 1 }: Pick<IntervalOptions, "draws" | "seed"> = {}): Metric {
  checkOptions("bootstrapStderr", { draws });
  return {
    name: "bootstrapStderr",
    compute: (values) => ({ value: Math.sqrt(varianceOf(bootstrapMeans(numbersOf(values), draws, seed))) }),
  };
}

/**
 * Computes a metric for each group of samples and for all (Inspect `grouped`).
 *
 * @param by - the name of the metadata that groups them
 * @param options.all - the figure for all samples: over the `samples` (the default), the mean of the `groups`, or `false` for none
 *
 * @example
 * const metrics = [accuracy(), grouped(accuracy(), "difficulty")];
 */
export function grouped(
  metric: Metric,
  by: string,
  { all = "samples" }: { readonly all?: "samples" | "groups" | false | undefined } = {},
): Metric {
  return {
    name: `${metric.name} by ${by}`,
    compute: (values) => {
      const groups = Map.groupBy(values, ({ sample }) => groupOf(sample, by));
      const figures = Array.from(groups, ([group, members]) => metricOfGroup(metric, members, group));
      if (all === false) return figures.flat();
      const total =
        all === "samples"
          ? metricOfGroup(metric, values, "all")
          : [{ name: "all", value: meanOf(figures.flatMap(([first]) => (first === undefined ? [] : [first.value]))) }];
      return [...figures.flat(), ...total];
    },
  };
}

/** Computes a metric of one group; its values are named after the group. */
function metricOfGroup(metric: Metric, values: readonly SampleValue[], group: string): readonly MetricValue[] {
  return [metric.compute(values)].flat().map((figure: MetricValue) => {
    return { ...figure, name: figure.name === undefined ? group : `${group} ${figure.name}` };
  });
}

/** Returns the group of a sample for grouped metrics. */
function groupOf({ id, metadata }: IdentifiedSample, name: string): string {
  const value = metadata !== undefined && Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  if (value === undefined)
    throw new TypeError(`the sample ${JSON.stringify(id)} has no metadata ${JSON.stringify(name)}`);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Checks the options of a metric. */
function checkOptions(name: string, { level = 0.95, interval = "t", draws = 1000 }: IntervalOptions): void {
  const issues = [
    ...(level > 0 && level < 1 ? [] : [issue(`${name}: level must be between 0 and 1, such as 0.95 (got ${level})`)]),
    ...(["t", "bootstrap"].includes(interval)
      ? []
      : [issue(`${name}: interval must be t or bootstrap (got ${quote(interval)})`)]),
    ...(Number.isInteger(draws) && draws > 1
      ? []
      : [issue(`${name}: draws must be a whole number above 1 (got ${draws})`)]),
  ];
  if (issues.length > 0) throw new TaskError(issues);
}

function issue(message: string): Issue {
  return { code: "option", message };
}

/** Computes the mean with its confidence interval. */
function meanWithInterval(numbers: readonly number[], options: IntervalOptions): MetricValue {
  const { level = 0.95, interval: method = "t", draws = 1000, seed = 1 } = options;
  const interval = method === "t" ? tInterval(numbers, level) : bootstrapInterval(numbers, { level, draws, seed });
  return { value: meanOf(numbers), interval };
}

/** Returns the values as numbers. @throws TypeError if a value is no number: it must not count as 0 unseen */
function numbersOf(values: readonly SampleValue[]): readonly number[] {
  return values.map(({ sample, value }) => {
    const number = valueToNumber(value);
    if (number !== undefined) return number;
    throw new TypeError(`the value ${JSON.stringify(value)} of the sample ${JSON.stringify(sample.id)} is no number`);
  });
}
