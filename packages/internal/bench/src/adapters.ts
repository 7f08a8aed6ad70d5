import type { AdapterBench } from "./adapters/adapter-bench.ts";
import { guardedCallsBench } from "./adapters/guarded-calls.ts";
import { langChainBench, langGraphBench } from "./adapters/langchain.ts";
import { mastraBench } from "./adapters/mastra.ts";
import { compare } from "./interleave.ts";

const calls = 20;

/** Measures what a guarded call costs more than a bare tool call of the same SDK, for each adapter. */
export async function compareAdapters(): Promise<void> {
  for (const adapter of [guardedCallsBench, langChainBench, langGraphBench, mastraBench]) {
    const { name, bare, guarded, empty }: AdapterBench = adapter();
    const contenders = [
      ["bare", () => bare(calls)],
      ["with Helve, ten rules", () => guarded(calls)],
      ["with functions that do nothing", () => empty?.(calls)],
    ] as const;
    const options = { parts: calls, difference: true };
    await compare(`${name}: one call of ${calls}`, empty ? contenders : contenders.slice(0, 2), options);
  }
}
