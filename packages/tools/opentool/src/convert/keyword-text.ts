/** Describes in English what the keywords of a JSON Schema require, for a model whose provider does not accept the keywords. */
import type { JsonSchema } from "@helve/core";
import { truncate } from "../value-text.ts";

/**
 * Describes the keywords of a schema: one phrase for each, with minimum and maximum as one.
 *
 * @returns no phrases for keywords that say nothing about a value, such as `title`
 *
 * @example
 * keywordText({ minimum: 1, maximum: 5 }); // ["between 1 and 5"]
 */
export function keywordText(schema: JsonSchema): readonly string[] {
  const phrases: string[] = [];
  for (const [low, high, unit] of ranges) {
    const text = rangeText(schema[low], schema[high], unit);
    if (text !== undefined) phrases.push(text);
  }
  for (const [keyword, phrase] of Object.entries(keywordPhrases)) {
    const value = schema[keyword];
    if (Object.hasOwn(schema, keyword) && value !== undefined) phrases.push(phrase(value));
  }
  return phrases;
}

/** The pairs of keywords for a lowest and a highest number, with the unit. */
const ranges = [
  ["minimum", "maximum", ""],
  ["minLength", "maxLength", "character"],
  ["minItems", "maxItems", "item"],
  ["minProperties", "maxProperties", "property"],
] as const;

/** Describes a range: `at least 2 items`. */
function rangeText(low: unknown, high: unknown, unit: string): string | undefined {
  if (low !== undefined && low === high) return unit === "" ? `exactly ${low}` : `exactly ${counted(low, unit)}`;
  if (low !== undefined && high !== undefined) return `between ${low} and ${counted(high, unit)}`;
  if (low !== undefined) return `at least ${counted(low, unit)}`;
  return high === undefined ? undefined : `at most ${counted(high, unit)}`;
}

/** Writes a count with its unit: `2 items`. */
function counted(count: unknown, unit: string): string {
  if (unit === "") return String(count);
  const plural = unit === "property" ? "properties" : `${unit}s`;
  return `${String(count)} ${count === 1 ? unit : plural}`;
}

const keywordPhrases: Readonly<Record<string, (value: unknown) => string>> = {
  exclusiveMinimum: (value) => `greater than ${value}`,
  exclusiveMaximum: (value) => `less than ${value}`,
  multipleOf: (value) => `a multiple of ${value}`,
  pattern: (value) => `matches the regular expression ${value}`,
  format: (value) => `format: ${value}`,
  const: (value) => `always ${json(value)}`,
  enum: (value) => `one of ${[value].flat().map(json).join(", ")}`,
  uniqueItems: (value) => (value === true ? "all items different" : "items may repeat"),
  contains: (value) => `at least one item matches ${json(value)}`,
  minContains: (value) => `at least ${value} such items`,
  maxContains: (value) => `at most ${value} such items`,
  prefixItems: (value) => `the first items match, in this order, ${json(value)}`,
  propertyNames: (value) => `the property names match ${json(value)}`,
  patternProperties: (value) => `properties by pattern of their name: ${json(value)}`,
  dependentRequired: (value) => `properties that require others: ${json(value)}`,
  dependentSchemas: (value) => `properties that require a schema: ${json(value)}`,
  not: (value) => `does not match ${json(value)}`,
  allOf: (value) => `matches all of ${json(value)}`,
  if: (value) => `if it matches ${json(value)}`,
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: (value) => `then it matches ${json(value)}`,
  else: (value) => `otherwise it matches ${json(value)}`,
  default: (value) => `default: ${json(value)}`,
  examples: (value) => `for example ${[value].flat().map(json).join(", ")}`,
};

/** A value as JSON, shortened to a length that a description can hold. */
function json(value: unknown): string {
  return truncate(JSON.stringify(value) ?? "nothing", 500);
}
