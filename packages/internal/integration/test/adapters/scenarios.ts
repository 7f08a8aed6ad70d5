import type { Scenario } from "./scenario.ts";
import { approvalScenarios } from "./scenarios/approvals.ts";
import { argumentScenarios } from "./scenarios/arguments.ts";
import { attackScenarios } from "./scenarios/attacks.ts";
import { decisionScenarios } from "./scenarios/decisions.ts";
import { runScenarios } from "./scenarios/runs.ts";

/** The scenarios that test every adapter, in the order of the matrix. */
export const scenarios: readonly Scenario[] = [
  ...decisionScenarios,
  ...argumentScenarios,
  ...approvalScenarios,
  ...attackScenarios,
  ...runScenarios,
];
