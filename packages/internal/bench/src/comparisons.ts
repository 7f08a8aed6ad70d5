import { compareAgent } from "./agent.ts";
import { compareAgentSpec } from "./agentspec.ts";
import { compareArguments } from "./arguments.ts";
import { compareDocstrings } from "./docstrings.ts";
import { compareEnforcer } from "./enforcer.ts";
import { compareExecutor } from "./executor.ts";
import { compareHistory } from "./history.ts";
import { compareOpenTool } from "./opentool.ts";
import { compareParsedArguments } from "./parsed-arguments.ts";
import { comparePredicates } from "./predicates.ts";
import { compareProvenance } from "./provenance.ts";
import { compareSandboxes } from "./sandbox.ts";
import { compareServer } from "./server.ts";
import { compareStores } from "./store.ts";
import { compareTools } from "./tool.ts";

/** Measures Helve against doing the same by hand, and prints the tables. */
export async function runComparisons(): Promise<void> {
  await compareExecutor();
  await compareAgent();

  await compareAgentSpec();
  await compareEnforcer();
  await comparePredicates();
  await compareProvenance();
  await compareHistory();
  await compareOpenTool();
  await compareArguments();
  await compareParsedArguments();
  await compareDocstrings();
  await compareTools();
  await compareSandboxes();
  await compareServer();
  await compareStores();
}
