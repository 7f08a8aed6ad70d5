import type { TokenType } from "chevrotain";
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

/** A word with nothing of another word before it. */
export const from: string = `(?<!${t.nameCharacters.other}|[@.])`;
/** The end of a word. */
export const to: string = `(?!${t.nameCharacters.other})`;
export const anyWord: string = `(?>${t.nameCharacters.first}${t.nameCharacters.other}*)`;
/** A word that is no keyword. */
export const aName: string = `${from}(?!(?:${t.keywords.join("|")})${to})${anyWord}`;

/** One of some words. */
export function word(words: readonly string[]): string {
  return `${from}(?:${words.join("|")})${to}`;
}

/** One of the words of some tokens. */
export function wordOf(...types: readonly TokenType[]): string {
  return word(types.flatMap(t.tokenWords));
}

export function scoped(name: string): { readonly name: string } {
  return { name: `${name}.agentspec` };
}

/** What has one scope. */
export function named(match: string, name: string): Pattern {
  return { match, ...scoped(name) };
}

/** @param scopes - one for each group of the pattern */
export function captures(...scopes: readonly string[]): Captures {
  return Object.fromEntries(scopes.map((scope, index) => [index + 1, scoped(scope)]));
}

/** What stands in the repository of the grammar. */
export function include(key: string): Pattern {
  return { include: `#${key}` };
}
