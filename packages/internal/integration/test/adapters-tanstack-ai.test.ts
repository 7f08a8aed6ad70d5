import { testAdapter } from "./adapters/scenario.ts";
import { scenarios } from "./adapters/scenarios.ts";
import { guardedTanstackAdapter, tanstackAdapter } from "./adapters/tanstack-ai.ts";

testAdapter(tanstackAdapter, scenarios);
testAdapter(guardedTanstackAdapter, scenarios);
