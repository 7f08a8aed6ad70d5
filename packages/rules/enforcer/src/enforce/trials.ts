/** Counts how often rules changed the action of one decision. */
import type { Pass } from "@helve/core";
import { describeFinding } from "../describe.ts";
import type { EnforcementInput, EnforcementResult } from "./enforcement-result.ts";

/** How often the rules have changed the action of a decision: to another action of the model, or to an invoked action. */
export function trialsOf(passes: readonly Pass[]): number {
  return passesThatEnded(passes, changesByRules);
}

/** How often a person has changed the action of a decision. */
export function changesByPersonOf(passes: readonly Pass[]): number {
  return passesThatEnded(passes, changesByPerson);
}

const changesByRules: ReadonlySet<string> = new Set(["reflected", "invoked"]);
const changesByPerson: ReadonlySet<string> = new Set(["edited", "fixed"]);

function passesThatEnded(passes: readonly Pass[], outcomes: ReadonlySet<string>): number {
  return passes.filter(({ enforcements }) => outcomes.has(enforcements.at(-1)?.outcome ?? "")).length;
}

/**
 * The stop in place of a further trial, once the maximum is reached: the last answer of the model was evaluated, and violates a rule, too.
 * `undefined` while trials are left.
 */
export function exceededTrials({ context, violation, trials }: EnforcementInput): EnforcementResult | undefined {
  if (trials < context.options.maxTrials) return undefined;
  const times = trials === 1 ? "1 trial" : `${trials} trials`;
  const reason = `after ${times} the rules still change it: ${describeFinding(violation.record)}`;
  return { kind: "stop", outcome: "stopped", detail: `after ${times}`, reason };
}
