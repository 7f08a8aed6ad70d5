import type { Action } from "./action.ts";
import type { Trajectory } from "./trajectory.ts";

/** Three-valued truth (Kleene): a predicate that can't tell says `"unknown"`. */
export type Truth = boolean | "unknown";

/** The characters of an argument that an answer rests on. */
export interface Evidence {
  /** Where the argument is, as a JSON pointer into the action's `args`. */
  readonly path: string;
  /** First character, in UTF-16 units of the string at `path`. */
  readonly start: number;
  /** The first character after it. */
  readonly end: number;
  /** The characters themselves. */
  readonly text: string;
}

/** What a predicate found, and why. */
export interface Finding {
  readonly value: Truth;
  /** Why, in words that stand after the predicate's name: `rm deletes report.md`. */
  readonly reason: string;
  readonly evidence: readonly Evidence[];
}

/** One argument that a rule gives to a predicate. */
export interface Operand {
  /** `undefined` when the rule refers to an argument that the action does not have. */
  readonly value: unknown;
  /** Where the value comes from, as a JSON pointer into the action's `args`; absent for a literal. */
  readonly path?: string;
}

/** What a predicate may look at beside its operands. */
export interface PredicateContext {
  readonly action: Action;
  /** The steps before the action. */
  readonly trajectory: Trajectory;
  /** What the user asked for. */
  readonly prompt: string;
  /** The host's world, if the host gives one. */
  readonly state?: unknown;
  readonly signal: AbortSignal;
}

/** A question about an action that rules may ask by name. It has no side effects. */
export interface Predicate {
  readonly name: string;
  /** What it asks, in one sentence for people and editors. */
  readonly description: string;
  /**
   * @param operands - what the rule wrote in parentheses; empty when it wrote none
   * @returns a truth alone, or with its reason and evidence; a throw counts as `"unknown"`
   */
  evaluate(operands: readonly Operand[], context: PredicateContext): Truth | Finding | Promise<Truth | Finding>;
}
