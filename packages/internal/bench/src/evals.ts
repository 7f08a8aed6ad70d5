import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runEval } from "@helve/evals/node";
import { median } from "./quantile.ts";

/**
 * Measures 200 samples of a tool that needs the processor: in this thread, in one worker and in two, in turns. Besides the time, on Linux
 * it measures how long the busiest thread has computed, which other programs on the machine do not change much.
 */
export async function evalsTable(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "helve-bench-"));
  const runs = new Map<number, Measured[]>([0, 1, 2].map((workers) => [workers, []]));
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [workers, measured] of runs) measured.push(await measure(workers, folder));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const figure = (workers: number, name: keyof Measured) => median((runs.get(workers) ?? []).map((run) => run[name]));
  const rows = Array.from(runs.keys(), (workers) => {
    const name = workers === 0 ? "this thread" : `${workers} ${workers === 1 ? "worker" : "workers"}`;
    return `| ${name} | ${figure(workers, "time").toFixed(2)} s | ${figure(workers, "busiest").toFixed(2)} s |\n`;
  });
  const gain = (name: keyof Measured) => (figure(1, name) / figure(2, name)).toFixed(2);
  return [
    `200 samples, ${availableParallelism()} processors, medians of ${rounds} rounds:\n\n`,
    "| samples run in | time | busiest thread |\n| --- | ---: | ---: |\n",
    ...rows,
    `\nTwo workers are ${gain("time")} times as fast as one, and ${gain("busiest")} times by their busiest thread.\n`,
  ].join("");
}

const rounds = 3;

/** What a run took, in seconds. */
interface Measured {
  /** The start of the threads and the log included. */
  readonly time: number;
  /** How long the busiest thread computed; `NaN` on other systems than Linux. */
  readonly busiest: number;
}

async function measure(workers: number, folder: string): Promise<Measured> {
  const source = fileURLToPath(new URL("evals/primes-task.ts", import.meta.url));
  const before = threadTimes();
  const start = performance.now();
  const { events } = await runEval(`${source}#primes`, { log: folder, workers });
  let busiest = Number.NaN;
  for await (const event of events) {
    if (event.type !== "end") continue;
    if (event.results.scores[0]?.metrics[0]?.value !== 1) throw new Error("the answers are wrong");
    // The workers end after this event.
    const times = Array.from(threadTimes(), ([thread, time]) => time - (before.get(thread) ?? 0));
    if (times.length > 0) busiest = Math.max(...times);
  }
  return { time: (performance.now() - start) / 1000, busiest };
}

/** How long each thread of this process has computed, in seconds. */
function threadTimes(): ReadonlyMap<string, number> {
  const folder = "/proc/self/task";
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder).map((thread) => {
      // See proc(5): utime and stime are the fields 14 and 15, in hundredths of a second.
      const fields = readFileSync(`${folder}/${thread}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      return [thread, (Number(fields[11]) + Number(fields[12])) / 100];
    }),
  );
}
