/** Words by which a value, or the passage around it, shows that it is about what the user asked for. */
import { changingVerbs, readingVerbs } from "../tool-traits/verbs.ts";
import { isFunctionWord } from "./function-words.ts";
import { isCarrier, sortsOf } from "./lexicon.ts";
import { stem } from "./stem.ts";

/** The words that name the subject of a text, without their endings. */
export function subjectWords(text: string): ReadonlySet<string> {
  const words = text
    .slice(0, maxTextLength)
    .replaceAll(lastLabel, "")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return new Set(words.flatMap((word) => (isEmptyWord(word) || word.length < 2 ? [] : [stem(word)])));
}

const maxTextLength = 20_000;

/** The end of a host or a file name, which says nothing: `.com` of `shop.com`, `.pdf` of `bill.pdf`. */
const lastLabel = /(?<=[\p{L}\p{N}_-])\.\p{L}[\p{L}\p{N}]{1,9}(?![\p{L}\p{N}_.-])/gu;

/**
 * The words that name the subject of a request. Verbs of tools and words in the names of tools are left out, because orders on any subject contain
 * them.
 *
 * @param toolWords - the words in the names of the tools of the session
 */
export function requestWords(request: string, toolWords: Iterable<string>): ReadonlySet<string> {
  const text = withoutPaths(request);
  const words = new Set(subjectWords(text));
  for (const verb of verbStems) words.delete(verb);
  // After an article, it is a noun: "the required book".
  for (const [, phrase = ""] of text.matchAll(nounPhrase)) for (const word of subjectWords(phrase)) words.add(word);
  for (const word of toolWords) words.delete(stem(word));
  return words;
}

const nounPhrase = /\b(?:an?|the|my|his|her|its|our|their|this|that|these|those)\s+((?:\p{L}+\s+)?\p{L}+)/giu;

/** A text without the paths in it: a prompt that names a file is not about each text that names its folder. */
export function withoutPaths(text: string): string {
  return text.replaceAll(/(?<=^|[\s"'([])(?:~|\.{0,2})\/[^\s"')\]]+/g, " ");
}

/** Whether one of some words is, or begins with, a word of a request: `bookclub` begins with `book`. */
export function sharesWord(words: Iterable<string>, request: ReadonlySet<string>): boolean {
  for (const word of words) {
    if (request.has(word)) return true;
    for (const part of request) if (part.length >= shortestPart && word.startsWith(part)) return true;
  }
  return false;
}

const shortestPart = 4;

const verbStems = new Set([...changingVerbs, ...readingVerbs].map(stem));

/** Whether a word says nothing about a text's subject: a function word, a time, or a word such as `mail`. */
export function isEmptyWord(word: string): boolean {
  if (isFunctionWord(word) || labels.has(word)) return true;
  const sorts = [...sortsOf(word)];
  return sorts.length > 0 && sorts.every(isCarrier);
}

/** Words of addresses, of times, and for any content. */
const labels: ReadonlySet<string> = new Set(
  `com day days details edu first http https info information instruction instructions last latest net new next org re recent today tomorrow ve www yesterday`.split(
    /\s+/,
  ),
);
