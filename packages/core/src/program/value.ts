/** Syntax-tree types of literals, references such as `args.path`, and message templates. */
import type { TextRange } from "../issue.ts";

/** A constant value; in a check, `true` or `false`. */
export interface Literal {
  readonly type: "literal";
  readonly value: string | number | boolean | null;
  readonly range: TextRange;
}

/** A reference to a part of the action or its context: `args.items[0]["to"]`. */
export interface Reference {
  readonly type: "reference";
  /** If `let`, the first key of the path is the name of a binding. */
  readonly root: ReferenceRoot;
  /** Keys and 0-based indices from the root; empty for the root itself. */
  readonly path: readonly (string | number)[];
  /** Whether a comparison with it is false, not unknown, if it is absent: `args.cc?`. */
  readonly optional?: true;
  readonly range: TextRange;
}

/**
 * The root of a reference:
 *
 * - `args`, `action`, `prompt`, `trajectory`, `state`: the action and its context
 * - `observation`: the result of the action, at `after_action`
 * - `before`, `after`: the state before and after the change, at `state_change`
 * - `now`: the recorded time of the decision, in milliseconds since 1970
 * - `step`: in `where` and `sum`, the earlier step with its `tool`, `args`, `result`, `status` and `at` (milliseconds since 1970)
 * - `let`: a binding
 */
export type ReferenceRoot =
  | "args"
  | "action"
  | "prompt"
  | "trajectory"
  | "state"
  | "observation"
  | "before"
  | "after"
  | "now"
  | "step"
  | "let";

/** A message with placeholders: `"delete ${args.path}?"`. */
export interface Template {
  readonly type: "template";
  /** In source order; no two adjacent text parts, no empty text. */
  readonly parts: readonly (TextPart | Reference)[];
  /** With its quotes. */
  readonly range: TextRange;
}

/** Text between the placeholders of a template. */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly range: TextRange;
}
