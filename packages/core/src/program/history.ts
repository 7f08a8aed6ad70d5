/** Syntax-tree types of the parts of questions about earlier steps: lengths of time, and the sources of values. */
import type { TextRange } from "../issue.ts";
import type { ToolPattern } from "./trigger.ts";

/** A window of the last steps of a session: `10 steps`. */
export interface StepWindow {
  readonly type: "step_window";
  /** A whole number of at least 1. */
  readonly steps: number;
  readonly range: TextRange;
}

/** A length of time, as a value its milliseconds: `30s`, `1h`. */
export interface Duration {
  readonly type: "duration";
  /** At least 0. */
  readonly amount: number;
  readonly unit: DurationUnit;
  readonly range: TextRange;
}

/** Milliseconds, seconds, minutes, hours, days, weeks. */
export type DurationUnit = "ms" | "s" | "m" | "h" | "d" | "w";

/** A source of values: the user's prompt, all trusted or untrusted sources, or the observations of tools. */
export type Source = NamedSource | ToolPattern;

/** The user's prompt, or all sources that the header, or else the host, trusts or doesn't trust. */
export interface NamedSource {
  readonly type: "named_source";
  readonly name: "prompt" | "trusted" | "untrusted";
  readonly range: TextRange;
}
