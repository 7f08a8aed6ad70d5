import type { Finding, PredicateArgument, PredicateContext, PredicateParameter, Truth } from "@helve/core";
import type { PreparedPolicy } from "../prepared-policy.ts";

/** A predicate before the policy is known: its names, description and parameters, and how it is evaluated. */
export interface PredicateDefinition {
  /** The name, and others by which it is known. */
  readonly names: readonly [string, ...string[]];
  readonly description: string;
  readonly parameters: readonly PredicateParameter[];
  /** The argument of a tool that it looks at without operands; absent when it is not one argument. */
  readonly argumentFor?: (tool: string, host: PreparedPolicy) => string | undefined;
  readonly evaluate: (
    operands: readonly PredicateArgument[],
    context: PredicateContext,
    host: PreparedPolicy,
  ) => Finding | Promise<Finding>;
}

/** An answer without evidence. */
export function answer(value: Truth, reason: string): Finding {
  return { value, reason, evidence: [] };
}

/** Joins the first three reasons, and says how many more there are. */
export function summarizeReasons(reasons: readonly string[]): string {
  const different = [...new Set(reasons)];
  const more = different.length - 3;
  return different.slice(0, 3).join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/** The type of a value with its article, for messages: `a list`. */
export function describeType(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  return Array.isArray(value) ? "a list" : `${/^[aeiou]/.test(typeof value) ? "an" : "a"} ${typeof value}`;
}

/** The operands of a rule as strings, lists flattened; `null` if there is anything else. */
export function stringOperands(operands: readonly PredicateArgument[]): readonly string[] | null {
  const values = operands.flatMap(({ value }): unknown[] => (Array.isArray(value) ? value : [value]));
  return values.every((value) => typeof value === "string") ? values : null;
}
