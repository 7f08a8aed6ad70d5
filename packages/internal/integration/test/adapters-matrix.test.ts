import { packageDocs } from "@helve/testing/package-docs";
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

it("the documentation of @helve/adapter has the table of what adapters can't do", () => {
  const docs = packageDocs(new URL("../../../adapters/adapter", import.meta.url));
  const table = matrix(adapters, scenarios);
  expect(
    normalized(docs),
    `apps/docs/src/content/docs/guides/adapter/what-each-adapter-can-do.md needs:\n\n${table}\n`,
  ).toContain(normalized(table));
});

/** A text without what a formatter changes in a table. */
function normalized(text: string): string {
  return text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");
}
