import { setTimeout } from "node:timers/promises";
import { Bench } from "tinybench";
import { markdown } from "./markdown.ts";

/** Runs all contenders, each once per round, so that other work of the machine slows all of them alike. */
export async function interleave(contenders: readonly Contender[], rounds: number): Promise<readonly Measured[]> {
  const samples = contenders.map((): (readonly number[])[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, [, measure]] of contenders.entries()) samples[index]?.push([await measure()].flat());
  }
  const medians = samples.map((each) => each.map(median));
  return contenders.map(([name], index) => {
    const own = medians[index] ?? [];
    const ratios = own.map((time, round) => time / (medians[0]?.[round] ?? Number.NaN));
    return { name, times: (samples[index] ?? []).flat(), rounds: own, ratios };
  });
}

/** A way to do a task. `measure` does it, and returns how long that took, once or several times, in milliseconds. */
export type Contender = readonly [name: string, measure: () => Samples | Promise<Samples>];

type Samples = number | readonly number[];

/** The times of a contender, in milliseconds. */
export interface Measured {
  readonly name: string;
  /** All samples of all rounds. */
  readonly times: readonly number[];
  /** The median of each round. */
  readonly rounds: readonly number[];
  /** The median of each round as a multiple of the first contender's median in the same round. */
  readonly ratios: readonly number[];
}

/** Short work of a contender. */
export type Work = readonly [name: string, work: () => unknown];

/** Options of {@link compare}. */
export interface CompareOptions {
  /** Whether to print how much longer than the first contender each one takes; `false` by default. */
  readonly difference?: boolean;
  /** The number of parts in the work of each contender; one of them is printed. 1 by default. */
  readonly parts?: number;
}

/** Measures short work: many calls of each contender in each of seven rounds. Prints the table. */
export async function compare(
  title: string,
  contenders: readonly Work[],
  { difference = false, parts = 1 }: CompareOptions = {},
): Promise<void> {
  const measured = await interleave(
    contenders.map(([name, work]) => [name, async () => (1000 * (await timeOfCalls(name, work))) / parts]),
    7,
  );
  process.stdout.write(`${ratioTable(title, measured, { unit: "µs", difference })}\n`);
}

/** The median time of a call of `work`, by calls for 150 ms. */
async function timeOfCalls(name: string, work: () => unknown): Promise<number> {
  // Modules that the last round loads in the background arrive between the rounds.
  await setTimeout(10);
  const bench = new Bench({ time: 150, warmupTime: 50 }).add(name, work);
  await bench.run();
  const result = bench.tasks[0]?.result;
  if (result?.state !== "completed") throw new Error(`${name}: ${result?.state}`);
  return result.latency.p50;
}

/** Options of {@link ratioTable}. */
export interface RatioOptions {
  readonly unit?: "ms" | "µs";
  readonly difference?: boolean;
  /** The quantiles of the ratios between which the spread is printed; the smallest and the largest ratio by default. */
  readonly spread?: readonly [from: number, to: number];
}

/** A table of contenders: the median time of each, and its ratio to the first contender with the spread over the rounds. */
export function ratioTable(title: string, measured: readonly Measured[], options: RatioOptions = {}): string {
  const { unit = "ms", difference = false, spread = [0, 1] } = options;
  const first = measured[0]?.rounds ?? [];
  const rows = measured.map(({ name, rounds, ratios }) => {
    const differences = rounds.map((time, round) => time - (first[round] ?? Number.NaN));
    const more = `${round3(median(differences))}, ${round3(Math.min(...rounds) - Math.min(...first))}`;
    const range = spread.map((part) => round3(quantile(ratios, part))).join("–");
    return [name, round3(median(rounds)), ...(difference ? [more] : []), round3(median(ratios)), range];
  });
  const differenceHead = difference ? [`${unit} more (median, least)`] : [];
  return markdown([title, `${unit} (median)`, ...differenceHead, "ratio", "spread"], rows);
}

/** Rounds to three significant digits: 1234.5 to 1230. */
function round3(value: number): number {
  return Number(value.toPrecision(3));
}

/** The milliseconds that work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The value that a part of the values does not exceed: 0.5 is the median, 1 the greatest. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;
}

/** The value in the middle; the lower one of two. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The median, the 95th percentile and the longest of some times, as cells of a table. */
export function distribution(times: readonly number[]): readonly string[] {
  return [0.5, 0.95, 1].map((part) => `${quantile(times, part).toFixed(1)} ms`);
}
