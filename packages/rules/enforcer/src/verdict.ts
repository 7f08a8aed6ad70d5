import type { Action, Decision, InspectionRequest, Pass, StateVerdict, Verdict } from "@helve/core";
import { isFrozenJson, markFrozenJson, withoutUndefined } from "@helve/core/internal";
import { type DecisionContext, hasNoSideEffects } from "./decision-context.ts";
import { formatAction } from "./describe.ts";
import type { LateAnswers } from "./late-answers.ts";
import type { DecisionResult } from "./validate-and-enforce.ts";
import type { SignedContent } from "./verdict-token.ts";

/** Creates the verdict on an action from the result of the decision, with its record. */
export async function createVerdict(result: DecisionResult, context: DecisionContext): Promise<Verdict> {
  const { event, options, fingerprint: plan } = context;
  const { mode } = options;
  const { passes } = result;
  const decision: Decision =
    event === "before_action" && mode === "enforce"
      ? { plan, passes }
      : withoutUndefined({
          event: event === "before_action" ? undefined : event,
          plan,
          mode: mode === "enforce" ? undefined : mode,
          passes,
        });
  const enforced =
    result.result.kind === "pending"
      ? await unansweredVerdict(result.result.request, decision, context)
      : enforcedVerdict(result, result.result, decision, context);
  return frozenVerdict(mode === "shadow" ? shadowVerdict(enforced, result, decision) : enforced);
}

/**
 * Freezes a verdict. All records of a decision are frozen JSON. If its actions are frozen too, the verdict is marked as frozen JSON, so that
 * recording it needs no copy.
 */
function frozenVerdict(verdict: Verdict): Verdict {
  Object.freeze(verdict.decision.passes);
  Object.freeze(verdict.decision);
  const isMarked = verdict.kind !== "pending" && verdict.decision.passes.every(({ action }) => isFrozenJson(action));
  return isMarked && (verdict.kind !== "allow" || isFrozenJson(verdict.action)) ? markFrozenJson(verdict) : verdict;
}

/** Creates the verdict on a state change or on the end of the agent, which has no action. */
export async function createStateVerdict(result: DecisionResult, context: DecisionContext): Promise<StateVerdict> {
  const verdict = await createVerdict(result, context);
  if (verdict.kind !== "allow") return verdict;
  const { action: _action, ...rest } = verdict;
  return rest;
}

/**
 * Creates a verdict that waits for a person's answer.
 *
 * @param content - with the expiry of its first token, if a person answered `later`
 * @param lateAnswers - signs the token; without it there is no token, and nobody can answer
 */
export async function createPendingVerdict(
  content: SignedContent,
  lateAnswers: LateAnswers | undefined,
): Promise<Verdict> {
  const { request, decision } = content;
  if (lateAnswers === undefined) return { kind: "pending", request, decision };
  const { now, lifetime, signer } = lateAnswers;
  const expires = content.expires ?? now() + lifetime;
  const signed: SignedContent = withoutUndefined({
    request,
    decision,
    expires: Number.isFinite(expires) ? expires : undefined,
  });
  return { kind: "pending", token: await signer.sign(signed), ...signed };
}

/** The verdict in the mode `enforce` on an action that a person has to decide about. */
function unansweredVerdict(request: InspectionRequest, decision: Decision, context: DecisionContext): Promise<Verdict> {
  const lateAnswers = hasNoSideEffects(context) ? undefined : context.options.lateAnswers;
  return createPendingVerdict({ request, decision }, lateAnswers);
}

/** The verdict in the mode `enforce` on an action that is allowed or stopped. */
function enforcedVerdict(
  { passes, action }: DecisionResult,
  result: Exclude<DecisionResult["result"], { readonly kind: "pending" }>,
  decision: Decision,
  context: DecisionContext,
): Verdict {
  if (result.kind === "stop") {
    const reason = [...new Set([result.reason, ...modelMessages(passes)])].join("; ");
    return { kind: endsAgent(result.by, context) ? "end" : "stop", reason, decision };
  }
  const notes = [...replacementNotes(passes, action, context), ...modelMessages(passes)];
  if (notes.length === 0) return { kind: "allow", action, decision };
  return { kind: "allow", action, notes: Object.freeze([...new Set(notes)]), decision };
}

/** The verdict in the mode `shadow`: the original action is allowed, and the enforced verdict is only recorded. */
function shadowVerdict(
  enforced: Verdict,
  { passes, action }: DecisionResult,
  { passes: _passes, ...decision }: Decision,
): Verdict {
  const { kind } = enforced;
  const recorded = Object.freeze("reason" in enforced ? { kind, reason: enforced.reason } : { kind });
  return {
    kind: "allow",
    action: passes[0]?.action ?? action,
    decision: { ...decision, shadowVerdict: recorded, passes },
  };
}

/**
 * Whether a stop ends the agent: `skip` never does, `stop` and a rejection do if the option `stopEnds` says so, and any stop does
 * after a state change, which can't be prevented any more.
 */
function endsAgent(by: "stop" | "skip" | "rejection" | undefined, { event, options }: DecisionContext): boolean {
  if (by === "skip" || event === "agent_finish") return false;
  return event === "state_change" || (by !== undefined && options.stopEnds === "agent");
}

/** Collects the messages that a verdict shows to the model. */
function modelMessages(passes: readonly Pass[]): readonly string[] {
  const messages: string[] = [];
  for (const { enforcements } of passes) {
    for (const { outcome, detail } of enforcements) {
      if ((outcome === "warned" || outcome === "notified") && detail !== undefined) messages.push(detail);
    }
  }
  return messages;
}

/** The note that a rule replaced the action, unless the model has chosen another action since. */
function replacementNotes(passes: readonly Pass[], action: Action, { event }: DecisionContext): readonly string[] {
  if (event !== "before_action") return [];
  let replaced: Action | undefined;
  let rule: string | undefined;
  for (const { action: evaluated, enforcements } of passes) {
    const last = enforcements.at(-1);
    if (last?.outcome === "reflected") replaced = undefined;
    if (last?.outcome !== "invoked") continue;
    replaced ??= evaluated;
    rule = last.rule;
  }
  return replaced === undefined
    ? []
    : [`rule @${rule} ran ${formatAction(action)} instead of ${formatAction(replaced)}`];
}
