import { type Action, type Args, errorJson } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import { hasNoSideEffects } from "../decision-context.ts";
import { describeFinding, formatAction } from "../describe.ts";
import { uncertainty } from "../history/uncertain-value.ts";
import type { PlannedInvocation } from "../plan/plan-enforcement.ts";
import { decodeAction } from "./change-action.ts";
import { continueWith, type EnforcementInput, type EnforcementResult } from "./enforcement-result.ts";
import { exceededTrials } from "./trials.ts";

/**
 * Applies `invoke_action(tool, { … })`: before an action, the invoked action replaces it (AgentSpec §3.3.2). It keeps
 * the id, and the rule that invoked it does not apply to it. At the other events the invoked action runs in addition;
 * if it can't run or fails, the decision is a stop.  An argument whose value is missing is left out; a missing list
 * item becomes `null`, as in JSON. Since the arguments may come from the action, the invoked action has its kinds of
 * repairs.
 */
export async function invokeAction(
  { tool, args }: PlannedInvocation,
  input: EnforcementInput,
): Promise<EnforcementResult> {
  const { context, variables, violation } = input;
  const replaced = input.input.action;
  const by = { invokedBy: violation.record.rule, invokedByProgram: context.fingerprint };
  const value = args.read(variables);
  const uncertain = uncertainty(value);
  if (uncertain !== undefined) {
    const detail = `${tool}: its arguments can't be filled in: a value ${uncertain}`;
    return { kind: "stop", outcome: "failed", detail, reason: `${describeFinding(violation.record)}; ${detail}` };
  }
  const isText = typeof value === "string";
  const { id, repairKinds } = replaced;
  const action = withoutUndefined({ id, name: tool, args: isText ? {} : (value as Args), repairKinds });
  const text = isText ? { argumentsText: value } : {};
  const changes = context.event === "before_action" || context.event === "agent_finish";
  const exceeded = changes ? exceededTrials(input) : undefined;
  if (exceeded !== undefined) return exceeded;
  if (context.event === "before_action") {
    const invoked = { ...action, replaces: replaced, ...by };
    return { kind: "reevaluate", outcome: "invoked", detail: tool, action: invoked, ...text };
  }
  if (hasNoSideEffects(context)) return continueWith("not run", tool);
  return runAction({ ...action, ...by }, isText ? value : undefined, input);
}

/** Decodes an action and runs it with the application's `run`. */
async function runAction(
  action: Action,
  argumentsText: string | undefined,
  { context, input, violation }: EnforcementInput,
): Promise<EnforcementResult> {
  const { event, guardContext } = context;
  const failed = (problem: string): EnforcementResult => {
    const detail = `${action.name}: ${problem}`;
    return { kind: "stop", outcome: "failed", detail, reason: `${describeFinding(violation.record)}; ${detail}` };
  };
  if (guardContext.run === undefined) return failed("the application can't run actions for rules");
  try {
    const decoded = await decodeAction(action, argumentsText, guardContext);
    if (!decoded.ok) return failed(`it can't run: ${decoded.issues.map(({ message }) => message).join("; ")}`);
    guardContext.signal.throwIfAborted();
    const step = await guardContext.run(decoded.action);
    if (!step.ran || step.observation.isError) return failed("it was run, and failed");
    const detail = formatAction(decoded.action);
    if (event !== "agent_finish") return continueWith("invoked", detail);
    return { kind: "reevaluate", outcome: "invoked", detail, action: input.action, step };
  } catch (error) {
    return failed(`it failed: ${errorJson(error).message}`);
  }
}
