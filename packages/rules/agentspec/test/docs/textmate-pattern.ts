// Builds the patterns of the TextMate grammar: words, scopes, captures.
import type { TokenType } from "chevrotain";
import { keywords, nameCharacters } from "../../src/syntax/string-patterns.ts";
import * as t from "../../src/syntax/tokens.ts";

/** A pattern of a TextMate grammar. */
export interface Pattern {
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly patterns?: readonly Pattern[];
  readonly include?: string;
}

type Captures = Readonly<Record<string, { readonly name: string }>>;

/** The start of a word that doesn't follow another word, an `@` or a dot, as a regular expression. */
export const from: string = `(?<!${nameCharacters.other}|[@.])`;
/** The end of a word, as a regular expression. */
export const to: string = `(?!${nameCharacters.other})`;
/** Any word, also a keyword. */
export const anyWord: string = `(?>${nameCharacters.first}${nameCharacters.other}*)`;
/** A word that is not a keyword. */
export const aName: string = `${from}(?!(?:${keywords.join("|")})${to})${anyWord}`;

/** A regular expression for one of some words. */
export function word(words: readonly string[]): string {
  return `${from}(?:${words.join("|")})${to}`;
}

/** A regular expression for a word of one of some token types. */
export function wordOf(...types: readonly TokenType[]): string {
  return word(types.flatMap(t.tokenWords));
}

/** The name of a scope of this grammar. */
export function scoped(name: string): { readonly name: string } {
  return { name: `${name}.agentspec` };
}

/** A pattern that gives one scope to its matches. */
export function named(match: string, name: string): Pattern {
  return { match, ...scoped(name) };
}

/**
 * The captures of a pattern.
 *
 * @param scopes - one for each group of the pattern, in order
 */
export function captures(...scopes: readonly string[]): Captures {
  return Object.fromEntries(scopes.map((scope, index) => [index + 1, scoped(scope)]));
}

/** A pattern that refers to an entry of the grammar's repository. */
export function include(key: string): Pattern {
  return { include: `#${key}` };
}
