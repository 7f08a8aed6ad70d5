import { comparisonOperators as comparisons, enforcementNames } from "@helve/agentspec/internal";
import { headerDocumentation, wordDocumentation } from "../keyword-documentation.ts";
import type { CompletionItemKind, Suggestion } from "./suggestion.ts";

/** A keyword of a rule. */
export function keywordItem(word: string): Suggestion {
  return { rank: 6, ...wordItem(word, "Keyword") };
}

/** The first keyword of a header line. */
export function headerKeywordItem(word: string): Suggestion {
  return { rank: 6, ...wordItem(word, "Keyword", headerDocumentation(word)) };
}

/** An allowed value of a header setting. */
export function headerChoiceItem(word: string): Suggestion {
  return { rank: 0, ...wordItem(word, "EnumMember", headerDocumentation(word)) };
}

/** A severity of a rule. */
export function severityItem(word: string): Suggestion {
  return { label: word, kind: "EnumMember", rank: 0 };
}

/** An event of a trigger. */
export function eventItem(word: string): Suggestion {
  return { rank: 4, ...wordItem(word, "Event") };
}

/** A root of references, such as `args`. */
export function referenceRootItem(word: string): Suggestion {
  return { rank: 4, ...wordItem(word, "Variable") };
}

/**
 * The comparison operators.
 *
 * @param isNegated - whether `not` precedes: then only `in` fits
 */
export function operatorItems(isNegated: boolean): readonly Suggestion[] {
  const words = isNegated ? ["in"] : [...comparisons, "not in"];
  return words.map((word) => ({ rank: 0, ...wordItem(word, "Operator") }));
}

/** Snippets for what follows the name of an enforcement. */
const enforcementSnippets: ReadonlyMap<string, string> = new Map([
  ["invoke_action", "($1, {$2})"],
  ["warn", '("$1")'],
  ["log", '("$1")'],
]);

/** The enforcements of the language. */
export function enforcementItems(isCall: boolean): readonly Suggestion[] {
  return enforcementNames.map((name) => enforcementItem(name, isCall));
}

/**
 * An enforcement of the language.
 *
 * @param isCall - whether a parenthesis follows
 */
export function enforcementItem(name: string, isCall: boolean): Suggestion {
  const rest = isCall ? undefined : enforcementSnippets.get(name);
  return {
    rank: 2,
    ...wordItem(name, "Keyword"),
    ...(rest !== undefined && { text: name + rest, isSnippet: true }),
  };
}

function wordItem(
  word: string,
  kind: CompletionItemKind,
  documentation: string | undefined = wordDocumentation(word),
): Pick<Suggestion, "label" | "kind" | "documentation"> {
  return { label: word, kind, ...(documentation !== undefined && { documentation }) };
}
