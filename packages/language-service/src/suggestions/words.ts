import { comparisonOperators as comparisons, enforcementNames } from "@helve/agentspec/internal";
import { headerDocumentation, wordDocumentation } from "../word-documentation.ts";
import type { CompletionItemKind, Suggestion } from "./suggestion.ts";

/** A word that says what part of a rule comes next. */
export function keyword(word: string): Suggestion {
  return { rank: 6, ...said(word, "Keyword") };
}

/** A word that a line of the header begins with. */
export function headerKeyword(word: string): Suggestion {
  return { rank: 6, ...said(word, "Keyword", headerDocumentation(word)) };
}

/** One of the words of which one must stand at a place of the header. */
export function headerChoice(word: string): Suggestion {
  return { rank: 0, ...said(word, "EnumMember", headerDocumentation(word)) };
}

/** How severe a rule is. */
export function severity(word: string): Suggestion {
  return { label: word, kind: "EnumMember", rank: 0 };
}

/** An event of a trigger. */
export function event(word: string): Suggestion {
  return { rank: 4, ...said(word, "Event") };
}

/** A root of references. */
export function root(word: string): Suggestion {
  return { rank: 4, ...said(word, "Variable") };
}

/**
 * What may stand between two values.
 *
 * @param isNegated - whether a `not` stands there already
 */
export function operators(isNegated: boolean): readonly Suggestion[] {
  const words = isNegated ? ["in"] : [...comparisons, "not in"];
  return words.map((word) => ({ rank: 0, ...said(word, "Operator") }));
}

/** What an enforcement has after its name. */
const afterNames: ReadonlyMap<string, string> = new Map([
  ["invoke_action", "($1, {$2})"],
  ["warn", '("$1")'],
  ["log", '("$1")'],
]);

/** The enforcements of the language. */
export function enforcements(isCall: boolean): readonly Suggestion[] {
  return enforcementNames.map((name) => enforcement(name, isCall));
}

/**
 * An enforcement of the language.
 *
 * @param isCall - whether a parenthesis follows already
 */
export function enforcement(name: string, isCall: boolean): Suggestion {
  const rest = isCall ? undefined : afterNames.get(name);
  return {
    rank: 2,
    ...said(name, "Keyword"),
    ...(rest !== undefined && { text: name + rest, isSnippet: true }),
  };
}

function said(
  word: string,
  kind: CompletionItemKind,
  documentation: string | undefined = wordDocumentation(word),
): Pick<Suggestion, "label" | "kind" | "documentation"> {
  return { label: word, kind, ...(documentation !== undefined && { documentation }) };
}
