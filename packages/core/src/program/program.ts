import type { TextRange } from "../issue.ts";
import type { Enforcement, InvokeAction } from "./enforcement.ts";
import type { Conjunction, Value } from "./expression.ts";
import type { Source } from "./history.ts";
import type { RuleTest } from "./rule-test.ts";
import type { Trigger } from "./trigger.ts";
import type { AlternativeForm, ProgramComment } from "./trivia.ts";

/** The syntax tree of an AgentSpec program as plain JSON (AgentSpec §3.1, Fig. 3 ⟨Program⟩). */
export interface Program {
  readonly type: "program";
  /** The settings for all rules; absent if the text has no header lines. */
  readonly header?: Header;
  /** The `let` bindings before the first rule, which all rules share; absent if empty. */
  readonly bindings?: readonly Binding[];
  /** In source order, no two of one name; empty only in a program with tests. */
  readonly rules: readonly Rule[];
  /** The tests of the rules in source order, no two of one name; absent if empty. Engines ignore them. */
  readonly tests?: readonly RuleTest[];
  /** In source order; absent if empty. Doc comments are in their rules. */
  readonly comments?: readonly ProgramComment[];
  /** The places where the text uses an accepted alternative to the canonical form, in source order; absent if empty. */
  readonly alternativeForms?: readonly AlternativeForm[];
  /** The whole text. */
  readonly range: TextRange;
}

/** Settings for all rules: `default deny`, `on unknown ignore`, `on error stop`. */
export interface Header extends UnknownPolicies {
  readonly type: "header";
  /** Whether an action runs that no rule blocks. */
  readonly default?: "allow" | "deny";
  /** The treatment of a check whose predicate fails. */
  readonly onError?: UnknownPolicy;
  /** The sources whose values are trusted: `trust prompt, Contacts.any`. It overrides the host. */
  readonly trust?: readonly Source[];
  /** The sources whose values are not trusted: `untrusted Web.any, Gmail.Read`. It overrides the host. */
  readonly untrusted?: readonly Source[];
  readonly range: TextRange;
}

/** The treatment of a check with an unknown result, in general or by the unknown subject: `on unknown ignore`, `on unknown path ignore`. */
export interface UnknownPolicies {
  /** If no other member says it. */
  readonly onUnknown?: UnknownPolicy;
  /** The policy if the effects of code are unknown, such as those of a program that can't be parsed. */
  readonly onUnknownCode?: UnknownPolicy;
  /** The policy if a path is unknown, such as the path in `cat "$FILE"`. */
  readonly onUnknownPath?: UnknownPolicy;
}

/** The treatment of an unknown result of a check: as violated, as not violated, by stopping the action, or by asking a person. */
export type UnknownPolicy = "violated" | "ignore" | "stop" | "user_inspection";

/** One rule, from `rule` to `end` (Fig. 3 ⟨Rule⟩). */
export interface Rule extends UnknownPolicies {
  readonly type: "rule";
  /** Without the `@`. */
  readonly name: string;
  /** The text of the doc comment before the rule, without comment signs. */
  readonly doc?: string;
  /** The severity of a violation, which is reported but doesn't change the decision. */
  readonly severity?: Severity;
  /** If several rules are violated, the one with the highest number is enforced first; 0 if absent. */
  readonly priority?: number;
  readonly trigger: Trigger;
  /** The `let` bindings of this rule; absent if empty. */
  readonly bindings?: readonly Binding[];
  /** Always a conjunction at the top, with no conjunction directly in it; one without operands is true. */
  readonly check: Conjunction;
  /** In source order; at least one. */
  readonly enforce: readonly Enforcement[];
  /** Without the doc comment. */
  readonly range: TextRange;
}

export type Severity = "info" | "low" | "medium" | "high" | "critical";

/** A name for a value, or for the result of an action: `let x = {"k": 1}`, `let x = invoke_action(Clock.Now, {})`. */
export interface Binding {
  readonly type: "binding";
  readonly name: string;
  readonly value: Value | InvokeAction;
  readonly range: TextRange;
}
