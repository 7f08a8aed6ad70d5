import { type Evidence, type Finding, jsonPointer, type Operand, type PredicateContext } from "@helve/core";
import type { Policy } from "./policy.ts";
import type { Span } from "./shell/syntax.ts";
import { type ShellEffects, shellEffects } from "./shell-effects.ts";

/** A shell command of an action. */
export interface ShellCommand extends ShellEffects {
  /** The command's characters as evidence; none when the rule wrote the command itself. */
  evidence(spans: readonly Span[]): readonly Evidence[];
}

/**
 * Asks about the shell command that a predicate is about.
 *
 * @param ask - gets the command; without one, or with what is none, the answer does not depend on it
 */
export function aboutCommand(
  operands: readonly Operand[],
  { action }: PredicateContext,
  policy: Policy,
  ask: (command: ShellCommand) => Finding,
): Finding {
  if (operands.length > 1) {
    return unknown(`takes one command at most, as in is_destructive(args.command); it got ${operands.length} operands`);
  }
  const { value, path } = operands[0] ?? namedByPolicy(action.name, action.args, policy);
  if (value === undefined) return { value: false, reason: `${action.name} has no shell command`, evidence: [] };
  if (typeof value !== "string") {
    return unknown(`the command${path === undefined ? "" : ` at ${path}`} must be a string, not ${kindOf(value)}`);
  }
  const evidence = (spans: readonly Span[]): readonly Evidence[] =>
    path === undefined ? [] : spans.map(({ start, end }) => ({ path, start, end, text: value.slice(start, end) }));
  return ask({ ...shellEffects(value, policy), evidence });
}

/** The answer when nothing certain was found: unknown when a part can't be told, otherwise false. */
export function unlessUnknown({ unknowns, evidence }: ShellCommand, otherwise: string): Finding {
  const [first] = unknowns;
  if (first === undefined) return { value: false, reason: otherwise, evidence: [] };
  return { value: "unknown", reason: severalOf(unknowns.map(({ reason }) => reason)), evidence: evidence(unknowns) };
}

/** The first three of some reasons, and how many more there are. */
export function severalOf(reasons: readonly string[]): string {
  const different = [...new Set(reasons)];
  const more = different.length - 3;
  return different.slice(0, 3).join("; ") + (more > 0 ? `; and ${more} more` : "");
}

function unknown(reason: string): Finding {
  return { value: "unknown", reason, evidence: [] };
}

function namedByPolicy(name: string, args: Readonly<Record<string, unknown>>, { commandArguments }: Policy): Operand {
  const argument = Object.hasOwn(commandArguments, name) ? commandArguments[name] : undefined;
  if (argument === undefined || !Object.hasOwn(args, argument)) return { value: undefined };
  return { value: args[argument], path: jsonPointer([argument]) };
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `${/^[aeiou]/.test(typeof value) ? "an" : "a"} ${typeof value}`;
}
