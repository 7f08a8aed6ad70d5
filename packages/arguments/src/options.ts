import type { Locale } from "./feedback/issue-words.ts";

/** How what a model sent is read into arguments. */
export interface DecodeOptions {
  /**
   * Whether text that is not right is mended; `true` by default. Without it, only JSON (for a `TupleParser`, a Python
   * literal) is read, with or without a Markdown fence on lines of its own.
   */
  readonly repair?: boolean | undefined;
  /** Whether values are bent towards the schema, `"42"` to a number; `true` by default. */
  readonly coerce?: boolean | undefined;
  /**
   * Whether nothing is read into the arguments: a bare string is no argument, no text is not `{}`, no default is filled
   * in, and an argument that the schema does not name is refused even where the schema leaves it open; `false` by
   * default.
   */
  readonly strict?: boolean | undefined;
  /** Which of several values for one key counts; the `"last"` by default. */
  readonly duplicateKeys?: "last" | "first" | "refuse" | undefined;
  /**
   * What becomes of an integer that no JavaScript number holds exactly: its digits as a `"text"`, the nearest number
   * (`"round"`), or an issue (`"refuse"`). `"text"` by default, `"refuse"` without `repair`.
   */
  readonly bigIntegers?: "text" | "round" | "refuse" | undefined;
  /** What becomes of `NaN`, `Infinity` and `-Infinity`: `null`, the word as a text, or an issue; `"refuse"` by default. */
  readonly nonFinite?: "null" | "text" | "refuse" | undefined;
  /**
   * Which of several objects one after the other counts: the `"first"`, the `"last"`, or all as one (`"merge"`, a later
   * member wins). By default `"refuse"`: two equal objects count as one, two that differ are an issue.
   */
  readonly severalObjects?: "first" | "last" | "merge" | "refuse" | undefined;
  /** How spellings of an enum's values may differ: not at all, in case, or in being the start of just one. `"exact"` by default. */
  readonly enums?: "exact" | "case" | "prefix" | undefined;
  /** The longest text that is read, in UTF-16 units; 16,777,216 by default. */
  readonly maxLength?: number | undefined;
  /** The deepest nesting of lists and objects that is read; 500 by default, 1000 at most. */
  readonly maxDepth?: number | undefined;
  /** The language of a parser's `parameterDescription`; `"en"` by default. */
  readonly locale?: Locale | undefined;
}

/** Options with every default filled in. */
export type ResolvedOptions = { readonly [Name in keyof DecodeOptions]-?: NonNullable<DecodeOptions[Name]> };

/** Fills in the default of every option that is not given. */
export function resolveOptions(options: DecodeOptions = {}): ResolvedOptions {
  const repair = options.repair ?? true;
  return {
    repair,
    coerce: options.coerce ?? true,
    strict: options.strict ?? false,
    duplicateKeys: options.duplicateKeys ?? "last",
    bigIntegers: options.bigIntegers ?? (repair ? "text" : "refuse"),
    nonFinite: options.nonFinite ?? "refuse",
    severalObjects: options.severalObjects ?? "refuse",
    enums: options.enums ?? "exact",
    maxLength: options.maxLength ?? 2 ** 24,
    maxDepth: Math.min(options.maxDepth ?? 500, 1000),
    locale: options.locale ?? "en",
  };
}
