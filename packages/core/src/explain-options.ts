/** A language that texts for people and models exist in. */
export type Locale = "en" | "zh";

/** What a predicate asks, as a phrase within a sentence: `the command deletes files`. `{0}` stands for its first argument. */
export interface PredicatePhrase {
  readonly en?: string;
  readonly zh?: string;
  /** The phrase for a predicate that is false; derived from the others by default. */
  readonly not?: { readonly en?: string; readonly zh?: string };
}

/** Options of the functions that explain rules and verdicts to a person. */
export interface ExplainOptions {
  /** `"en"` by default. */
  readonly locale?: Locale;
  /** A phrase for each predicate, by name; a predicate without a phrase is shown by its name. */
  readonly predicates?: Readonly<Record<string, PredicatePhrase>>;
}
