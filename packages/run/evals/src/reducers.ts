/** Reducers combine the scores of one sample over all epochs into one: `meanScore`, `passAt` and others. */
import type { Issue } from "@helve/core";
import { TaskError } from "./errors.ts";
import { type ScoreValue, type SingleValue, valueToNumber } from "./score.ts";

/** Combines the values of one sample in all epochs. */
export interface Reducer {
  /** For results: `mean`, `passAt(2)`. */
  readonly name: string;
  /** The least number of epochs that it needs; 1 by default. */
  readonly epochs?: number | undefined;
  /**
   * @param values - at least one, in the order of the epochs; samples that failed have none
   * @returns `undefined` if there is no value, because too few epochs have one or a value is no number
   */
  reduce(values: readonly ScoreValue[]): ScoreValue | undefined;
}

/** The mean of the values (Inspect `mean_score`). */
export function meanScore(): Reducer {
  return numeric("mean", (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length);
}

/** The median of the values; the mean of the two in the middle for an even number of them. */
export function medianScore(): Reducer {
  return numeric("median", (numbers) => {
    const sorted = numbers.toSorted((left, right) => left - right);
    const upper = sorted[sorted.length >> 1] ?? Number.NaN;
    return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? Number.NaN)) / 2;
  });
}

/** The most common value; the first of them if several are as common. */
export function modeScore(): Reducer {
  return each("mode", (values) => {
    const counts = new Map<SingleValue, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    const most = Math.max(...counts.values());
    return values.find((value) => counts.get(value) === most);
  });
}

/** The value with the largest number. */
export function maxScore(): Reducer {
  return each("max", (values) => {
    const numbers = values.map(valueToNumber);
    if (!numbers.every((number) => number !== undefined)) return undefined;
    return values[numbers.indexOf(Math.max(...numbers))];
  });
}

/**
 * Makes a reducer that is 1 if at least `k` values reach a value, otherwise 0 (Inspect `at_least`).
 * @param value - 1 by default
 * @throws TaskError if k is not a whole number above 0
 */
export function atLeast(k: number, value = 1): Reducer {
  checkCount("atLeast", k);
  return { ...numeric(`atLeast(${k})`, (numbers) => (reaching(numbers, value) >= k ? 1 : 0)), epochs: k };
}

/**
 * The probability that at least one of `k` values, drawn from those of all epochs, reaches a value: the unbiased estimate of
 * Chen et al. 2021, "Evaluating Large Language Models Trained on Code".
 *
 * @param value - 1 by default
 * @throws TaskError if k is not a whole number above 0
 */
export function passAt(k: number, value = 1): Reducer {
  checkCount("passAt", k);
  const reducer = numeric(`passAt(${k})`, (numbers) => {
    if (numbers.length < k) return undefined;
    const failed = numbers.length - reaching(numbers, value);
    // 1 - C(failed, k) / C(total, k), as a product, so that no factor is large.
    let noneOf = 1;
    for (let index = 0; index < k; index++) noneOf *= Math.max(0, failed - index) / (numbers.length - index);
    return 1 - noneOf;
  });
  return { ...reducer, epochs: k };
}

/** Counts the values that reach a threshold. */
function reaching(numbers: readonly number[], value: number): number {
  return numbers.filter((number) => number >= value).length;
}

function checkCount(name: string, k: number): void {
  if (Number.isInteger(k) && k > 0) return;
  const issue: Issue = { code: "option", message: `${name} needs a whole number above 0 (got ${String(k)})` };
  throw new TaskError([issue]);
}

/** Creates a reducer of numbers. */
function numeric(name: string, reduce: (numbers: readonly number[]) => number | undefined): Reducer {
  return each(name, (values) => {
    const numbers = values.map(valueToNumber);
    return numbers.every((number) => number !== undefined) ? reduce(numbers) : undefined;
  });
}

/** Creates a reducer of single values, which is applied to each member of records. */
function each(name: string, reduce: (values: readonly SingleValue[]) => SingleValue | undefined): Reducer {
  return {
    name,
    reduce: (values) => {
      const [first] = values;
      if (typeof first !== "object") {
        return values.every((value) => typeof value !== "object")
          ? reduce(values as readonly SingleValue[])
          : undefined;
      }
      if (!values.every((value) => typeof value === "object")) return undefined;
      const keys = new Set(values.flatMap((value) => Object.keys(value)));
      const entries = [...keys].flatMap((key) => {
        const inner = values.flatMap((value) => (Object.hasOwn(value, key) ? [value[key] as SingleValue] : []));
        const reduced = reduce(inner);
        return reduced === undefined ? [] : [[key, reduced] as const];
      });
      return entries.length === 0 ? undefined : Object.fromEntries(entries);
    },
  };
}
