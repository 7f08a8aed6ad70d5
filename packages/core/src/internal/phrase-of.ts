import type { PredicatePhrase } from "../predicate.ts";

/** The phrase of a predicate. */
export function phraseOf([en, notEn, zh, notZh]: Clauses): PredicatePhrase {
  return { en, zh, not: { en: notEn, zh: notZh } };
}

/** A clause of a predicate and its negation, in English and in Chinese. */
export type Clauses = readonly [en: string, notEn: string, zh: string, notZh: string];
