import { hasNoSideEffects } from "../decision-context.ts";
import { describeFinding } from "../describe.ts";
import { callListener } from "../handlers.ts";
import type { PlannedEnforcement, PlannedMessage, PlannedStop } from "../plan/plan-enforcement.ts";
import { applyDomainEnforcement } from "./domain-enforcement.ts";
import { continueWith, type EnforcementInput, type EnforcementResult } from "./enforcement-result.ts";
import { invokeAction } from "./invoke-action.ts";
import { llmSelfReflect } from "./llm-self-reflect.ts";
import { userInspection } from "./user-inspection.ts";

/** Applies one enforcement of a violated rule (AgentSpec §3.3.2). */
export async function applyEnforcement(
  enforcement: PlannedEnforcement,
  input: EnforcementInput,
): Promise<EnforcementResult> {
  switch (enforcement.type) {
    case "user_inspection":
      return userInspection(input);
    case "llm_self_reflect":
      return llmSelfReflect(input);
    case "invoke_action":
      return invokeAction(enforcement, input);
    case "stop":
      return stop(enforcement, input);
    case "skip":
      return { kind: "stop", outcome: "skipped", reason: describeFinding(input.violation.record) };
    case "warn":
      return warn(enforcement, input);
    case "log":
      return log(enforcement, input);
    case "domain":
      return applyDomainEnforcement(enforcement, input);
    case "allow":
      // A violated rule may have an unknown check, but only a true check permits an action.
      return continueWith(input.violation.record.check === true ? "allowed" : "not allowed");
    case "none":
      return continueWith("nothing");
    case "ignored":
      return continueWith("ignored", "the agent ends anyway");
  }
}

/** Applies `stop`: the action does not run, and the model reads the reason. */
function stop({ message }: PlannedStop, { variables, violation }: EnforcementInput): EnforcementResult {
  const finding = describeFinding(violation.record);
  return {
    kind: "stop",
    outcome: "stopped",
    reason: message === undefined ? finding : `${message(variables)} (${finding})`,
  };
}

/** Applies `warn`: the model reads a message, by default the violated rule with its reasons. */
function warn({ message }: PlannedMessage, { variables, violation }: EnforcementInput): EnforcementResult {
  return continueWith("warned", message?.(variables) ?? describeFinding(violation.record));
}

/** Applies `log`: the application's `log` option receives an entry. */
function log(
  { message: template }: PlannedMessage,
  { context, input, variables, violation }: EnforcementInput,
): EnforcementResult {
  const { planned, record } = violation;
  const { severity } = planned.rule;
  const message = template?.(variables) ?? describeFinding(record);
  if (hasNoSideEffects(context)) return continueWith("not run", message);
  const { rule, line } = record;
  callListener(context.options.log, {
    rule,
    line,
    severity,
    event: context.event,
    action: input.action,
    message,
  });
  return continueWith("logged", message);
}
