/** Suggestions for the names of predicates, domain enforcements and fixes. */
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
 * Suggests the predicates of the catalogue; if the catalogue doesn't list any, those that other rules of the text use.
 *
 * @param isCall - whether a parenthesis follows
 */
export function predicateSuggestions(program: OpenProgram, isCall: boolean): readonly Suggestion[] {
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
        documentation: description,
        text: hasRequired ? `${escapeSnippet(name)}($1)` : undefined,
        isSnippet: hasRequired ? true : undefined,
      },
    ];
  });
}

/** Suggests the domain enforcements of the catalogue that begin with what is written; inserts the rest of the name. */
export function domainEnforcementSuggestions(
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
        documentation: description,
      } as const;
      if (next?.tokenType === t.Colon) {
        const [segment = "", ...laterSegments] = rest.split(":");
        return laterSegments.length === 0 ? [] : [{ ...described, label: segment }];
      }
      if (next?.tokenType === t.LeftParen || next?.tokenType === t.Assign) return [{ ...described, label: rest }];
      const text = escapeSnippet(rest) + (name.includes(":") ? " = $1" : "($1)");
      return [{ ...described, label: rest, text, isSnippet: true }];
    },
  );
}

/** Suggests names of fixes: those that other `user_inspection`s of the text offer and this one doesn't. */
export function fixNameSuggestions(
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

/**
 * Collects names from the valid rules of the text, each once.
 *
 * @param visitor - creates a visitor that calls `add` with the names to collect
 */
export function collectNames(
  program: OpenProgram,
  visitor: (add: (...names: readonly string[]) => void) => Visitor,
): readonly string[] {
  const collected = new Set<string>();
  const add = (...names: readonly string[]): void => {
    for (const name of names) collected.add(name);
  };
  visit(programReading(program).partialProgram, visitor(add));
  return [...collected];
}
