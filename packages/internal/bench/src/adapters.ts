import type { AdapterBench } from "./adapters/adapter-bench.ts";
import { aiSdkBench } from "./adapters/ai-sdk.ts";
import { claudeAgentBench } from "./adapters/claude-agent.ts";
import { cloudflareAgentsBench } from "./adapters/cloudflare-agents.ts";
import { copilotBench } from "./adapters/copilot-sdk.ts";
import { guardedCallsBench } from "./adapters/guarded-calls.ts";
import { langChainBench, langGraphBench } from "./adapters/langchain.ts";
import { mastraBench } from "./adapters/mastra.ts";
import { openaiAgentsBench } from "./adapters/openai-agents.ts";
import { tanstackBench } from "./adapters/tanstack-ai.ts";
import { type Contender, compare } from "./compare.ts";

/** Measures what a guarded call costs more than a bare tool call of the same SDK, for each adapter. */
export async function compareAdapters(): Promise<void> {
  const calls = 20;
  const adapters: readonly AdapterBench[] = [
    guardedCallsBench(),
    aiSdkBench(),
    langChainBench(),
    langGraphBench(),
    mastraBench(),
    openaiAgentsBench(),
    tanstackBench(),
    cloudflareAgentsBench(),
    claudeAgentBench(),
    copilotBench(),
  ];
  for (const { name, bare, guarded, empty } of adapters) {
    const contenders: Contender[] = [
      ["bare", () => bare(calls)],
      ["with Helve, ten rules", () => guarded(calls)],
    ];
    if (empty !== undefined) contenders.push(["with functions that do nothing", () => empty(calls)]);
    await compare(`${name}: one call of ${calls}`, contenders, { parts: calls, difference: true });
  }
}
