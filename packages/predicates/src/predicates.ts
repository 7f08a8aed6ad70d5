import type { Predicate, PredicateParameter } from "@helve/core";
import type { Policy } from "./policy.ts";
import { definitions } from "./predicates/all-definitions.ts";
import { preparePolicy } from "./prepared-policy.ts";

/**
 * All predicates, for a host's policy. Those about commands and programs look at what the rule names
 * (`is_destructive(args.command)`), or else at what the policy names for the action's tool; a tool without either has
 * none, and the answer is false. Those about texts look at what the rule names, or else at every string of the arguments.
 *
 * @example
 * const engine = new Engine(program, {
 *   predicates: predicates({
 *     languages: { shell, python },
 *     codeArguments: {
 *       "Terminal.Execute": { argument: "command", language: "shell" },
 *       "PythonREPL.Run": { argument: "code", language: "python" },
 *     },
 *     workingDirectory: "/home/ada/project",
 *     trustedHosts: ["pypi.org", "*.example.org"],
 *   }),
 * });
 * @throws PolicyError if `codeArguments` names a language that is not in `languages`
 */
export function predicates<Language extends string = never>(policy: Policy<Language>): readonly Predicate[] {
  const host = preparePolicy(policy);
  return definitions.flatMap(({ names, description, parameters, argumentFor, evaluate }) =>
    names.map((name) => ({
      name,
      description,
      parameters,
      ...(argumentFor !== undefined && { argumentFor: (tool: string) => argumentFor(tool, host) }),
      evaluate: (operands, context) => evaluate(operands, context, host),
    })),
  );
}

/** What a predicate is, for editors and diagnostics. */
export interface CatalogueEntry {
  readonly name: string;
  /** What it asks, in one sentence. */
  readonly description: string;
  readonly parameters: readonly PredicateParameter[];
}

/** All predicates by their names, aliases too, before any policy is known. */
export const predicateCatalogue: readonly CatalogueEntry[] = definitions.flatMap(({ names, description, parameters }) =>
  names.map((name) => ({ name, description, parameters })),
);
