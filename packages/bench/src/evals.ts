import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { runEval } from "@helve/evals/node";

/**
 * Measures 200 samples of a tool that needs the processor: in this thread, in one worker and in two, in turns with bare threads that only
 * compute the same, which shows what the machine allows at the moment.
 */
export async function evalsTable(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "helve-bench-"));
  const contenders: readonly (readonly [name: string, run: () => Promise<unknown>])[] = [
    ["this thread", () => evaluatePrimes(0, folder)],
    ["1 worker", () => evaluatePrimes(1, folder)],
    ["2 workers", () => evaluatePrimes(2, folder)],
    ["1 bare thread", () => computePrimes(1)],
    ["2 bare threads", () => computePrimes(2)],
  ];
  const times = new Map<string, number[]>(contenders.map(([name]) => [name, []]));
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [name, run] of contenders) {
        const start = performance.now();
        await run();
        times.get(name)?.push(performance.now() - start);
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const rows = Array.from(times, ([name, measured]) => {
    return `| ${name} | ${seconds(median(measured))} | ${seconds(Math.min(...measured))} |\n`;
  });
  const gain = (one: string, two: string): string => {
    const [slow = [], fast = []] = [times.get(one), times.get(two)];
    const ratios = slow.map((time, round) => time / (fast[round] ?? Number.NaN));
    return `${median(ratios).toFixed(2)} times as fast as one (fastest rounds: ${(Math.min(...slow) / Math.min(...fast)).toFixed(2)})`;
  };
  return [
    `200 samples, ${availableParallelism()} processors, ${rounds} rounds:\n\n`,
    "| samples run in | median | fastest |\n| --- | ---: | ---: |\n",
    ...rows,
    `\nTwo workers are ${gain("1 worker", "2 workers")}, two bare threads ${gain("1 bare thread", "2 bare threads")}.\n`,
  ].join("");
}

const rounds = 3;

/** A whole run, the start of the threads and the log included. */
async function evaluatePrimes(workers: number, folder: string): Promise<void> {
  const source = fileURLToPath(new URL("evals/primes-task.ts", import.meta.url));
  const { events } = await runEval(`${source}#primes`, { log: folder, workers });
  for await (const event of events) {
    if (event.type !== "end") continue;
    if (event.results.scores[0]?.metrics[0]?.value !== 1) throw new Error("the answers are wrong");
  }
}

/** The same computations, without an evaluation. */
async function computePrimes(threads: number): Promise<void> {
  const source = new URL("evals/count-primes.ts", import.meta.url).href;
  const code = `import(${JSON.stringify(source)}).then(({ countPrimes }) => {
    for (let sample = 0; sample < ${200 / threads}; sample++) countPrimes(400000);
  });`;
  await Promise.all(Array.from({ length: threads }, () => once(new Worker(code, { eval: true }), "exit")));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
