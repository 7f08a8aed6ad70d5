// A task whose tool needs the processor, for threads to load.

import type { Model } from "@helve/agent";
import { generate, match, type Task, task, useTools } from "@helve/evals";
import { tool } from "@helve/tool";
import { z } from "zod";

const counter = tool({
  name: "count_primes",
  description: "Count the prime numbers below a number.",
  parameters: z.object({ below: z.number().describe("the number") }),
  execute: ({ below }) => countPrimes(below),
});

/** Counts slowly. */
function countPrimes(below: number): number {
  let count = 0;
  for (let number = 2; number < below; number++) {
    let divisor = 2;
    while (divisor * divisor <= number && number % divisor !== 0) divisor++;
    if (divisor * divisor > number) count++;
  }
  return count;
}

/** Calls the tool, and repeats its result. */
const model: Model = {
  name: "counter",
  async *generate({ messages }) {
    const last = messages.at(-1);
    const call = { type: "call", id: "call_1", name: "count_primes", arguments: '{"below": 400000}' } as const;
    const text = {
      type: "text",
      content: last?.role === "tool" ? `There are ${last.parts[0]?.content}.` : "",
    } as const;
    const isAnswer = last?.role === "tool";
    const message = { role: "assistant", parts: [isAnswer ? text : call] } as const;
    yield { type: "end", response: { message, stopReason: isAnswer ? "stop" : "calls" } };
  },
};

/** 200 samples, each of which takes some tens of milliseconds. */
export const primes: Task = task({
  name: "primes",
  dataset: Array.from({ length: 200 }, () => ({ input: "How many primes are below 400,000?", target: "33860" })),
  solver: [useTools([counter]), generate()],
  scorer: match({ numeric: true }),
  model,
});
