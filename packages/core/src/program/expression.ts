// Syntax-tree types of the conditions in a rule's check: and, or, not, comparisons, predicate calls.

import type { TextRange } from "../issue.ts";
import type { Once, Provenance } from "./history.ts";
import type { Literal, Value } from "./value.ts";

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
  /** What each item is compared with. */
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
