import { agentToolsAdapter, guardedToolsAdapter } from "./adapters/openai-agents.ts";
import { testAdapter } from "./adapters/scenario.ts";
import { scenarios } from "./adapters/scenarios.ts";

for (const stream of [false, true]) {
  testAdapter(agentToolsAdapter({ stream }), scenarios);
  testAdapter(guardedToolsAdapter({ stream }), scenarios);
}
