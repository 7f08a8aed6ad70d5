import { growthCases } from "./growth/cases.ts";

/** How many times longer the second text is. */
const factor = 4;
const rounds = 9;

/**
 * Measures how the time to read a text grows with its length: texts that are meant to take long, and others that are four times as
 * long. In linear time the ratio is about 4, in quadratic time 16.
 *
 * @returns a table with the fastest time of the longer text in milliseconds, the ratio of the fastest times, and the spread of the ratio
 *   over the rounds; the highest ratio first
 */
export function growthTable(): string {
  const rows = growthCases.map(({ reader, part, length, read }) => {
    const [short, long] = [repeat(part, length / factor), repeat(part, length)];
    read(long);
    const times = Array.from({ length: rounds }, () => [timed(() => read(short)), timed(() => read(long))] as const);
    const spread = times.map(([first, second]) => second / first).sort((a, b) => a - b);
    const time = Math.min(...times.map(([, second]) => second));
    return { reader, part, time, ratio: time / Math.min(...times.map(([first]) => first)), spread };
  });
  rows.sort((a, b) => b.ratio - a.ratio);
  const lines = rows.map(({ reader, part, time, ratio, spread }) => {
    const range = `${spread[0]?.toFixed(1)}–${spread.at(-1)?.toFixed(1)}`;
    return `${time.toFixed(1).padStart(8)} ${ratio.toFixed(1).padStart(6)} ${range.padStart(12)}  ${reader}: ${JSON.stringify(part)}`;
  });
  const slowest = Math.max(...rows.map(({ time }) => time));
  return `      ms  ratio       spread  text\n${lines.join("\n")}\n${rows.length} texts, slowest: ${slowest.toFixed(1)} ms\n`;
}

function repeat(part: string, length: number): string {
  return part.repeat(Math.ceil(length / part.length));
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
