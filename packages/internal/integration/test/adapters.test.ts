import { externalCallsAdapter, guardedCallsAdapter } from "./adapters/guarded-calls.ts";
import { testAdapter } from "./adapters/scenario.ts";
import { scenarios } from "./adapters/scenarios.ts";

testAdapter(guardedCallsAdapter, scenarios);
testAdapter(externalCallsAdapter, scenarios);
