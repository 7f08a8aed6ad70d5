import type { Action, Decision, EnforcementRecord, Pass, RuleRecord, StateVerdict, Verdict } from "@helve/core";
import type { Enforced } from "./enforce.ts";
import { isDry, type Look, type Occasion } from "./occasion.ts";
import type { AnswerDesk } from "./resume.ts";
import type { Sealed } from "./seal.ts";
import { actionInWords } from "./words.ts";

/** How a decision ended: all its passes, and what came of the last. */
export interface Ended {
  readonly passes: readonly Pass[];
  readonly enforced: Exclude<Enforced, { readonly kind: "look again" }>;
  /** What the rules looked at last. */
  readonly action: Action;
}

/** The record of one look. */
export function passOf(
  { action, approvedBy }: Look,
  rules: readonly RuleRecord[],
  enforcements: readonly EnforcementRecord[],
): Pass {
  return { action, ...(approvedBy.length > 0 && { approved: approvedBy }), rules, enforcements };
}

/** The end of a decision for which there was nothing to look at. */
export function unlooked(action: Action): Ended {
  return { passes: [], enforced: { kind: "allow", records: [] }, action };
}

/** The verdict on an action, with its record. */
export async function verdictOf(ended: Ended, occasion: Occasion): Promise<Verdict> {
  const { plan, event, host } = occasion;
  const fingerprint = plan.fingerprint();
  const { mode } = host;
  const decision: Decision = {
    ...(event !== "before_action" && { event }),
    plan: typeof fingerprint === "string" ? fingerprint : await fingerprint,
    ...(mode !== "enforce" && { mode }),
    passes: ended.passes,
  };
  const verdict = await decided(ended, decision, occasion);
  return mode === "shadow" ? shadowed(verdict, ended, decision) : verdict;
}

/** The verdict where no action is looked at. */
export async function stateVerdictOf(ended: Ended, occasion: Occasion): Promise<StateVerdict> {
  const verdict = await verdictOf(ended, occasion);
  if (verdict.kind !== "allow") return verdict;
  const { action: _, ...rest } = verdict;
  return rest;
}

/** @param answers - seals it; without, nobody can answer it */
export async function pendingVerdict(waiting: Sealed, answers: AnswerDesk | undefined): Promise<Verdict> {
  const { request, decision } = waiting;
  if (answers === undefined) return { kind: "pending", request, decision };
  return { kind: "pending", request, token: await answers.sealer.seal(waiting), decision };
}

async function decided({ passes, enforced, action }: Ended, decision: Decision, occasion: Occasion): Promise<Verdict> {
  const records = passes.flatMap(({ enforcements }) => enforcements);
  switch (enforced.kind) {
    case "allow": {
      const notes = [...new Set([...invocation(passes, action, occasion), ...told(records)])];
      return { kind: "allow", action, ...(notes.length > 0 && { notes }), decision };
    }
    case "stop": {
      const reason = [...new Set([enforced.reason, ...told(records)])].join("; ");
      return { kind: endsAgent(enforced.by, occasion) ? "end" : "stop", reason, decision };
    }
    case "pending":
      return pendingVerdict(
        { request: enforced.request, decision },
        isDry(occasion) ? undefined : occasion.host.answers,
      );
  }
}

/** Nothing comes of it, but what would have come is told. */
function shadowed(verdict: Verdict, { passes, action }: Ended, { passes: _, ...decision }: Decision): Verdict {
  const would = { kind: verdict.kind, ...("reason" in verdict && { reason: verdict.reason }) };
  return {
    kind: "allow",
    action: passes[0]?.action ?? action,
    decision: { ...decision, shadowVerdict: would, passes },
  };
}

/** `skip` never ends the agent; `stop` does when the host says so, and whatever stops a change of the world that has been. */
function endsAgent(by: "stop" | "skip" | undefined, { event, host }: Occasion): boolean {
  if (by === "skip" || event === "agent_finish") return false;
  return event === "state_change" || (by === "stop" && host.stopEnds === "agent");
}

/** What the model is told. */
function told(records: readonly EnforcementRecord[]): readonly string[] {
  return records.flatMap(({ outcome, detail }) => {
    return (outcome === "warned" || outcome === "told") && detail !== undefined ? [detail] : [];
  });
}

/** Which rule ran what instead of what, if one did and the model has not thought again since. */
function invocation(passes: readonly Pass[], action: Action, { event }: Occasion): readonly string[] {
  if (event !== "before_action") return [];
  let first: Action | undefined;
  let rule: string | undefined;
  for (const { action: looked, enforcements } of passes) {
    const last = enforcements.at(-1);
    if (last?.outcome === "reflected") first = undefined;
    if (last?.outcome !== "invoked") continue;
    first ??= looked;
    rule = last.rule;
  }
  return first === undefined ? [] : [`rule @${rule} ran ${actionInWords(action)} instead of ${actionInWords(first)}`];
}
