import type { PredicateArgument, PredicateContext } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { CodeArgument } from "../policy.ts";
import type { PreparedPolicy } from "../prepared-policy.ts";

/**
 * Returns the code that a predicate inspects: the operand of the rule (`is_destructive(args.command)`), or without an operand the
 * arguments that the policy's `codeArguments` lists for the tool.
 */
export function codeToInspect(
  operand: PredicateArgument | undefined,
  { action }: PredicateContext,
  policy: PreparedPolicy,
): readonly InspectedCode[] {
  const codeInArguments = codeArgumentsOf(action.name, policy).map(({ argument, language }) => {
    const value = Object.hasOwn(action.args, argument) ? action.args[argument] : undefined;
    return { language, value, path: jsonPointer([argument]) };
  });
  const language = codeInArguments.find(({ path }) => path === operand?.path)?.language ?? "shell";
  const code = operand === undefined ? codeInArguments : [{ ...operand, language }];
  return code.filter(({ value }) => value !== undefined);
}

/** Code that a predicate inspects, with its language. */
export interface InspectedCode {
  readonly language: string;
  /** The code; not always a string, because a model wrote it. */
  readonly value: unknown;
  /** The location of the code, as a JSON pointer into the arguments (`/command`); absent for a literal in the rule. */
  readonly path?: string;
}

/** The arguments of a tool that hold code, from the policy's `codeArguments`. */
export function codeArgumentsOf(
  tool: string,
  { original: { codeArguments = {} } }: PreparedPolicy,
): readonly CodeArgument[] {
  return Object.hasOwn(codeArguments, tool) ? [codeArguments[tool] ?? []].flat() : [];
}

/** The names of the arguments of a tool that contain receivers: those in the policy, or the usual ones such as `to` and `cc`. */
export function receiverArguments(
  tool: string,
  { original: { receiverArguments: receiverArgumentsOf = {} } }: PreparedPolicy,
): readonly string[] {
  return (Object.hasOwn(receiverArgumentsOf, tool) ? receiverArgumentsOf[tool] : undefined) ?? defaultReceiverArguments;
}

const defaultReceiverArguments: readonly string[] = ["to", "cc", "bcc", "recipient", "recipients", "attendees"];

/** An argument of a call in the form of an operand of a rule. */
export function argumentAsOperand(name: string, value: unknown): PredicateArgument {
  return { value, path: jsonPointer([name]) };
}
