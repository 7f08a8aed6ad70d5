import { errorJson } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { answerOnce } from "../call-memory.ts";
import { hasNoSideEffects } from "../decision-context.ts";
import { describeFinding, describeRule } from "../describe.ts";
import type { Reflection, ReflectionRequest, Reflector } from "../handlers.ts";
import { changeAction } from "./change-action.ts";
import { continueWith, type EnforcementInput, type EnforcementResult } from "./enforcement-result.ts";
import { exceededTrials } from "./trials.ts";

/**
 * Applies `llm_self_reflect`: asks the model for another action (AgentSpec §3.3.2). Without a reflector the action is
 * stopped, and the model reads the rule. After an action and after a state change there is nothing to replace: the
 * model only reads the rule. At the end of the agent the decision is a stop, so the agent continues.
 */
export async function llmSelfReflect(input: EnforcementInput): Promise<EnforcementResult> {
  const { context, violation } = input;
  const { event, options } = context;
  const rule = describeRule(violation.planned.rule);
  const finding = describeFinding(violation.record);
  const text = `${finding}. Think again; the rule is: ${rule}`;
  if (event === "after_action" || event === "state_change") return continueWith("notified", text);
  if (event === "agent_finish" || options.reflect === undefined || hasNoSideEffects(context)) {
    return { kind: "stop", outcome: "stopped", reason: text };
  }
  return exceededTrials(input) ?? askReflector(options.reflect, { rule, finding }, input);
}

/** Asks the reflector for another action, and re-evaluates the rules with it; stops the action if it gives up. */
async function askReflector(
  reflector: Reflector,
  { rule, finding }: Pick<ReflectionRequest, "rule" | "finding">,
  { context, input }: EnforcementInput,
): Promise<EnforcementResult> {
  const { prompt, signal, wait = (work) => work() } = context.guardContext;
  const { action, trajectory } = input;
  const giveUp = (detail: string): EnforcementResult => {
    return { kind: "stop", outcome: "gave up", detail, reason: `${finding}; ${detail}` };
  };
  try {
    const reflection = await answerOnce({ reflect: action, rule, finding }, context, () =>
      wait(async () => reflector({ action, rule, finding, trajectory, prompt, signal })),
    );
    if (reflection === null) return giveUp("the model gave up");
    const { name = action.name, args }: Partial<NonNullable<Reflection>> = reflection ?? {};
    if (!isObject(args) || typeof name !== "string") return giveUp("the model returned no action");
    return { kind: "reevaluate", outcome: "reflected", action: changeAction(action, name, args) };
  } catch (error) {
    return giveUp(`the reflection failed: ${errorJson(error).message}`);
  }
}
