import { errorJson, type InspectionRequest } from "@helve/core";
import { isObject, withoutUndefined } from "@helve/core/internal";
import { answerOnce } from "../call-memory.ts";
import type { Violation } from "../check/violation.ts";
import { hasNoSideEffects } from "../decision-context.ts";
import { describeFindings } from "../describe.ts";
import { callListener, type InspectionAnswer } from "../handlers.ts";
import { expiryTime } from "../remembered-approvals.ts";
import { changeAction } from "./change-action.ts";
import { type Approvals, approvalOf, type EnforcementInput, type EnforcementResult } from "./enforcement-result.ts";

/**
 * Applies `user_inspection`: a person decides about the action (AgentSpec §3.3.2, Fig. 1). All rules that require an
 * inspection of an action share one request. Without an inspector the action is rejected.
 */
export async function userInspection(input: EnforcementInput): Promise<EnforcementResult> {
  const { context, violation } = input;
  const approvals = withRemembered(input);
  const approval = approvalOf(violation.record.rule, approvals);
  if (approval !== undefined) return { kind: "continue", outcome: approval, approvals };

  const request = inspectionRequest({ ...input, approvals });
  if (hasNoSideEffects(context)) return { kind: "pending", request };
  return inspect(request, { ...input, approvals });
}

/**
 * Asks the inspector, or uses the late answer, and applies the answer; an inspector that throws rejects. The result names the
 * other rules that share the request.
 */
async function inspect(request: InspectionRequest, input: EnforcementInput): Promise<EnforcementResult> {
  const result = await askAndApply(request, input);
  if (result.kind === "pending" || request.rules.length === 1) return result;
  const { rule } = input.violation.record;
  const sharedWith: string[] = [];
  for (const other of request.rules) if (other.rule !== rule) sharedWith.push(other.rule);
  return { ...result, sharedWith };
}

/** Asks a person about an action, and applies the answer. */
async function askAndApply(request: InspectionRequest, input: EnforcementInput): Promise<EnforcementResult> {
  const { options, guardContext } = input.context;
  const { signal } = guardContext;
  if (input.answer === undefined && options.inspect === undefined)
    return rejectedResult(request, "there is nobody to ask");
  try {
    const answer = input.answer ?? (await askPerson(request, input));
    // After an abort nobody waits for the result, so the answer must have no effect.
    signal.throwIfAborted();
    return await applyAnswer(answer, request, input);
  } catch (error) {
    return rejectedResult(request, `asking failed: ${errorJson(error).message}`);
  }
}

/** Asks the inspector, unless the same question was answered in an earlier evaluation of this call. */
function askPerson(request: InspectionRequest, { context }: EnforcementInput): Promise<InspectionAnswer | undefined> {
  const { inspect } = context.options;
  const { prompt, trajectory, signal, wait = (work) => work() } = context.guardContext;
  const asked = { prompt, trajectory, signal };
  return answerOnce({ inspect: request }, context, () => wait(async () => inspect?.(request, asked)));
}

/** Adds the rules with a remembered approval of an equal action. */
function withRemembered({ context, input, violations, approvals }: EnforcementInput): Approvals {
  if (context.event !== "before_action" || context.options.approvals.isEmpty) return approvals;
  const remembered = openInspections(violations, approvals)
    .filter(({ planned }) => context.options.approvals.has(planned.rule, input.action))
    .map(({ record }) => [record.rule, "remembered"] as const);
  return remembered.length === 0 ? approvals : { ...approvals, byRule: new Map([...approvals.byRule, ...remembered]) };
}

/** Returns the violated rules that still require an inspection. */
function openInspections(violations: readonly Violation[], approvals: Approvals): readonly Violation[] {
  return violations.filter(({ enforcements, record }) => {
    return (
      approvalOf(record.rule, approvals) === undefined && enforcements.some(({ type }) => type === "user_inspection")
    );
  });
}

/** The request to the person: the action, all rules that require an inspection, their messages and fixes. */
function inspectionRequest({ context, input, variables, violations, approvals }: EnforcementInput): InspectionRequest {
  const { event, observation } = context;
  const open = openInspections(violations, approvals);
  const messages: string[] = [];
  const fixes = new Set<string>();
  for (const { enforcements } of open) {
    for (const enforcement of enforcements) {
      if (enforcement.type !== "user_inspection") continue;
      if (enforcement.message !== undefined) messages.push(enforcement.message(variables));
      for (const fix of enforcement.fixes) fixes.add(fix);
    }
  }
  return withoutUndefined({
    action: input.action,
    event: event !== "before_action" ? event : undefined,
    observation,
    messages: messages.length > 0 ? messages : undefined,
    rules: open.map(({ record }) => record),
    fixes: [...fixes],
  });
}

/** Converts a person's answer to the result of the enforcement; an invalid answer rejects the action. */
async function applyAnswer(
  answer: InspectionAnswer | undefined,
  request: InspectionRequest,
  input: EnforcementInput,
): Promise<EnforcementResult> {
  const { event, options } = input.context;
  switch (answer?.decision) {
    case "approve":
      return applyApproval(answer, request, input);
    case "reject":
      return rejectedResult(request, typeof answer.reason === "string" ? answer.reason : undefined);
    case "edit": {
      const { action } = input.input;
      if (event !== "before_action") return rejectedResult(request, "there is no action to edit");
      if (!isObject(answer.args)) return rejectedResult(request, "the edit has no arguments");
      const approvedBy = request.rules.map(({ rule }) => rule);
      const edited = changeAction(action, action.name, answer.args);
      return { kind: "reevaluate", outcome: "edited", action: edited, approvedBy };
    }
    case "fix":
      return applyFix(answer.fix, request, input);
    case "later":
      if (options.lateAnswers !== undefined) return { kind: "pending", request };
      return rejectedResult(request, "the engine has no key for late answers");
    default:
      return rejectedResult(request, "the answer has no known decision");
  }
}

/** Approves the action for all rules of the request, and remembers the approval if the answer asks for it. */
function applyApproval(
  { remember }: InspectionAnswer & { readonly decision: "approve" },
  request: InspectionRequest,
  { context, input, violations, approvals }: EnforcementInput,
): EnforcementResult {
  // An approval of a result or of a state says nothing about the next one, so it is not remembered.
  if (remember !== undefined && context.event === "before_action") {
    const expiry = expiryTime(remember);
    if (expiry === undefined) {
      return rejectedResult(request, "the end of the approval must be a date or a time with its zone in ISO 8601");
    }
    const approved = new Set(request.rules.map(({ rule }) => rule));
    for (const { planned, record } of violations) {
      if (approved.has(record.rule)) context.options.approvals.remember(planned.rule, input.action, expiry);
    }
  }
  return { kind: "continue", outcome: "approved", approvals: withAllApproved(approvals) };
}

/** Runs the fix that the person chose, and re-evaluates the rules with the arguments that it returns. */
async function applyFix(
  name: string,
  request: InspectionRequest,
  { context, input, approvals }: EnforcementInput,
): Promise<EnforcementResult> {
  const { event, options, guardContext } = context;
  const handler = request.fixes.includes(name) ? options.fixes.get(name) : undefined;
  if (handler === undefined) return rejectedResult(request, `the rules offer no fix "${name}"`);
  const { action } = input;
  let args: unknown;
  try {
    const { signal } = guardContext;
    args = await answerOnce({ fix: name, request }, context, async () => handler(action, { signal }));
  } catch (error) {
    return rejectedResult(request, `the fix ${name} failed: ${errorJson(error).message}`);
  }
  if (!isObject(args)) return rejectedResult(request, `the fix ${name} returned no arguments`);
  const outcome = { outcome: "fixed", detail: name } as const;
  const changed = changeAction(action, action.name, args);
  const { repairKinds } = action; // the fix may have kept arguments that were repaired
  const fixed = changed === action || repairKinds === undefined ? changed : { ...changed, repairKinds };
  callListener((change) => options.inspect?.onFixApplied?.(change), { before: action, after: fixed });
  if (event === "before_action") return { kind: "reevaluate", ...outcome, action: fixed };
  if (fixed !== action) {
    return rejectedResult(request, `the fix ${name} returned other arguments, but there is no action to change`);
  }
  if (event === "agent_finish") return { kind: "reevaluate", ...outcome, action };
  return { kind: "continue", ...outcome, approvals: withAllApproved(approvals) };
}

/** Adds the approval of all rules in a request. */
function withAllApproved({ byRule }: Approvals): Approvals {
  return { byRule, others: "approved" };
}

/** The result that rejects the action, with the reason that the model reads. */
function rejectedResult({ rules }: InspectionRequest, detail?: string): EnforcementResult {
  const rejection = detail === undefined ? "it was rejected" : `it was rejected: ${detail}`;
  const reason = rules.length === 0 ? rejection : `${rejection}; ${describeFindings(rules)}`;
  return { kind: "stop", outcome: "rejected", reason, detail };
}
