import { guardedMastraAdapter, mastraAdapter } from "./adapters/mastra.ts";
import { testAdapter } from "./adapters/scenario.ts";
import { scenarios } from "./adapters/scenarios.ts";

testAdapter(mastraAdapter, scenarios);
testAdapter(guardedMastraAdapter, scenarios);
