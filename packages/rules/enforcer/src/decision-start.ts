/** Starts a decision with its first pass, or with the pass after a late answer. */
import type { Action, Pass } from "@helve/core";
import { freezeCopy } from "@helve/core/internal";
import { violationOf } from "./check/violation.ts";
import { type DecisionContext, lastTool, type PassInput, ruleVariables } from "./decision-context.ts";
import { enforce } from "./enforce.ts";
import type { InspectionAnswer } from "./handlers.ts";
import { type DecisionResult, passRecord, validateAndEnforce } from "./validate-and-enforce.ts";
import type { SignedContent } from "./verdict-token.ts";

/** Where a decision begins: with its first pass, or with the pass after a late answer. */
export interface DecisionStart {
  /** The passes that are complete. */
  readonly passes: readonly Pass[];
  readonly input: PassInput;
  /** The decision if the rules still agree: a late answer has ended the last of `passes`, and allows the action. */
  readonly answered?: DecisionResult | undefined;
}

/** Starts a decision with a frozen copy of the action, so that the evaluated action is the one that runs. */
export function newDecision(action: Action, { guardContext }: DecisionContext): DecisionStart {
  const input: PassInput = {
    action: freezeCopy(action, "keep"),
    approvedBy: [],
    // A session copies its steps for this: most rules read none.
    get trajectory() {
      return guardContext.trajectory;
    },
  };
  return { passes: [], input };
}

/**
 * Continues a decision after a late answer: the answer ends the interrupted pass, and if that allows the action, the rules are
 * evaluated again.
 *
 * @param content - the signed request and decision, which are copied; its rules must be those of the plan
 * @throws the reason of the guard context's signal when it is aborted
 */
export async function resumeDecision(
  { request, decision }: SignedContent,
  answer: InspectionAnswer,
  context: DecisionContext,
): Promise<DecisionResult> {
  const { plan, guardContext } = context;
  const { action, approved = [], rules: checks, enforcements } = decision.passes.at(-1) ?? emptyPass(request.action);
  const violations = checks.flatMap((record) => {
    const planned = plan.rule(record.rule);
    return planned === undefined || !record.violated ? [] : [violationOf(planned, record, plan)];
  });
  violations.sort((a, b) => b.planned.priority - a.planned.priority);
  const askedBy = request.rules.map(({ rule }) => rule);
  const input: PassInput = { action, approvedBy: approved, trajectory: guardContext.trajectory };
  const variables = ruleVariables(input, context);
  const before = decision.passes.slice(0, -1);
  const resumed = { answer, askedBy, enforcements };
  const result = await enforce({ input, variables, context, violations, passes: before, resumed });
  guardContext.signal.throwIfAborted();
  const passes = [...before, passRecord(input, checks, result)];
  if (result.kind === "reevaluate") return validateAndEnforce({ passes, input: result.input }, context);
  const answered = { passes, result, action };
  if (result.kind !== "allow") return answered;
  return validateAndEnforce({ passes, input: { ...input, applied: result.records }, answered }, context);
}

/** Restores the context of a decision that waited for an answer. @param content - the signed request and decision, which are copied */
export function resumedContext(
  { request, decision: { event = "before_action" } }: SignedContent,
  scope: Pick<DecisionContext, "plan" | "fingerprint" | "options" | "guardContext">,
): DecisionContext {
  const { guardContext } = scope;
  const { stateBefore: before, state: after } = guardContext;
  const isAboutAction = event === "before_action" || event === "after_action";
  return {
    ...scope,
    event,
    observation: request.observation,
    tool: isAboutAction ? undefined : lastTool(guardContext),
    stateChange: event === "state_change" && before !== undefined ? { before, after } : undefined,
  };
}

/** Creates an empty pass (one evaluation of all rules) for an action. */
function emptyPass(action: Action): Pass {
  return { action, rules: [], enforcements: [] };
}
