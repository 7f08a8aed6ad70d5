import {
  langChainAdapter,
  langChainGuardsAdapter,
  langChainStreamAdapter,
  langGraphAdapter,
} from "./adapters/langchain.ts";
import { testAdapter } from "./adapters/scenario.ts";
import { scenarios } from "./adapters/scenarios.ts";

testAdapter(langChainAdapter, scenarios);
testAdapter(langChainStreamAdapter, scenarios);
testAdapter(langChainGuardsAdapter, scenarios);
testAdapter(langGraphAdapter, scenarios);
