import type { TextRange } from "../issue.ts";

/** When a rule is looked at: the words after `trigger`. */
export interface Trigger {
  readonly type: "trigger";
  /** `before_action` when the rule names tools only. */
  readonly event: TriggerEvent;
  /** The rule is looked at when one of them fits the action; `any.any` when the rule names an event only. */
  readonly patterns: readonly ToolPattern[];
  readonly range: TextRange;
}

/** Before an action runs, after it ran, when the state has changed, when the agent is about to finish. */
export type TriggerEvent = "before_action" | "after_action" | "state_change" | "agent_finish";

/** A tool, or with `any` many of them (Fig. 3 ⟨Toolkit⟩.⟨Tool⟩). */
export interface ToolPattern {
  readonly type: "tool_pattern";
  /** A toolkit's name; `any` fits all, and stands for the toolkit of a tool that is named alone. */
  readonly toolkit: string;
  /** A tool's name within its toolkit; `any` fits all. */
  readonly tool: string;
  readonly range: TextRange;
}
