/** The patterns of the strings in a syntax tree: names, words, the names of tools. */
import { comparisonCalls, enforcementNames } from "./vocabulary.ts";

/** The characters of a name as regular-expression classes: the first one and the others. */
export const nameCharacters: { readonly first: string; readonly other: string } = {
  first: String.raw`[\p{L}\p{Nl}_]`,
  other: String.raw`[\p{L}\p{Nl}\p{M}\p{Nd}\p{Pc}-]`,
};

/** The words that are names only after an `@` or a `.`. */
export const keywords: readonly string[] = ["rule", "trigger", "check", "enforce", "end", "not", "and", "or"];

/** The kinds of strings in a syntax tree, each with a pattern in `stringPatterns`. */
export type StringKind = "text" | "filled" | "word" | "name" | "predicate" | "domain" | "outcome" | "toolkit" | "tool";

const anyWord = `${nameCharacters.first}${nameCharacters.other}*`;
const reservedPredicateNames = [
  ...keywords,
  ...["true", "false", "none", "null"].map(anyCasePattern),
  ...comparisonCalls,
];

const plainName = `(?!(?:${keywords.join("|")})(?:$|:))${anyWord}`;

const notAnEnforcement = `(?!(?:${enforcementNames.join("|")})(?:$|:))`;

/** The description and the regular expression of each kind of string. */
export const stringPatterns: Readonly<Record<StringKind, { readonly description: string; readonly pattern: string }>> =
  {
    text: { description: "a string", pattern: "^" },
    filled: { description: "a non-empty string", pattern: String.raw`^[\s\S]` },
    word: { description: "a name: letters, digits, _ and -", pattern: `^${anyWord}$` },
    name: { description: "a name that is not a keyword", pattern: `^${plainName}$` },
    predicate: {
      description: "the name of a predicate",
      pattern: `^(?!(?:${reservedPredicateNames.join("|")})$)${anyWord}$`,
    },
    domain: {
      description: "a name, or names joined by colons",
      pattern: `^${notAnEnforcement}${plainName}(?::${plainName})*$`,
    },
    outcome: { description: "a name, or names joined by colons", pattern: `^${plainName}(?::${plainName})*$` },
    toolkit: { description: "a name without dots", pattern: "^[^.]+$" },
    tool: {
      description: "a name that neither begins nor ends with a dot",
      pattern: String.raw`^[^.](?:[\s\S]*[^.])?$`,
    },
  };

/** A pattern that matches a word in any case. */
function anyCasePattern(word: string): string {
  return word.replace(/./g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
