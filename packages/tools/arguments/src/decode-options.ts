import type { Locale } from "@helve/core";

/** The options of `JsonParser`, `TupleParser` and `decodeValue`. */
export interface DecodeOptions {
  /**
   * Whether invalid text is repaired; `true` by default. If `false`, only valid JSON (for a `TupleParser`, a valid Python
   * literal) is read, with or without a Markdown fence around it.
   */
  readonly repair?: boolean | undefined;
  /** Whether values are converted to the types of the schema, such as `"42"` to a number; `true` by default. */
  readonly coerce?: boolean | undefined;
  /**
   * Whether the parser adds nothing to the arguments; `false` by default. If `true`, a bare string is not used as an
   * argument, empty text is not `{}`, defaults are not filled in, and an argument that the schema does not name is refused
   * even if the schema does not say `additionalProperties: false`.
   */
  readonly strict?: boolean | undefined;
  /** Which value of a duplicate key is used: the `"last"` (default) or the `"first"`; `"refuse"` makes it an issue. */
  readonly duplicateKeys?: "last" | "first" | "refuse" | undefined;
  /**
   * The treatment of an integer that a JavaScript number can't hold exactly: it becomes a string of its digits (`"text"`) or
   * the nearest number (`"round"`), or is an issue (`"refuse"`). `"text"` by default, `"refuse"` if `repair` is `false`.
   */
  readonly bigIntegers?: "text" | "round" | "refuse" | undefined;
  /** The treatment of `NaN` and infinities: they become `null` (`"null"`) or a string (`"text"`), or are an issue (`"refuse"`, default). */
  readonly nonFinite?: "null" | "text" | "refuse" | undefined;
  /**
   * Which object is used if a text contains several different ones: the `"first"`, the `"last"`, or all merged into one
   * (`"merge"`, later members win). By default `"refuse"`: they are an issue. Equal objects always count as one.
   */
  readonly severalObjects?: "first" | "last" | "merge" | "refuse" | undefined;
  /**
   * Which spellings of an enum value are accepted: only the `"exact"` one (default), any upper or lower `"case"`, or also a
   * `"prefix"` of exactly one value.
   */
  readonly enums?: "exact" | "case" | "prefix" | undefined;
  /** The maximum length of a text, in UTF-16 units; 16,777,216 by default. */
  readonly maxLength?: number | undefined;
  /** The maximum nesting of lists and objects in a text; 500 by default, at most 1000. */
  readonly maxDepth?: number | undefined;
  /** The language of a parser's `parameterDescription`; `"en"` by default. */
  readonly locale?: Locale | undefined;
}

/** {@link DecodeOptions} with every default filled in. */
export type ResolvedOptions = { readonly [Name in keyof DecodeOptions]-?: NonNullable<DecodeOptions[Name]> };

/** Fills in the default of every missing option. */
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
