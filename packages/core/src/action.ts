import type { Args } from "./tool-call.ts";

/** One call, resolved and decoded, not yet run. */
export interface Action {
  /** The id of the call it came from; an action that replaces another keeps it. */
  readonly id: string;
  /** The tool's own name: `Toolkit.Tool` for a toolkit's member. */
  readonly name: string;
  readonly args: Args;
  /** The action whose place this one took, when a rule invoked it. */
  readonly replaces?: Action;
  /** The rule that invoked it, and that does not apply to it. No call of a model says so. */
  readonly invokedBy?: string;
}
