/** Defines a check, the interpreted form of a schema or keyword, and creates simple checks. */
import type { SchemaApplication } from "../schema-application.ts";
import type { Subschema, SupportedSchema } from "../schema-index.ts";
import type { ErrorParams, KeywordError, ValidationError } from "../validation-error.ts";

/** The compiled form of a schema or of one keyword: a fast test, and a slower collection of all errors. */
export interface Check<Value = unknown> {
  /** Whether a value is valid. Stops at the first error and records nothing. */
  readonly matches: (value: Value) => boolean;
  /** Adds every error of a value to the collector; nothing if the value is valid. */
  readonly collectErrors: (value: Value, collector: ErrorCollector) => void;
}

/** Builds the check of a schema within a schema. */
export type BuildCheck = (schema: Subschema) => Check;

/** Builds the checks that one schema needs. */
export interface CheckBuilder {
  /** The schema whose check is built. */
  readonly application: SchemaApplication;
  /** Returns the check of a schema inside it. Each schema is built once, so a schema may refer to itself. */
  readonly build: BuildCheck;
  /** Returns the check of a reference's target. */
  readonly resolve: (target: SchemaApplication | boolean) => Check;
}

/** The errors of an invalid value, and the current location in the value. */
export interface ErrorCollector {
  /** The path from the root to the current value. */
  readonly path: PropertyKey[];
  /** The errors in the order in which they are reported. */
  errors: ValidationError[];
  /** How many unions enclose the current value. */
  unionDepth: number;
  /** The remaining budget; an error at a path of n segments costs n + 1. Below 0, references are no longer followed. */
  remaining: number;
}

/** More errors than anyone reads, but few enough to be formatted within a second. */
const maxCollected = 300_000;

/** Collects every error of a value. */
export function collectAllErrors({ collectErrors }: Check, value: unknown): readonly ValidationError[] {
  const collector: ErrorCollector = { path: [], errors: [], unionDepth: 0, remaining: maxCollected };
  collectErrors(value, collector);
  return collector.errors;
}

/** Creates the check of a keyword that contains no schemas, from a test of the value. */
export function keywordCheck<Value>(
  keyword: keyof SupportedSchema,
  params: ErrorParams,
  schema: SupportedSchema,
  matches: (value: Value) => boolean,
): Check<Value> {
  return {
    matches,
    collectErrors: (value, collector) =>
      void (matches(value) || addKeywordError(keyword, params, { data: value, schema }, collector)),
  };
}

/** Creates the check of a keyword with a numeric limit; an empty list if the schema doesn't have the keyword. */
export function limitChecks<Value>(
  keyword: LimitKeyword,
  schema: SupportedSchema,
  matches: (value: Value, limit: number) => boolean,
): readonly Check<Value>[] {
  const limit = schema[keyword];
  return limit === undefined ? [] : [keywordCheck(keyword, { limit }, schema, (value) => matches(value, limit))];
}

type LimitKeyword =
  | ("minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum")
  | `${"min" | "max"}${"Length" | "Items" | "Properties"}`;

/** Adds the error of a keyword of a schema that the current value violates. */
export function addKeywordError(
  keyword: keyof SupportedSchema,
  params: ErrorParams,
  { data, schema }: { readonly data: unknown; readonly schema: SupportedSchema },
  collector: ErrorCollector,
): void {
  addError({ keyword, params, data, schema: schema[keyword], parentSchema: schema }, collector);
}

/**
 * Adds an error with its path.
 *
 * @param at - the path from the current value to the invalid part
 */
export function addError(error: KeywordError, collector: ErrorCollector, at: readonly string[] = []): void {
  collector.remaining -= collector.path.length + 1;
  collector.errors.push({ ...error, path: [...collector.path, ...at] });
}

/** The check of `true`. Every value is valid. */
export const alwaysValid: Check = { matches: matchesAnything, collectErrors: () => {} };

/** Accepts every value; used to recognize checks without restrictions. */
export function matchesAnything(): true {
  return true;
}

/** The check of `false`. No value is valid. */
export const neverValid: Check = {
  matches: () => false,
  collectErrors: (data, collector) => addError({ keyword: "false schema", params: {}, data, schema: false }, collector),
};

/** Collects the errors of a member of the current value. */
export function collectMemberErrors(
  { collectErrors }: Check,
  key: PropertyKey,
  value: unknown,
  collector: ErrorCollector,
): void {
  collector.path.push(key);
  collectErrors(value, collector);
  collector.path.pop();
}

/** Combines several tests; `matchesAnything` if none of them restricts the value. */
export function allTests<Value>(tests: readonly ((value: Value) => boolean)[]): (value: Value) => boolean {
  const restrictive = tests.filter((test) => test !== matchesAnything);
  const [first, second, ...others] = restrictive;
  if (first === undefined) return matchesAnything;
  if (second === undefined) return first;
  if (others.length === 0) return (value) => first(value) && second(value);
  return (value) => {
    for (const test of restrictive) if (!test(value)) return false;
    return true;
  };
}

/** The kinds of values with their own keywords. */
export interface ValueKinds {
  readonly number: number;
  readonly string: string;
  readonly array: readonly unknown[];
  readonly object: Readonly<Record<string, unknown>>;
}
