import type { PredicateArgument, PredicateContext } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { Host } from "../host.ts";
import type { CodeArgument } from "../policy.ts";

/** A command or a program that an action would run. */
export interface RunText {
  readonly language: string;
  /** Not always a string: a model wrote it. */
  readonly value: unknown;
  /** Where it is, as a JSON pointer into the arguments; absent when the rule wrote it. */
  readonly path?: string;
}

/** The arguments of a tool that hold code. */
export function argumentsOf(tool: string, { policy: { codeArguments = {} } }: Host): readonly CodeArgument[] {
  return Object.hasOwn(codeArguments, tool) ? [codeArguments[tool] ?? []].flat() : [];
}

/** What a predicate looks at: the one that the rule gives, or else those that the policy names for the tool. */
export function runTexts(
  given: PredicateArgument | undefined,
  { action }: PredicateContext,
  host: Host,
): readonly RunText[] {
  const known = argumentsOf(action.name, host).map(({ argument, language }) => {
    const value = Object.hasOwn(action.args, argument) ? action.args[argument] : undefined;
    return { language, value, path: jsonPointer([argument]) };
  });
  const language = known.find(({ path }) => path === given?.path)?.language ?? "shell";
  const texts = given === undefined ? known : [{ ...given, language }];
  return texts.filter(({ value }) => value !== undefined);
}
