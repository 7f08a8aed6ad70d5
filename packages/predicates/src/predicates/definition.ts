import type { Finding, PredicateArgument, PredicateContext, PredicateParameter, Truth } from "@helve/core";
import type { Host } from "../host.ts";

/** A predicate before a host's policy is known: what the catalogue tells, and how it is made. */
export interface PredicateDefinition {
  /** The name, and others by which it is known. */
  readonly names: readonly [string, ...string[]];
  readonly description: string;
  readonly parameters: readonly PredicateParameter[];
  /** The argument of a tool that it looks at without operands; absent when it is not one argument. */
  readonly argumentFor?: (tool: string, host: Host) => string | undefined;
  readonly evaluate: (
    operands: readonly PredicateArgument[],
    context: PredicateContext,
    host: Host,
  ) => Finding | Promise<Finding>;
}

/** An answer without evidence. */
export function answer(value: Truth, reason: string): Finding {
  return { value, reason, evidence: [] };
}

/** The first three of some reasons, and how many more there are. */
export function severalOf(reasons: readonly string[]): string {
  const different = [...new Set(reasons)];
  const more = different.length - 3;
  return different.slice(0, 3).join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/** What a value is, with its article. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  return Array.isArray(value) ? "a list" : `${/^[aeiou]/.test(typeof value) ? "an" : "a"} ${typeof value}`;
}

/** The strings that a rule gives in one place or several, lists taken apart; `null` when there is something else. */
export function stringsOf(operands: readonly PredicateArgument[]): readonly string[] | null {
  const values = operands.flatMap(({ value }): unknown[] => (Array.isArray(value) ? value : [value]));
  return values.every((value) => typeof value === "string") ? values : null;
}
