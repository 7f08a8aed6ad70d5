import { GuardedCalls } from "@helve/adapter";
import { type AdapterBench, addition, argumentsOf, guardedExecutor } from "./adapters/adapter-bench.ts";
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

/**
 * Builds the benchmark of `GuardedCalls` itself, beside the parsed arguments and the function: what every adapter
 * costs at least.
 */
function guardedCallsBench(): AdapterBench {
  const executor = guardedExecutor();
  return {
    name: "@helve/adapter",
    async bare(calls) {
      for (let index = 0; index < calls; index++) await addition.execute(JSON.parse(argumentsOf(index)));
    },
    async guarded(calls) {
      const guarded = new GuardedCalls(executor);
      for (let index = 0; index < calls; index++) {
        await guarded.execute({ id: `call_${index}`, name: "add", arguments: argumentsOf(index) });
      }
    },
  };
}
