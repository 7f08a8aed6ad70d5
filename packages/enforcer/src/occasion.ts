import {
  type Action,
  canonicalJson,
  type GuardContext,
  type GuardEvent,
  type Observation,
  type RuleRecord,
  type Trajectory,
} from "@helve/core";
import type { PlannedEnforcement } from "./enforcements/plan-enforcement.ts";
import type { Host } from "./host.ts";
import type { Plan, PlannedRule } from "./plan.ts";

/** What a decision is about, and what it stands on from its first look to its last. */
export interface Occasion {
  readonly event: GuardEvent;
  /** The tool whose rules are looked at when that is not the action's own: that of the last step. */
  readonly tool?: string;
  readonly plan: Plan;
  readonly host: Host;
  readonly context: GuardContext;
  /** What came of the action, when it has run. */
  readonly observation?: Observation | undefined;
  /** The host's world before and after it changed, when that is what is looked at. */
  readonly change?: { readonly before: unknown; readonly after: unknown };
}

/** What the rules look at in one pass. */
export interface Look {
  readonly action: Action;
  /** The rules that a person approved just this action for. */
  readonly approvedBy: readonly string[];
  /** The steps before it. */
  readonly trajectory: Trajectory;
}

/** A rule that is violated. */
export interface Violation {
  readonly planned: PlannedRule;
  readonly record: RuleRecord;
  /** What is enforced. */
  readonly enforcements: readonly PlannedEnforcement[];
}

/** The tool of the last step: rules may name it where no action is looked at. */
export function lastTool({ trajectory }: GuardContext): string {
  return trajectory.at(-1)?.action.name ?? "";
}

/** Whether two snapshots of the host's world are equal as JSON; of what JSON can't say, only one and the same is. */
export function isSameWorld({ before, after }: NonNullable<Occasion["change"]>): boolean {
  if (before === after) return true;
  try {
    return canonicalJson(before) === canonicalJson(after);
  } catch {
    return false;
  }
}

/** What stands for an action where there is none; its id says after how many steps it is looked at. */
export function standIn(event: GuardEvent, { trajectory }: GuardContext): Action {
  return { id: `${event}_${trajectory.length}`, name: event, args: {} };
}

/** Whether nobody is asked, and nothing done. */
export function isDry({ host }: Occasion): boolean {
  return host.mode !== "enforce";
}

/** What the rules look at, when it is the host's world: `after` the change, when that is the event. */
export function stateOf({ change, context }: Occasion): unknown {
  return change === undefined ? context.state : change.after;
}
