/** The definition of a predicate: names, description, parameters, and how it is evaluated. */
import type { Finding, Predicate, PredicateArgument, PredicateContext, PredicateParameter, Truth } from "@helve/core";
import type { PreparedPolicy } from "../prepared-policy.ts";

/** A predicate before the policy is known: its names, description and parameters, and how it is evaluated. */
export interface PredicateDefinition {
  /** The name and its aliases. */
  readonly names: readonly [string, ...string[]];
  readonly description: string;
  readonly phrase: NonNullable<Predicate["phrase"]>;
  readonly parameters: readonly PredicateParameter[];
  /** The argument of a tool that the predicate inspects without operands; absent if it inspects several. */
  readonly argumentFor?: (tool: string, policy: PreparedPolicy) => string | undefined;
  readonly evaluate: (
    operands: readonly PredicateArgument[],
    context: PredicateContext,
    policy: PreparedPolicy,
  ) => Finding | Promise<Finding>;
}

/** Creates a finding without evidence. */
export function createFinding(value: Truth, reason: string): Finding {
  return { value, reason, evidence: [] };
}

/** Joins the first three different reasons and counts the rest: `rm deletes a; rm deletes b; rm deletes c; and 2 more`. */
export function summarizeReasons(reasons: readonly string[]): string {
  if (reasons.length === 1) return reasons.join("");
  const different = [...new Set(reasons)];
  const remaining = different.length - 3;
  return different.slice(0, 3).join("; ") + (remaining > 0 ? `; and ${remaining} more` : "");
}

/** The operands of a rule as strings, with lists flattened; `null` if one is not a string. */
export function stringOperands(operands: readonly PredicateArgument[]): readonly string[] | null {
  const values = operands.flatMap(({ value }): unknown[] => (Array.isArray(value) ? value : [value]));
  return values.every((value) => typeof value === "string") ? values : null;
}
