import type { PredicateArgument, PredicateContext } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { CodeArgument } from "../policy.ts";
import type { PreparedPolicy } from "../prepared-policy.ts";

/** Code that a predicate inspects, with its language. */
export interface InspectedCode {
  readonly language: string;
  /** Not always a string: a model wrote it. */
  readonly value: unknown;
  /** Where it is, as a JSON pointer into the arguments; absent when the rule wrote it. */
  readonly path?: string;
}

/** The arguments of a tool that hold code. */
export function codeArgumentsOf(
  tool: string,
  { policy: { codeArguments = {} } }: PreparedPolicy,
): readonly CodeArgument[] {
  return Object.hasOwn(codeArguments, tool) ? [codeArguments[tool] ?? []].flat() : [];
}

/** The code that a predicate inspects: the operand of the rule, or the arguments that `codeArguments` names for the tool. */
export function codeToInspect(
  given: PredicateArgument | undefined,
  { action }: PredicateContext,
  host: PreparedPolicy,
): readonly InspectedCode[] {
  const known = codeArgumentsOf(action.name, host).map(({ argument, language }) => {
    const value = Object.hasOwn(action.args, argument) ? action.args[argument] : undefined;
    return { language, value, path: jsonPointer([argument]) };
  });
  const language = known.find(({ path }) => path === given?.path)?.language ?? "shell";
  const texts = given === undefined ? known : [{ ...given, language }];
  return texts.filter(({ value }) => value !== undefined);
}
