import { growthCases } from "./growth/cases.ts";

/** How many times longer the second text is. */
const factor = 4;
const rounds = 3;

/**
 * Measures how the time to read a text grows with its length: texts that are meant to take long, and others that are four times as
 * long. In linear time the ratio is about 4, in quadratic time 16.
 *
 * @returns a table with the median times in milliseconds and their ratio with its spread, the highest ratio first
 */
export function growthTable(): string {
  const rows = growthCases.map(({ reader, part, length, read }) => {
    const [short, long] = [repeat(part, length / factor), repeat(part, length)];
    read(long);
    const times = Array.from({ length: rounds }, () => [timed(() => read(short)), timed(() => read(long))] as const);
    const ratios = times.map(([first, second]) => second / first).sort((a, b) => a - b);
    return { reader, part, time: median(times.map(([, time]) => time)), ratios };
  });
  rows.sort((a, b) => median(b.ratios) - median(a.ratios));
  const lines = rows.map(({ reader, part, time, ratios }) => {
    const [least = Number.NaN, most = Number.NaN] = [ratios[0], ratios.at(-1)];
    const spread = `${least.toFixed(1)}–${most.toFixed(1)}`;
    return `${time.toFixed(1).padStart(8)} ${median(ratios).toFixed(1).padStart(6)} ${spread.padStart(12)}  ${reader}: ${JSON.stringify(part)}`;
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
