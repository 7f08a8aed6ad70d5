import type { Action } from "./action.ts";
import type { Finding, Truth } from "./finding.ts";
import type { ToolSummary } from "./guard.ts";
import type { JsonValue } from "./json.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Observation } from "./result-part.ts";
import type { Trajectory } from "./trajectory.ts";
import type { GuardEvent } from "./verdict.ts";

/** A named question about an action that the check of a rule can use. Evaluating it has no side effects. */
export interface Predicate {
  readonly name: string;
  /** A description of the test, in one sentence for people and editors. */
  readonly description: string;
  /** The test as a clause in the sentence that explains a rule. Of several phrases, the first one that fits the arguments is used. */
  readonly phrase?: PredicatePhrase | readonly PredicatePhrase[];
  /** The arguments it accepts; any arguments when absent. */
  readonly parameters?: readonly PredicateParameter[];
  /**
   * Names the argument of a tool that this predicate inspects when a rule calls it without arguments. Absent if the predicate
   * doesn't inspect a single argument.
   *
   * @returns `undefined` if it inspects no argument of that tool; the predicate is then false for all actions of the tool
   */
  argumentFor?(tool: string): string | undefined;
  /**
   * Returns the reason why the predicate can't see the effects of a tool when a rule calls it without arguments. Example: an argument may be a
   * path, but the host has not declared its meaning. `undefined` if there is no reason.
   */
  blindFor?(tool: ToolSummary): string | undefined;
  /**
   * @param args - the arguments that the rule passes; empty if it passes none
   * @returns the truth alone, or with its reason and evidence; an exception counts as `"unknown"`
   */
  evaluate(args: readonly PredicateArgument[], context: PredicateContext): Truth | Finding | Promise<Truth | Finding>;
  /** The predicate's memory of earlier steps. Predicates with the same memory share one object. */
  readonly memory?: PredicateMemory;
}

/**
 * The question of a predicate, as a clause of a sentence: `it deletes files`. `{0}` stands for its first argument. `{1|}` stands for the second
 * and all that follow, listed with "or", and `{1&}` for the same, listed with "and".
 */
export interface PredicatePhrase {
  readonly en?: string;
  readonly zh?: string;
  /** The clause for a predicate that is false: `it does not delete files`. By default, the other clause is negated as a whole. */
  readonly not?: { readonly en?: string; readonly zh?: string };
  /**
   * The arguments that the phrase is for: `[1]`; or `"literals"` if none may be a value of the call, such as `args.to`. By default the
   * phrase is for any arguments, if there is one for each number in braces.
   */
  readonly when?: readonly JsonValue[] | "literals";
}

/** A memory of the steps of a session, for a session that continues in another process. */
export interface PredicateMemory {
  /** Returns the memory after the ended steps of a trajectory, as JSON. */
  snapshot(past: Pick<PredicateContext, "trajectory" | "earlier">): JsonValue;
}

/** A parameter of a predicate. */
export interface PredicateParameter {
  readonly name: string;
  /** Accepts any value when absent. */
  readonly schema?: JsonSchema;
  /** `true` by default. */
  readonly required?: boolean;
  /** Whether it collects all remaining arguments; allowed for the last parameter only. */
  readonly rest?: boolean;
}

/** An argument that a rule passes to a predicate. */
export interface PredicateArgument {
  /** `undefined` if the rule refers to an argument that the action doesn't have. */
  readonly value: unknown;
  /** Where the value comes from, as a JSON pointer into the action's `args`; absent for a literal. */
  readonly path?: string;
}

/** The inputs of a predicate besides its arguments. */
export interface PredicateContext {
  /** The action to evaluate. For events without an action: a placeholder with the event's name and no arguments. */
  readonly action: Action;
  /** `before_action` by default. */
  readonly event?: GuardEvent;
  /** The action's observation, once it has run. */
  readonly observation?: Observation;
  /** The steps before the action. */
  readonly trajectory: Trajectory;
  /** The snapshots of memories from before the trajectory. */
  readonly earlier?: readonly JsonValue[];
  /** The user's request. */
  readonly prompt: string;
  /** The state of the host, if it provides one. */
  readonly state?: unknown;
  /** The recorded time of the decision, in milliseconds since 1970; absent if the host has no clock. */
  readonly now?: number;
  /** For `state_change`: the state before the change. */
  readonly stateBefore?: unknown;
  readonly signal: AbortSignal;
}
