import { Bench } from "tinybench";
import { median } from "./quantile.ts";

/** One way to do a task, and what it is called in the table. */
export type Contender = readonly [name: string, work: () => unknown];

/**
 * Runs contenders in turn, round after round, so that what slows the machine slows them all, and prints each one's
 * median time and its ratio to the first's with the spread over the rounds.
 */
export async function compare(
  title: string,
  contenders: readonly Contender[],
  { difference = false, rounds = 7, parts = 1 }: CompareOptions = {},
): Promise<void> {
  const medians = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    const bench = new Bench({ time: 150, warmupTime: 50 });
    for (const [name, work] of contenders) bench.add(name, work);
    await bench.run();
    for (const [index, { result }] of bench.tasks.entries()) {
      if (result.state !== "completed") throw new Error(`${title}: ${contenders[index]?.[0]} ${result.state}`);
      medians[index]?.push((result.latency.p50 * 1000) / parts);
    }
  }
  const table = contenders.map(([name], index) => {
    const times = medians[index] ?? [];
    const ratios = times.map((time, round) => time / (medians[0]?.[round] ?? Number.NaN)).sort((a, b) => a - b);
    return {
      [title]: name,
      "µs (median)": round3(median(times)),
      "µs more (median, least)": difference ? moreThanFirst(times, medians[0] ?? []) : undefined,
      ratio: round3(median(ratios)),
      spread: `${round3(ratios[0] ?? Number.NaN)}–${round3(ratios.at(-1) ?? Number.NaN)}`,
    };
  });
  // biome-ignore lint/suspicious/noConsole: the table is what this is for
  console.table(table);
}

/** Options of {@link compare}. */
interface CompareOptions {
  /** Whether to print how many microseconds longer than the first contender each one takes; `false` by default. */
  readonly difference?: boolean;
  /** How many parts the work of each contender has, of which one is printed; 1 by default. */
  readonly parts?: number;
  /** 7 by default. */
  readonly rounds?: number;
}

/** How much longer a contender takes than the first one: the median of the rounds, and between their fastest rounds. */
function moreThanFirst(times: readonly number[], first: readonly number[]): string {
  const differences = times.map((time, round) => time - (first[round] ?? Number.NaN));
  return `${round3(median(differences))}, ${round3(Math.min(...times) - Math.min(...first))}`;
}

function round3(value: number): number {
  return Number(value.toPrecision(3));
}
