import type { Action } from "./action.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Observation } from "./result-part.ts";
import type { Trajectory } from "./trajectory.ts";
import type { GuardEvent } from "./verdict.ts";

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
export interface PredicateArgument {
  /** `undefined` when the rule refers to an argument that the action does not have. */
  readonly value: unknown;
  /** Where the value comes from, as a JSON pointer into the action's `args`; absent for a literal. */
  readonly path?: string;
}

/** What a predicate may look at beside its operands. */
export interface PredicateContext {
  /** Where there is none to look at, one that stands for the event: it has its name, and no arguments. */
  readonly action: Action;
  /** `before_action` when absent. */
  readonly event?: GuardEvent;
  /** What came of the action, when it has run. */
  readonly observation?: Observation;
  /** The steps before the action. */
  readonly trajectory: Trajectory;
  /** What the user asked for. */
  readonly prompt: string;
  /** The host's world, if the host gives one. */
  readonly state?: unknown;
  /** The host's world before it changed, when that is what is looked at. */
  readonly stateBefore?: unknown;
  readonly signal: AbortSignal;
}

/** What a predicate takes at one place. */
export interface PredicateParameter {
  readonly name: string;
  /** Anything when absent. */
  readonly schema?: JsonSchema;
  /** `true` when absent. */
  readonly required?: boolean;
  /** Whether it stands for any number of arguments from here on; of the last parameter only. */
  readonly rest?: boolean;
}

/** A question about an action that rules may ask by name. It has no side effects. */
export interface Predicate {
  readonly name: string;
  /** What it asks, in one sentence for people and editors. */
  readonly description: string;
  /** What it takes; when absent, anything. */
  readonly parameters?: readonly PredicateParameter[];
  /**
   * The argument of a tool that it looks at when a rule gives it no operand; `undefined` when it knows none, and so is
   * false of every action of that tool. Absent when it does not look at one argument.
   */
  argumentFor?(tool: string): string | undefined;
  /**
   * @param operands - what the rule wrote in parentheses; empty when it wrote none
   * @returns a truth alone, or with its reason and evidence; a throw counts as `"unknown"`
   */
  evaluate(
    operands: readonly PredicateArgument[],
    context: PredicateContext,
  ): Truth | Finding | Promise<Truth | Finding>;
}
