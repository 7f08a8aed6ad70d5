import type { Action, Pass, RuleRecord } from "@helve/core";
import { frozenCopy, recordedJson } from "@helve/core/internal";
import { type Violation, violationOf } from "./check/violation.ts";
import { type DecisionContext, lastTool, type PassInput } from "./decision-context.ts";
import type { ResumedEnforcement } from "./enforce.ts";
import type { InspectionAnswer } from "./handlers.ts";
import type { SignedContent } from "./verdict-token.ts";

/** Where a decision begins: with its first pass, or in the pass that was interrupted by a question to a person. */
export interface DecisionStart {
  /** The passes that are complete. */
  readonly passes: readonly Pass[];
  readonly input: PassInput;
  /** The interrupted pass with its checks, and the answer. */
  readonly resumed?: ResumedPass | undefined;
}

/** A pass whose checks were evaluated before a question to a person, with the late answer. */
interface ResumedPass extends ResumedEnforcement {
  readonly records: readonly RuleRecord[];
  readonly violations: readonly Violation[];
}

/** The start of a new decision. The action is copied and frozen, so that what runs is what was evaluated. */
export function newDecision(action: Action, { guardContext }: DecisionContext): DecisionStart {
  const input: PassInput = {
    action: frozenCopy(action),
    approvedBy: [],
    // A session copies its steps for this: most rules read none.
    get trajectory() {
      return guardContext.trajectory;
    },
  };
  return { passes: [], input };
}

/**
 * The start of a decision that continues after a late answer: the interrupted pass ends with the answer, and if it allows the
 * action, the rules are evaluated again.
 *
 * @param content - the signed request and decision, which are copied; its rules must be those of the plan
 */
export function resumedDecision(
  content: SignedContent,
  answer: InspectionAnswer,
  { plan, options, guardContext }: Pick<DecisionContext, "plan" | "options" | "guardContext">,
): { readonly start: DecisionStart; readonly context: DecisionContext } {
  const { request, decision } = recordedJson(content);
  const { event = "before_action", passes } = decision;
  const { action, approved = [], rules: records, enforcements } = passes.at(-1) ?? emptyPass(request.action);
  const violations = records.flatMap((record) => {
    const planned = plan.rule(record.rule);
    return planned === undefined || !record.violated ? [] : [violationOf(planned, record, plan)];
  });
  violations.sort((a, b) => b.planned.priority - a.planned.priority);
  const askedBy = request.rules.map(({ rule }) => rule);
  const input = { action, approvedBy: approved, trajectory: guardContext.trajectory };
  const isAboutAction = event === "before_action" || event === "after_action";
  return {
    start: { passes: passes.slice(0, -1), input, resumed: { records, violations, answer, askedBy, enforcements } },
    context: {
      ...{ event, plan, options, guardContext, observation: request.observation },
      ...(!isAboutAction && { tool: lastTool(guardContext) }),
      ...(event === "state_change" &&
        guardContext.stateBefore !== undefined && {
          stateChange: { before: guardContext.stateBefore, after: guardContext.state },
        }),
    },
  };
}

/** A pass for an action, before any rule was evaluated. */
function emptyPass(action: Action): Pass {
  return { action, rules: [], enforcements: [] };
}
