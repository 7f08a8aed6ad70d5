/** The inputs of one decision: the event, the rules, the options and the state of the session. */
import {
  type Action,
  canonicalJson,
  type EnforcementRecord,
  type GuardContext,
  type GuardEvent,
  type Observation,
  type Trajectory,
} from "@helve/core";
import { unlessAborted } from "@helve/core/internal";
import type { ResolvedOptions } from "./engine-options.ts";
import type { HistoryView } from "./history/history-index.ts";
import { resultOf } from "./history/step-values.ts";
import type { Plan } from "./plan.ts";
import type { RuleVariables } from "./rule-variables.ts";

/** The inputs that are the same in all passes of one decision: the event, the rules, the options and the guard context. */
export interface DecisionContext {
  readonly event: GuardEvent;
  /** The tool whose rules apply; the action's own tool if absent. At `state_change` and `agent_finish`, the tool of the last step. */
  readonly tool?: string;
  readonly plan: Plan;
  /** The fingerprint of the plan's program. */
  readonly fingerprint: string;
  readonly options: ResolvedOptions;
  readonly guardContext: GuardContext;
  /** The result of the action, at `after_action`. */
  readonly observation?: Observation | undefined;
  /** The application's state before and after the change, at `state_change`. */
  readonly stateChange?: StateChange;
}

/** Two snapshots of the application's state. */
export interface StateChange {
  readonly before: unknown;
  readonly after: unknown;
}

/** The inputs of one pass: an action, and the steps before it. */
export interface PassInput {
  readonly action: Action;
  /** The rules for which a person has approved exactly this action. */
  readonly approvedBy: readonly string[];
  /** The steps before the action. */
  readonly trajectory: Trajectory;
  /** The enforcements that the pass before applied, if a late answer ended it: they are not applied again. */
  readonly applied?: readonly EnforcementRecord[] | undefined;
}

/** The variables that rules read in one pass. */
export function ruleVariables(input: PassInput, context: DecisionContext): RuleVariables {
  const { action } = input;
  const { guardContext, stateChange, observation, plan } = context;
  const { prompt } = guardContext;
  // A time that is no number is no time: it must not make every comparison with it false.
  const now = Number.isFinite(guardContext.now) ? guardContext.now : undefined;
  const state = stateChange === undefined ? guardContext.state : stateChange.after;
  let history: HistoryView | undefined;
  return {
    action,
    prompt,
    state,
    now,
    get trajectory() {
      return input.trajectory;
    },
    observation: observation === undefined ? undefined : resultOf(observation),
    before: stateChange?.before,
    after: stateChange?.after,
    get history() {
      history ??= plan.histories.view(input.trajectory, guardContext.earlier, prompt);
      return history;
    },
  };
}

/** The tool of the last step that has ended, which triggers match where no action is evaluated; `""` if there is none. */
export function lastTool({ trajectory }: GuardContext): string {
  return trajectory.findLast(({ inFlight }) => inFlight !== true)?.action.name ?? "";
}

/** Whether two snapshots are equal as JSON. Snapshots that are not JSON are equal only if they are the same object. */
export function isUnchanged({ before, after }: StateChange): boolean {
  if (before === after) return true;
  try {
    return canonicalJson(before) === canonicalJson(after);
  } catch {
    return false;
  }
}

/** The placeholder for an action at `state_change` and `agent_finish`; its id contains the number of steps so far. */
export function placeholderAction(event: GuardEvent, { trajectory }: GuardContext): Action {
  return { id: `${event}_${trajectory.length}`, name: event, args: {} };
}

/** Whether enforcements have no side effects: in `shadow` and in a `dry run` nobody is asked and nothing runs. */
export function hasNoSideEffects({ options }: DecisionContext): boolean {
  return options.mode !== "enforce";
}

/** Waits for a promise, but throws the signal's reason as soon as the decision is aborted. */
export async function abortable<Value>(promise: Promise<Value>, { guardContext }: DecisionContext): Promise<Value> {
  const value = await unlessAborted(() => promise, guardContext.signal);
  if (value === "aborted") throw guardContext.signal.reason;
  return value;
}
