/** Writes what a predicate says as a clause of a sentence: "the command deletes files". */
import type { ExplainOptions, Locale } from "../explain-options.ts";
import type { PredicatePhrase } from "../predicate.ts";
import { joinWithHanSpacing } from "./han-spacing.ts";
import { jsonSyntaxIssue } from "./json-syntax-issue.ts";
import { wordList } from "./word-list.ts";

/** The phrases of predicates, by name. If several predicates have a name, the phrases of the first are used. */
export function predicatePhrases(
  predicates: ExplainOptions["predicates"] = [],
): ReadonlyMap<string, readonly PredicatePhrase[]> {
  const phrases = new Map<string, readonly PredicatePhrase[]>();
  for (const { name, phrase = [] } of predicates) if (!phrases.has(name)) phrases.set(name, [phrase].flat());
  return phrases;
}

/** An argument of a predicate, as a rule writes it and as a text for a person. */
interface ClauseArgument {
  readonly source: string;
  readonly text: string;
}

/** The clause that says what a predicate asks about its arguments, and the clause for a predicate that is false, if there is one. */
interface PredicateClause {
  readonly text: string;
  readonly negation: string | undefined;
}

/**
 * Writes a predicate call as a clause: fills its arguments into the fitting phrase.
 *
 * @returns `undefined` if there is no phrase for them in that language
 */
export function predicateClause(
  phrases: readonly PredicatePhrase[],
  args: readonly ClauseArgument[],
  locale: Locale,
): PredicateClause | undefined {
  for (const { [locale]: phrase, not, when } of phrases) {
    if (phrase === undefined || !isFor(when, args)) continue;
    const text = filled(phrase, args, locale);
    const negation = not?.[locale];
    if (text !== undefined) return { text, negation: negation && filled(negation, args, locale) };
  }
  return undefined;
}

/** Whether a phrase of a predicate applies to these arguments. */
function isFor(when: PredicatePhrase["when"], args: readonly ClauseArgument[]): boolean {
  if (when === undefined) return true;
  if (when === "literals") return args.every(({ source }) => jsonSyntaxIssue(source) === undefined);
  return when.length === args.length && args.every(({ source }, index) => source === JSON.stringify(when[index]));
}

/** Replaces the numbers in braces by arguments; `undefined` if there is no argument for one of them. */
function filled(phrase: string, args: readonly ClauseArgument[], locale: Locale): string | undefined {
  // Every second part is a number, with the sign of a list.
  const parts = phrase.split(/\{(\d{1,2}[|&]?)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    const first = Number.parseInt(part, 10);
    const list = /[|&]/.test(part) ? args.slice(first) : args.slice(first, first + 1);
    const texts = list.map(({ text }) => text);
    return texts.length === 0 ? undefined : wordList(texts, part.endsWith("&") ? "and" : "or", locale);
  });
  if (!parts.every((part) => part !== undefined)) return undefined;
  return locale === "zh" ? joinWithHanSpacing(parts) : parts.join("");
}
