import type { Action, GuardContext, Pass } from "@helve/core";
import { frozenCopy } from "@helve/core/internal";
import { violationOf } from "./check/violation.ts";
import type { Checked } from "./check.ts";
import type { Resumed } from "./enforce.ts";

import type { InspectionAnswer } from "./inspection.ts";
import { type Look, lastTool, type Occasion } from "./occasion.ts";
import type { Sealed } from "./seal.ts";

/** Where a decision starts: at the beginning, or where it was left to wait for an answer. */
export interface Start {
  /** The passes that are over. */
  readonly passes: readonly Pass[];
  readonly look: Look;
  /** What the pass had come to that was left. */
  readonly left?: { readonly checked: Checked; readonly resumed: Resumed };
}

/** At the beginning. */
export function begin(action: Action, { trajectory }: GuardContext): Start {
  return { passes: [], look: { action: frozenCopy(action), approvedBy: [], trajectory } };
}

/** Where a verdict left it: what was found then stands. The plan has to be the one that the verdict came from. */
export function leftAt(
  { request, decision }: Sealed,
  answer: InspectionAnswer,
  { plan, host, context }: Pick<Occasion, "plan" | "host" | "context">,
): { readonly start: Start; readonly occasion: Occasion } {
  const { event = "before_action", passes } = decision;
  const { action, approved = [], rules: records, enforcements } = passes.at(-1) ?? emptyPass(request.action);
  const violations = records.flatMap((record) => {
    const planned = plan.rule(record.rule);
    return planned === undefined || !record.violated ? [] : [violationOf(planned, record, plan)];
  });
  const checked = {
    records,
    violations: violations.sort((one, other) => other.planned.priority - one.planned.priority),
  };
  const resumed = { answer, asked: request.rules.map(({ rule }) => rule), records: enforcements };
  const look = { action: frozenCopy(action), approvedBy: approved, trajectory: context.trajectory };
  const isOfAction = event === "before_action" || event === "after_action";
  return {
    start: { passes: passes.slice(0, -1), look, left: { checked, resumed } },
    occasion: {
      ...{ event, plan, host, context, observation: request.observation },
      ...(!isOfAction && { tool: lastTool(context) }),
    },
  };
}

function emptyPass(action: Action): Pass {
  return { action, rules: [], enforcements: [] };
}
