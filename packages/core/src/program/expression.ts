/** Syntax-tree types of conditions and values, which contain each other: checks, comparisons, lists, questions about earlier steps. */
import type { TextRange } from "../issue.ts";
import type { Duration, Source, StepWindow } from "./history.ts";
import type { ToolPattern } from "./trigger.ts";
import type { Literal, Reference } from "./value.ts";

/** A condition in a check (Fig. 3 ⟨Pred⟩). A literal here is `true` or `false`. */
export type Expression =
  | Conjunction
  | Disjunction
  | Negation
  | Comparison
  | Quantifier
  | Once
  | Provenance
  | Literal
  | PredicateCall;

/** True if all operands are true: adjacent conditions, `p & q`, `p and q`. */
export interface Conjunction {
  readonly type: "and";
  /** None of them a conjunction. */
  readonly operands: readonly Expression[];
  /** From the first operand to the last; without operands, the empty range where the first one would be. */
  readonly range: TextRange;
}

/** True if at least one operand is true: `p | q`, `p or q`. */
export interface Disjunction {
  readonly type: "or";
  /** At least two, none of them a disjunction. */
  readonly operands: readonly Expression[];
  readonly range: TextRange;
}

/** `!p`, `¬p` or `not p`. */
export interface Negation {
  readonly type: "not";
  readonly operand: Expression;
  readonly range: TextRange;
}

/** A call of a predicate with its arguments (Fig. 3 ⟨CustomizedPred⟩). */
export interface PredicateCall {
  readonly type: "predicate";
  readonly name: string;
  /** Empty when the rule writes none. */
  readonly arguments: readonly Value[];
  readonly range: TextRange;
}

/** A comparison of two values: `args.amount > 1000`. */
export interface Comparison {
  readonly type: "comparison";
  readonly operator: ComparisonOperator;
  readonly left: Value;
  readonly right: Value;
  /** Whether texts that differ only in upper and lower case are equal: `args.subject contains "urgent" ignoring case`. */
  readonly ignoreCase?: true;
  readonly range: TextRange;
}

/**
 * Compares the items of a list: `every(args.to, ends_with "@corp.com")`, `some(args.to, in blocked)`. A value that is not a list
 * is compared itself. Without items `every` is true and `some` false.
 */
export interface Quantifier {
  readonly type: "every" | "some";
  readonly value: Value;
  readonly operator: ComparisonOperator;
  /** The value that each item is compared with. */
  readonly right: Value;
  /** As in a comparison. */
  readonly ignoreCase?: true;
  readonly range: TextRange;
}

/** `matches` takes a regular expression on its right, `in` a list or an object. */
export type ComparisonOperator =
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "matches"
  | "contains"
  | "starts_with"
  | "ends_with"
  | "in";

/** A value in a comparison or in the arguments of a predicate or tool (Fig. 3 ⟨Value⟩). */
export type Value =
  | Literal
  | ListValue
  | ObjectValue
  | Reference
  | Arithmetic
  | Duration
  | StepCount
  | StepSum
  | LastStep;

/** `[1, "two"]` */
export interface ListValue {
  readonly type: "list";
  readonly items: readonly Value[];
  readonly range: TextRange;
}

/** `{"key": "value"}` (Fig. 3 ⟨KV Pairs⟩) */
export interface ObjectValue {
  readonly type: "object";
  /** In source order, no two of one key; a key such as `__proto__` is a key like any other. */
  readonly entries: readonly Entry[];
  readonly range: TextRange;
}

/** One key of an object with its value (Fig. 3 ⟨KV Pair⟩). */
export interface Entry {
  readonly type: "entry";
  readonly key: string;
  readonly value: Value;
  readonly range: TextRange;
}

/** Two numbers added, subtracted or multiplied: `sum(…) + args.amount`. */
export interface Arithmetic {
  readonly type: "arithmetic";
  readonly operator: "+" | "-" | "*";
  readonly left: Value;
  readonly right: Value;
  readonly range: TextRange;
}

/** The earlier steps of a session that match: `Bank.Transfer where step.args.to == args.to since Session.Clear within 1h`. */
export interface StepQuery {
  readonly type: "step_query";
  /** A step matches if one pattern does; at least one. */
  readonly patterns: readonly ToolPattern[];
  /** Comparisons with `and`, `or` and `not`. In it, `step` is the earlier step and `args` the arguments of the action. */
  readonly where?: Expression;
  /** Only steps since the last one that matches one of these, itself included; all steps if there is none. */
  readonly since?: readonly ToolPattern[];
  /** Only the latest steps. */
  readonly within?: StepWindow | Duration;
  readonly range: TextRange;
}

/** True if a step matches: `once(Web.Read since Session.Clear)`. */
export interface Once {
  readonly type: "once";
  readonly steps: StepQuery;
  readonly range: TextRange;
}

/** How many steps match: `count(Bank.Transfer within 1h)`. */
export interface StepCount {
  readonly type: "count";
  readonly steps: StepQuery;
  readonly range: TextRange;
}

/** The sum of a number over the steps that match: `sum(step.args.amount of Bank.Transfer within 24h)`. */
export interface StepSum {
  readonly type: "sum";
  readonly value: Value;
  readonly steps: StepQuery;
  readonly range: TextRange;
}

/** A part of the last step that matches: `last(Tests.Run).status`. */
export interface LastStep {
  readonly type: "last";
  readonly steps: StepQuery;
  /** Keys and indices within the step, as after `step` in `where`; empty for the whole step. */
  readonly path: readonly (string | number)[];
  /** Whether a comparison is false, not unknown, if there is no such step or part: `last(Tests.Run).status?`. */
  readonly optional?: true;
  readonly range: TextRange;
}

/**
 * Where a value came from: `args.to from Web.any` is true if a part of the value came from one of the sources, and
 * `args.to only from (prompt, Contacts.any)` if every part did.
 */
export interface Provenance {
  readonly type: "provenance";
  readonly value: Value;
  /** Whether every part of the value must come from the sources, not only one. */
  readonly only: boolean;
  /** At least one. */
  readonly sources: readonly Source[];
  readonly range: TextRange;
}
