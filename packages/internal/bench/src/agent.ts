import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { aiSdkLoop, helveLoop, type Loop, openAiAgentsLoop } from "./agent/loops.ts";
import { compare } from "./compare.ts";

/**
 * Measures what the loop of an agent costs for each step, a message of the model and its call, beside other libraries with the same
 * turns and the same tool; and whether it costs more after 10,000 steps.
 */
export async function compareAgent(): Promise<void> {
  const calls = 20;
  const loops: readonly (readonly [name: string, loop: Loop])[] = [
    ["Helve, generateLoop", helveLoop()],
    ["Helve, with ten rules", helveLoop(10)],
    ["ai, generateText", aiSdkLoop()],
    ["@openai/agents, Runner.run", openAiAgentsLoop()],
  ];
  const contenders = loops.map(([name, loop]) => [name, () => loop(calls)] as const);
  await compare(`one step of ${calls}`, contenders, { parts: calls });
  await measureLongRun("no rules", 0);
  await measureLongRun("ten rules", 10);
}

const steps = 10_000;

/** Prints how long the first and the last hundred steps of a long run take, in the fastest of five rounds, and how much of the heap each step keeps. */
async function measureLongRun(what: string, rules: number): Promise<void> {
  const times: number[] = [];
  const timed = helveLoop(rules, (turn) => {
    times[turn] = performance.now();
  });
  const firsts: number[] = [];
  const lasts: number[] = [];
  for (let round = 0; round < 6; round++) {
    await timed(steps);
    if (round === 0) continue; // to warm up
    firsts.push(perStep(times, 0));
    lasts.push(perStep(times, steps - 100));
  }
  const texts = [
    `steps 1 to 100 take ${Math.min(...firsts).toFixed(3)} ms each`,
    `steps 9,900 to 10,000 ${Math.min(...lasts).toFixed(3)} ms`,
    `a step keeps ${(await heapOfStep(rules)).toFixed(3)} KB of the heap`,
  ];
  process.stdout.write(`${what}: ${texts.join(", ")}\n`);
}

function perStep(times: readonly number[], from: number): number {
  return ((times[from + 100] ?? Number.NaN) - (times[from] ?? Number.NaN)) / 100;
}

/** How much more of the heap is in use at the end of a long run than after its first 1,000 steps, both times after a collection. */
async function heapOfStep(rules: number): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const used: number[] = [];
  await helveLoop(rules, (turn) => {
    if (turn !== 1000 && turn !== steps) return;
    for (let round = 0; round < 5; round++) collect();
    used.push(process.memoryUsage().heapUsed);
  })(steps);
  const [before = Number.NaN, after = Number.NaN] = used;
  return (after - before) / (steps - 1000) / 1024;
}
