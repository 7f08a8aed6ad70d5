import { type Action, errorJson, type GuardEvent } from "@helve/core";
import { isDry } from "../occasion.ts";
import { findingInWords } from "../words.ts";
import { type Application, type Applied, goOn } from "./application.ts";
import type { PlannedDomain } from "./plan-enforcement.ts";

/** What a rule gives to an enforcement of the host's. */
export type DomainArgument = string | number | boolean | null;

/** What an enforcement of the host's is applied to. */
export interface EnforcementContext {
  /** Where there is none to look at, one that stands for the event: it has its name, and no arguments. */
  readonly action: Action;
  readonly event: GuardEvent;
  /** The name of the violated rule. */
  readonly rule: string;
  readonly signal: AbortSignal;
}

/**
 * Does what only the host knows how to do, `follow_dist(10)` (AgentSpec as published, Fig. 8). Nothing comes back when it
 * is done; `stop`, with why, when the action must not run. A throw is a stop, too, and so is any other answer.
 */
export type EnforcementHandler = (
  args: readonly DomainArgument[],
  context: EnforcementContext,
) => EnforcementAnswer | Promise<EnforcementAnswer>;

/** What an enforcement of the host's comes to. */
export type EnforcementAnswer = undefined | { readonly stop: string };

/** What the host adds to the language's enforcements (AgentSpec as published, Fig. 8). */
export async function domain({ name, args, handler }: PlannedDomain, application: Application): Promise<Applied> {
  const { occasion, look, violation } = application;
  if (isDry(occasion)) return goOn("not run");
  const { record } = violation;
  const stop = (outcome: string, why: string): Applied => {
    return { kind: "stop", outcome, detail: why, reason: `${findingInWords(record)}; ${name}: ${why}` };
  };
  try {
    const { event, context } = occasion;
    const answer = await handler(args, { action: look.action, event, rule: record.rule, signal: context.signal });
    if (answer === undefined) return goOn("done");
    return typeof answer?.stop === "string"
      ? stop("stopped", answer.stop)
      : stop("failed", "its answer is none that is known");
  } catch (error) {
    return stop("failed", `it failed: ${errorJson(error).message}`);
  }
}
