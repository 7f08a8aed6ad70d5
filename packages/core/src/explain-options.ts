/** The options of texts for people: the language, English or Chinese. */
import type { Predicate } from "./predicate.ts";

/** A language of texts for people and models: English or Chinese. */
export type Locale = "en" | "zh";

/** Options of the functions that explain rules and verdicts to a person. */
export interface ExplainOptions {
  /** `"en"` by default. */
  readonly locale?: Locale;
  /** The predicates that have phrases, such as those of the engine. A predicate without a phrase is shown by its name. */
  readonly predicates?: Iterable<Pick<Predicate, "name" | "phrase">>;
}
