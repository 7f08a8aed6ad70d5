import { type Visitor, visit } from "@helve/agentspec";
import { isName, stringPatterns, tokens as t } from "@helve/agentspec/internal";
import { tokenMatcher } from "chevrotain";
import { catalogueIndex, type OpenProgram, programReading } from "../open-program.ts";
import { predicateSignature } from "../signatures.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { ProductionFrame } from "./continuations.ts";
import { topLevelTokens } from "./expected-schemas.ts";
import { escapeSnippet, type Suggestion } from "./suggestion.ts";

const predicatePattern = new RegExp(stringPatterns.predicate.pattern, "u");
const domainEnforcementPattern = new RegExp(stringPatterns.domain.pattern, "u");

/**
 * Suggests the predicates of the catalogue; without a catalogue of predicates, those that other rules of the text use.
 *
 * @param isCall - whether a parenthesis follows
 */
export function predicates(program: OpenProgram, isCall: boolean): readonly Suggestion[] {
  const known = catalogueIndex(program).predicates;
  if (known === undefined) {
    const used = collectNames(program, (add) => ({ predicate: ({ name }) => add(name) }));
    return used.map((name) => ({ label: name, kind: "Function", rank: 2 }));
  }
  return [...known.values()].flatMap((predicate): readonly Suggestion[] => {
    const { name, description, parameters = [] } = predicate;
    if (!predicatePattern.test(name)) return [];
    const hasRequired = !isCall && parameters.some(({ required = true }) => required);
    return [
      {
        label: name,
        kind: "Function",
        rank: 2,
        detail: predicateSignature(predicate),
        ...(description !== undefined && { documentation: description }),
        ...(hasRequired && { text: `${escapeSnippet(name)}($1)`, isSnippet: true }),
      },
    ];
  });
}

/** Suggests the domain enforcements of the catalogue; after a colon, the rest of their names. */
export function domainEnforcements(
  program: OpenProgram,
  { clause, nextTokens: [next] }: RuleCompletionContext,
  frame: ProductionFrame,
): readonly Suggestion[] {
  const written = clause
    .slice(frame.start)
    .map(({ image }) => image)
    .join("");
  return [...(catalogueIndex(program).enforcements?.values() ?? [])].flatMap(
    ({ name, description }): readonly Suggestion[] => {
      if (!domainEnforcementPattern.test(name) || !name.startsWith(written)) return [];
      const rest = name.slice(written.length);
      const described = {
        kind: "Function",
        rank: 4,
        ...(description !== undefined && { documentation: description }),
      } as const;
      if (next?.tokenType === t.Colon) {
        const [part = "", ...others] = rest.split(":");
        return others.length === 0 ? [] : [{ ...described, label: part }];
      }
      if (next?.tokenType === t.LeftParen || next?.tokenType === t.Assign) return [{ ...described, label: rest }];
      const text = escapeSnippet(rest) + (name.includes(":") ? " = $1" : "($1)");
      return [{ ...described, label: rest, text, isSnippet: true }];
    },
  );
}

/** Suggests the fixes that other `user_inspection`s of the text offer and this one doesn't. */
export function fixNames(
  program: OpenProgram,
  { clause, nextTokens: after }: RuleCompletionContext,
  frame: ProductionFrame,
): readonly Suggestion[] {
  const members = [...topLevelTokens(clause.slice(frame.start + 2)), ...topLevelTokens(after)];
  const here = new Set(members.flatMap((token) => (tokenMatcher(token, t.Name) ? [token.image] : [])));
  const used = collectNames(program, (add) => ({ user_inspection: (node) => add(...node.fixes) }));
  return used
    .filter((name) => isName(name) && !here.has(name))
    .map((name) => ({ label: name, kind: "Constant", rank: 2 }));
}

/** Collects names from the valid rules of the text, each once. */
export function collectNames(
  program: OpenProgram,
  visitor: (add: (...names: readonly string[]) => void) => Visitor,
): readonly string[] {
  const found = new Set<string>();
  const add = (...names: readonly string[]): void => {
    for (const name of names) found.add(name);
  };
  visit(programReading(program).partialProgram, visitor(add));
  return [...found];
}
