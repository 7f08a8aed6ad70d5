import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { claudeAgentAdapter } from "../clients/adapters/claude-agent.ts";
import { copilotAdapter } from "../clients/adapters/copilot-sdk.ts";
import { guardAiToolsAdapter, streamTextAdapter } from "./adapters/ai-sdk.ts";
import { guardThinkAdapter, thinkToolsAdapter } from "./adapters/cloudflare-agents.ts";
import { langChainAdapter, langChainGuardsAdapter } from "./adapters/langchain.ts";
import { guardedMastraAdapter, mastraAdapter } from "./adapters/mastra.ts";
import { matrix } from "./adapters/matrix.ts";
import { agentToolsAdapter, guardedToolsAdapter } from "./adapters/openai-agents.ts";
import { scenarios } from "./adapters/scenarios.ts";
import { guardedTanstackAdapter, tanstackAdapter } from "./adapters/tanstack-ai.ts";

const adapters = [
  streamTextAdapter,
  guardAiToolsAdapter,
  agentToolsAdapter({ stream: false }),
  guardedToolsAdapter({ stream: false }),
  langChainAdapter,
  langChainGuardsAdapter,
  mastraAdapter,
  guardedMastraAdapter,
  tanstackAdapter,
  guardedTanstackAdapter,
  claudeAgentAdapter(""),
  copilotAdapter(""),
  thinkToolsAdapter,
  guardThinkAdapter,
];

it("the README of @helve/adapter has the table of what adapters can't do", () => {
  const readme = readFileSync(new URL("../../../adapters/adapter/README.md", import.meta.url), "utf8");
  const table = matrix(adapters, scenarios);
  expect(normalized(readme), `packages/adapters/adapter/README.md needs:\n\n${table}\n`).toContain(normalized(table));
});

/** A text without what a formatter changes in a table. */
function normalized(text: string): string {
  return text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");
}
