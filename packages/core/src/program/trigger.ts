/** Syntax-tree types of triggers: the event and the tools for which a rule is evaluated. */
import type { TextRange } from "../issue.ts";

/** The event and the tools for which a rule is evaluated: the words after `trigger`. */
export interface Trigger {
  readonly type: "trigger";
  /** `before_action` if the rule names only tools. */
  readonly event: TriggerEvent;
  /** The rule is evaluated if one pattern matches the action; `any.any` if the rule names only an event. */
  readonly patterns: readonly ToolPattern[];
  readonly range: TextRange;
}

/** Before an action runs, after it ran, when the state has changed, when the agent is about to finish. */
export type TriggerEvent = "before_action" | "after_action" | "state_change" | "agent_finish";

/** A pattern that matches one tool, or several with `any` (Fig. 3 ⟨Toolkit⟩.⟨Tool⟩). */
export interface ToolPattern {
  readonly type: "tool_pattern";
  /** The toolkit's name, or `any`; `any` also if the rule names a tool without a toolkit. */
  readonly toolkit: string;
  /** The tool's name within its toolkit, `any`, or the beginning of a name with a final `*`: `Delete*`. */
  readonly tool: string;
  readonly range: TextRange;
}
