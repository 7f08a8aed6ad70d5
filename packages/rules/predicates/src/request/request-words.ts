// Words by which a value, or the passage around it, shows that it is about what the user asked for.

import { changingVerbs, readingVerbs } from "../tool-traits/verbs.ts";

/** The words of a text that say what it is about, without their endings. */
export function subjectWords(text: string): ReadonlySet<string> {
  const words = text
    .slice(0, maxTextLength)
    .replaceAll(lastLabel, "")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return new Set(words.flatMap((word) => (emptyWords.has(word) || word.length < 2 ? [] : stem(word))));
}

const maxTextLength = 20_000;

/** The end of a host or a file name, which says nothing: `.com` of `shop.com`, `.pdf` of `bill.pdf`. */
const lastLabel = /(?<=[\p{L}\p{N}_-])\.\p{L}[\p{L}\p{N}]{1,9}(?![\p{L}\p{N}_.-])/gu;

/**
 * The words of a request that say what it is about. Verbs of tools and the words in the names of tools do not: an order to the assistant has
 * them, whatever it is about.
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

/** A word without its ending, roughly: `star` of `starred`, `repositor` of `repositories`. */
export function stem(word: string): string {
  const root = word.replace(/(?:ments?|ations?|ies|ing|ed|es|s|y|e)$/, "");
  return root.length < 2 ? word : root;
}

const verbStems = new Set([...changingVerbs, ...readingVerbs].map(stem));

/** Words of every request, and of every address and file name. */
const emptyWords: ReadonlySet<string> = new Set(
  `a about accordingly account accordingly after again all also am an and any are as at be because been before both but by can com could day
  days did do document documents does each edu email emails few file files find following for found from get give go had has have he help
  her here hers him his how html http https i if in include included including info information instruction instructions into is it its just
  like ll link links mail mails make may me message messages mine more much my need needs net no not now of ok on one only or org other our
  out page pages please pm re sent she should site sites so some specific t than that the their them then there these they this those time
  to today tomorrow too up us use user users using ve very was we web webpage website were what when where which who whose why will with
  would www yesterday you your yours`.split(/\s+/),
);
