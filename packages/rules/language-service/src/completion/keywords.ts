/** Suggestions for the words of the language: keywords, events, operators, enforcements. */
import { comparisonOperators as comparisons, enforcementNames, sourceNames } from "@helve/agentspec/internal";
import { headerDocumentation, wordDocumentation } from "../keyword-documentation.ts";
import { fixedWords } from "./fixed-words.ts";
import type { CompletionItemKind, Suggestion } from "./suggestion.ts";

/** Suggests a keyword of a rule. */
export function keywordSuggestion(word: string): Suggestion {
  return { rank: 6, ...wordSuggestion(word, "Keyword") };
}

/** Suggests the first keyword of a header line. */
export function headerKeywordSuggestion(word: string): Suggestion {
  return { rank: 6, ...wordSuggestion(word, "Keyword", headerDocumentation(word)) };
}

/** Suggests an allowed value of a header setting. */
export function headerValueSuggestion(word: string): Suggestion {
  return { rank: 0, ...wordSuggestion(word, "EnumMember", headerDocumentation(word)) };
}

/** Suggests a severity of a rule. */
export function severitySuggestion(word: string): Suggestion {
  return { label: word, kind: "EnumMember", rank: 0 };
}

/** Suggests an event of a trigger. */
export function eventSuggestion(word: string): Suggestion {
  return { rank: 4, ...wordSuggestion(word, "Event") };
}

/** Suggests a root of references, such as `args`. */
export function referenceRootSuggestion(word: string): Suggestion {
  return { rank: 4, ...wordSuggestion(word, "Variable") };
}

/**
 * Suggests the comparison operators.
 *
 * @param isNegated - whether `not` precedes the offset: then only `in` fits
 */
export function operatorSuggestions(isNegated: boolean): readonly Suggestion[] {
  const words = isNegated ? ["in"] : [...comparisons, "not in"];
  return words.map((word) => ({ rank: 0, ...wordSuggestion(word, "Operator") }));
}

/** Snippets for what follows the name of an enforcement. */
const enforcementSnippets: ReadonlyMap<string, string> = new Map([
  ["invoke_action", "($1, {$2})"],
  ["warn", '("$1")'],
  ["log", '("$1")'],
]);

/** Suggests all enforcements of the language. */
export function enforcementSuggestions(isCall: boolean): readonly Suggestion[] {
  return enforcementNames.map((name) => enforcementSuggestion(name, isCall));
}

/**
 * Suggests an enforcement of the language; as a snippet with arguments if it takes any.
 *
 * @param isCall - whether a parenthesis already follows: then only the name is inserted
 */
export function enforcementSuggestion(name: string, isCall: boolean): Suggestion {
  const rest = isCall ? undefined : enforcementSnippets.get(name);
  const suggestion = { rank: 2, ...wordSuggestion(name, "Keyword") } as const;
  return rest === undefined ? suggestion : { ...suggestion, text: name + rest, isSnippet: true };
}

/** Snippets that follow the keywords of questions about earlier steps. */
const stepSnippets: ReadonlyMap<string, string> = new Map([
  ["once", "($1)"],
  ["count", "($1)"],
  ["sum", "(step.args.$1 of $2)"],
  ["last", "($1).status"],
  ["every", "($1, $2)"],
  ["some", "($1, $2)"],
]);

/** The words that stand for two in a row. */
const wordPairs: ReadonlyMap<string, string> = new Map([
  ["ignoring", "ignoring case"],
  ["only", "only from"],
]);

/**
 * Suggests the words of questions about earlier steps and of sources that the grammar allows.
 *
 * @param nth - the index among the names of the production
 * @param isCall - whether a parenthesis already follows: then only the word is inserted
 */
export function fixedWordSuggestions(production: string, nth: number, isCall: boolean): readonly Suggestion[] {
  return (fixedWords(production, "Name", nth) ?? []).map((word) => {
    const snippet = isCall ? undefined : stepSnippets.get(word);
    const suggestion = wordSuggestion(wordPairs.get(word) ?? word, "Keyword", wordDocumentation(word));
    if (snippet === undefined) return { rank: 0, ...suggestion };
    return { rank: 6, ...suggestion, text: word + snippet, isSnippet: true };
  });
}

/** Suggestions for the sources of values that are no tools. */
export const sourceNameSuggestions: readonly Suggestion[] = sourceNames.map((word) => ({
  rank: 2,
  ...wordSuggestion(word, "Keyword"),
}));

/** The fields that all suggestions of keywords have: the word, its kind and its documentation. */
function wordSuggestion(
  word: string,
  kind: CompletionItemKind,
  documentation: string | undefined = wordDocumentation(word),
): Pick<Suggestion, "label" | "kind" | "documentation"> {
  return { label: word, kind, documentation };
}
