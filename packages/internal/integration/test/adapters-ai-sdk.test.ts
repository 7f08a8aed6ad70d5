import {
  generateText6Adapter,
  generateTextAdapter,
  guardAiToolsAdapter,
  streamText6Adapter,
  streamTextAdapter,
} from "./adapters/ai-sdk.ts";
import { testAdapter } from "./adapters/scenario.ts";
import { scenarios } from "./adapters/scenarios.ts";

testAdapter(generateTextAdapter, scenarios);
testAdapter(streamTextAdapter, scenarios);
testAdapter(generateText6Adapter, scenarios);
testAdapter(streamText6Adapter, scenarios);
testAdapter(guardAiToolsAdapter, scenarios);
