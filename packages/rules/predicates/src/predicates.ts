import type { Predicate, PredicateMemory, PredicateParameter, ToolSummary } from "@helve/core";
import { freezeCopy } from "@helve/core/internal";
import type { Policy } from "./policy.ts";
import { readInstructions } from "./predicates/has-read-instructions.ts";
import { evaluateOperands } from "./predicates/missing-operands.ts";
import { predicateDefinitions } from "./predicates/predicate-definitions.ts";
import { preparePolicy } from "./prepared-policy.ts";
import { sessionSnapshot } from "./session-state/session-memory.ts";
import { foldOf } from "./session-state.ts";
import { policyAt } from "./tool-place.ts";
import { unmappedTools } from "./unmapped-tools.ts";

/**
 * Creates all predicates for a policy. A predicate about code inspects the operand of the rule
 * (`is_destructive(args.command)`), or without an operand the arguments in `policy.tools`; for a tool without such
 * arguments the answer is false. An operand that the call does not have makes the answer `"unknown"`. A predicate about texts searches its operands, or without operands every string argument.
 *
 * @param policy - the tools, files, network and people of the host
 * @example
 * const engine = new Engine(program, {
 *   predicates: predicates({
 *     languages: { shell, python },
 *     tools: {
 *       "Terminal.Execute": { code: "command", language: "shell" },
 *       "PythonREPL.Run": { code: "code", language: "python" },
 *     },
 *     workingDirectory: "/home/ada/project",
 *     trustedHosts: ["pypi.org", "*.example.org"],
 *   }),
 * });
 * @throws PolicyError with every problem of the policy: wrong types, unknown members, a language without a reader
 */
export function predicates<Language extends string = never>(policy: Policy<Language>): readonly Predicate[] {
  const prepared = preparePolicy(policy);
  const memory: PredicateMemory = {
    snapshot: (past) => {
      const last = past.trajectory.findLast(({ action }) => action.place !== undefined);
      const policy = last === undefined ? prepared : policyAt(last.action, prepared);
      const instructions = readInstructions(past, policy);
      const fold = foldOf(policy, past).snapshot();
      return freezeCopy(sessionSnapshot(policy, fold, instructions)) ?? null;
    },
  };
  return predicateDefinitions.flatMap((definition) => {
    const { names, description, phrase, parameters, argumentFor } = definition;
    return names.map((name) => ({
      name,
      description,
      phrase,
      parameters,
      argumentFor: argumentFor === undefined ? undefined : (tool: string) => argumentFor(tool, prepared),
      blindFor: argumentFor === undefined ? undefined : (tool: ToolSummary) => unseenReason(tool, policy),
      memory,
      evaluate: (operands, context) =>
        evaluateOperands(definition, operands, context, policyAt(context.action, prepared)),
    }));
  });
}

/** Why predicates do not see what a tool does; `undefined` if they see it. */
function unseenReason(tool: ToolSummary, policy: Policy): string | undefined {
  return unmappedTools([tool], policy)[0]?.message;
}

/** The name, description, phrase and parameters of a predicate, for editors, diagnostics and explanations. */
export interface CatalogueEntry {
  readonly name: string;
  /** The question that the predicate answers, in one sentence. */
  readonly description: string;
  readonly phrase: NonNullable<Predicate["phrase"]>;
  readonly parameters: readonly PredicateParameter[];
}

/** All predicates with their aliases; needs no policy. */
export const predicateCatalogue: readonly CatalogueEntry[] = predicateDefinitions.flatMap(
  ({ names, description, phrase, parameters }) => names.map((name) => ({ name, description, phrase, parameters })),
);
