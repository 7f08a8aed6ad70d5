import type { TextRange } from "../issue.ts";
import type { Enforcement, InvokeAction } from "./enforcement.ts";
import type { Conjunction } from "./expression.ts";
import type { Trigger } from "./trigger.ts";
import type { AlternativeForm, ProgramComment } from "./trivia.ts";
import type { Value } from "./value.ts";

/** A text of rules as a tree of plain JSON: what the engine enforces (AgentSpec §3.1, Fig. 3 ⟨Program⟩). */
export interface Program {
  readonly type: "program";
  /** What holds for all rules; absent when the text says nothing of it. */
  readonly header?: Header;
  /** In source order, no two of one name. */
  readonly rules: readonly Rule[];
  /** In source order; absent when there are none. Doc comments stand in their rules. */
  readonly comments?: readonly ProgramComment[];
  /** Where the text says in other words what has a word of its own, in source order; absent when nowhere. */
  readonly alternativeForms?: readonly AlternativeForm[];
  /** The whole text. */
  readonly range: TextRange;
}

/** What holds for all rules: `default deny`, `on unknown ignore`, `on error stop`. Absent is what is not written. */
export interface Header {
  readonly type: "header";
  /** What becomes of an action that no rule objects to. */
  readonly default?: "allow" | "deny";
  /** What a check that can't be answered comes to. */
  readonly onUnknown?: UnknownPolicy;
  /** What a check comes to whose predicate fails. */
  readonly onError?: UnknownPolicy;
  readonly range: TextRange;
}

/** The rule counts as violated; as not violated; the action does not run; a person decides. */
export type UnknownPolicy = "violated" | "ignore" | "stop" | "user_inspection";

/** One rule, from `rule` to `end` (Fig. 3 ⟨Rule⟩). */
export interface Rule {
  readonly type: "rule";
  /** Without the `@`. */
  readonly name: string;
  /** What the doc comment before the rule says, without its signs. */
  readonly doc?: string;
  /** How bad a violation is; only reported. */
  readonly severity?: Severity;
  /** Of two violated rules the one with the higher number goes first; 0 when absent. */
  readonly priority?: number;
  readonly trigger: Trigger;
  /** Names for values, for this rule alone; absent when there are none. */
  readonly bindings?: readonly Binding[];
  /** Always a conjunction at the top, with no conjunction directly in it; one without operands is true. */
  readonly check: Conjunction;
  /** In source order; at least one. */
  readonly enforce: readonly Enforcement[];
  /** Without the doc comment. */
  readonly range: TextRange;
}

export type Severity = "info" | "low" | "medium" | "high" | "critical";

/** A name for a value, or for what an action gives: `let x = {"k": 1}`, `let x = invoke_action(Clock.Now, {})`. */
export interface Binding {
  readonly type: "binding";
  readonly name: string;
  readonly value: Value | InvokeAction;
  readonly range: TextRange;
}
