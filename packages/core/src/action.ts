import type { Args } from "./tool-call.ts";
import type { ToolPlace } from "./tool-place.ts";

/** A call whose tool was found and whose arguments were decoded, not yet run. */
export interface Action {
  /** The id of the call; an action that replaces another keeps the id. */
  readonly id: string;
  /** The tool's own name: `Toolkit.Tool` for a member of a toolkit. */
  readonly name: string;
  readonly args: Args;
  /** The action that this one replaces, if a rule replaced it. */
  readonly replaces?: Action;
  /** The rule that invoked this action; the rule does not apply to it. Never set by a model. */
  readonly invokedBy?: string;
  /** The fingerprint of the program that contains this rule, so that no rule of another program is taken for it. */
  readonly invokedByProgram?: string;
  /**
   * The kinds of the repairs that its arguments needed, sorted, each once; absent if they needed none. An action that a rule
   * or a fix derives from another one has the kinds of both.
   */
  readonly repairKinds?: readonly string[];
  /** Where the tool works, as the tool says. Never set by a model. */
  readonly place?: ToolPlace;
}
