import { guardThinkAdapter, thinkToolsAdapter } from "./adapters/cloudflare-agents.ts";
import { testAdapter } from "./adapters/scenario.ts";
import { scenarios } from "./adapters/scenarios.ts";

testAdapter(thinkToolsAdapter, scenarios);
testAdapter(guardThinkAdapter, scenarios);
