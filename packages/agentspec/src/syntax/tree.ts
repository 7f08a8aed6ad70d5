import type { Range } from "@helve/core";

/** A text of rules as a tree of plain JSON: what the engine enforces (AgentSpec §3.1, Fig. 3 ⟨Program⟩). */
export interface Program {
  readonly type: "program";
  /** In source order; at least one, no two of one name. */
  readonly rules: readonly Rule[];
  /** The whole text. */
  readonly range: Range;
}

/** One rule, from `rule` to `end` (Fig. 3 ⟨Rule⟩). */
export interface Rule {
  readonly type: "rule";
  /** Without the `@`. */
  readonly name: string;
  readonly trigger: Trigger;
  /** Always a conjunction at the top; one without operands is true. */
  readonly check: Expression;
  /** In source order; at least one. */
  readonly enforce: readonly Enforcement[];
  readonly range: Range;
}

/** When a rule is looked at: the words after `trigger`. */
export interface Trigger {
  readonly type: "trigger";
  readonly event: "before_action";
  /** The rule is looked at when one of them fits the action. */
  readonly patterns: readonly ToolPattern[];
  readonly range: Range;
}

/** A tool, or with `any` many of them (Fig. 3 ⟨Toolkit⟩.⟨Tool⟩). */
export interface ToolPattern {
  readonly type: "tool_pattern";
  /** A toolkit's name; `any` fits all. */
  readonly toolkit: string;
  /** A tool's name within its toolkit; `any` fits all. */
  readonly tool: string;
  readonly range: Range;
}

/** What a check says about an action (Fig. 3 ⟨Pred⟩). */
export type Expression = Conjunction | Negation | Literal | PredicateCall;

/** True when all of its operands are. */
export interface Conjunction {
  readonly type: "and";
  readonly operands: readonly Expression[];
  /** From the first operand to the last; without any, the empty place after `check`. */
  readonly range: Range;
}

/** `!p`, `¬p` or `not p`. */
export interface Negation {
  readonly type: "not";
  readonly operand: Expression;
  readonly range: Range;
}

/** A predicate to ask, with what it is given (Fig. 3 ⟨CustomizedPred⟩). */
export interface PredicateCall {
  readonly type: "predicate";
  readonly name: string;
  /** Empty when the rule writes none. */
  readonly arguments: readonly Value[];
  readonly range: Range;
}

/** What a rule gives to a predicate or to a tool (Fig. 3 ⟨Value⟩). */
export type Value = Literal | List | ObjectValue | Reference;

/** A value that stands for itself; in a check, `true` or `false`. */
export interface Literal {
  readonly type: "literal";
  readonly value: string | number | boolean | null;
  readonly range: Range;
}

/** `[1, "two"]` */
export interface List {
  readonly type: "list";
  readonly items: readonly Value[];
  readonly range: Range;
}

/** `{"key": "value"}` (Fig. 3 ⟨KV Pairs⟩) */
export interface ObjectValue {
  readonly type: "object";
  /** In source order, no two of one key; a key such as `__proto__` is a key like any other. */
  readonly entries: readonly Entry[];
  readonly range: Range;
}

/** One key of an object with its value (Fig. 3 ⟨KV Pair⟩). */
export interface Entry {
  readonly type: "entry";
  readonly key: string;
  readonly value: Value;
  readonly range: Range;
}

/** A part of the action that the rule looks at: `args.items[0]["to"]`. */
export interface Reference {
  readonly type: "reference";
  readonly root: "args";
  /** Keys and 0-based indices from the root down; empty for all arguments. */
  readonly path: readonly (string | number)[];
  readonly range: Range;
}

/** What happens when the check comes out true (Fig. 3 ⟨Enforce⟩). */
export type Enforcement = UserInspection | LlmSelfReflect | InvokeAction | Stop;

/** A person decides: `user_inspection`, `user_inspection(add_contact)`. */
export interface UserInspection {
  readonly type: "user_inspection";
  /** The names of the ways out that the person is offered (Fig. 1). */
  readonly fixes: readonly string[];
  readonly range: Range;
}

/** The model thinks again: `llm_self_reflect`, also written `llm_self_examine`. */
export interface LlmSelfReflect {
  readonly type: "llm_self_reflect";
  readonly range: Range;
}

/** Another action takes the place of this one: `invoke_action(Terminal.Execute, {"command": "ls"})`. */
export interface InvokeAction {
  readonly type: "invoke_action";
  /** `Name` or `Toolkit.Name`. */
  readonly tool: string;
  readonly args: ObjectValue;
  readonly range: Range;
}

/** The action does not run. */
export interface Stop {
  readonly type: "stop";
  readonly range: Range;
}
