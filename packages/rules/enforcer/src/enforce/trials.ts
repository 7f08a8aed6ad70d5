/** Counts how often rules changed the action of one decision. */
import type { Pass } from "@helve/core";
import { describeFinding } from "../describe.ts";
import type { EnforcementInput, EnforcementResult } from "./enforcement-result.ts";

/** Returns how often rules changed the action of a decision. */
export function trialsOf(passes: readonly Pass[]): number {
  return passesThatEnded(passes, changesByRules);
}

/** Returns how often a person changed the action of a decision. */
export function changesByPersonOf(passes: readonly Pass[]): number {
  return passesThatEnded(passes, changesByPerson);
}

const changesByRules: ReadonlySet<string> = new Set(["reflected", "invoked"]);
const changesByPerson: ReadonlySet<string> = new Set(["edited", "fixed"]);

/** Counts the passes that ended with one of these outcomes. */
function passesThatEnded(passes: readonly Pass[], outcomes: ReadonlySet<string>): number {
  return passes.filter(({ enforcements }) => outcomes.has(enforcements.at(-1)?.outcome ?? "")).length;
}

/** Stops an action after the maximum number of changes. */
export function exceededTrials({ context, violation, trials }: EnforcementInput): EnforcementResult | undefined {
  if (trials < context.options.maxTrials) return undefined;
  const times = trials === 1 ? "1 trial" : `${trials} trials`;
  const reason = `after ${times} the rules still change it: ${describeFinding(violation.record)}`;
  return { kind: "stop", outcome: "stopped", detail: `after ${times}`, reason };
}
