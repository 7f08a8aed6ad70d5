/** The variables that a rule can read: `args`, `action`, `prompt`, `state`, `observation`. */
import type { Action, Trajectory } from "@helve/core";
import type { HistoryView } from "./history/history-index.ts";
import type { StepValues } from "./history/indexed-query.ts";

/** The variables that a rule can read. */
export interface RuleVariables {
  readonly action: Action;
  /** The steps before the action. */
  readonly trajectory: Trajectory;
  readonly prompt: string;
  readonly state: unknown;
  /** The value of the action's result, at `after_action`. */
  readonly observation?: unknown;
  /** The states before and after the change, at `state_change`. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** The recorded time of the decision, in milliseconds since 1970; absent if the host has no clock. */
  readonly now?: number | undefined;
  /** The steps before the action. */
  readonly history: HistoryView;
  /** The earlier step for which a condition of a step query is evaluated. */
  readonly step?: StepValues;
}
