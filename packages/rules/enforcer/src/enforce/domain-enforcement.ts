import { errorJson } from "@helve/core";
import { hasNoSideEffects } from "../decision-context.ts";
import { describeFinding } from "../describe.ts";
import type { PlannedDomainEnforcement } from "../plan/plan-enforcement.ts";
import { continueWith, type EnforcementInput, type EnforcementResult } from "./enforcement-result.ts";

/**
 * Applies an enforcement that the application defines, such as `follow_dist(10)` (AgentSpec as published, Fig. 8). A handler
 * that throws, or returns anything but `undefined` and `{ stop: reason }`, stops the action.
 */
export async function applyDomainEnforcement(
  { name, args, handler }: PlannedDomainEnforcement,
  { context, input, violation }: EnforcementInput,
): Promise<EnforcementResult> {
  if (hasNoSideEffects(context)) return continueWith("not run");
  const { record } = violation;
  const stop = (outcome: string, detail: string): EnforcementResult => {
    return { kind: "stop", outcome, detail, reason: `${describeFinding(record)}; ${name}: ${detail}` };
  };
  try {
    const { event, guardContext } = context;
    const { signal } = guardContext;
    const result = await handler(args, { action: input.action, event, rule: record.rule, signal });
    if (result === undefined) return continueWith("done");
    return typeof result?.stop === "string"
      ? stop("stopped", result.stop)
      : stop("failed", "its handler must return nothing or { stop: reason }");
  } catch (error) {
    return stop("failed", `it failed: ${errorJson(error).message}`);
  }
}
