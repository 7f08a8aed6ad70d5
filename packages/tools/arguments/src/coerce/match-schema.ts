import type { JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { schemaValidator } from "@helve/opentool";
import { jsonEquals, jsonTypeOf } from "./json-value.ts";
import { cachedBySchema, type Match, type MatchState } from "./match-state.ts";
import {
  allowsType,
  itemSchemas,
  propertySchemas,
  type ResolvedSchema,
  type SchemaLayer,
  type Subschema,
  type Union,
} from "./resolve-schema.ts";

/** Whether a value matches a schema without coercion; `"maybe"` if only validation can decide it. Faster than validation. */
export function matchSchema(value: unknown, schema: Subschema, state: MatchState): Match {
  const resolved = state.resolve(schema);
  if (typeof value !== "object" && resolved.isPlain) return matchWithoutParts(value, resolved, state);
  const cache = cachedBySchema(state.matches, resolved);
  const cached = cache.get(value);
  if (cached !== undefined) return cached;
  cache.set(value, "maybe");
  const ownMatch = matchWithoutParts(value, resolved, state);
  const match = ownMatch === "no" ? ownMatch : matchParts(value, ownMatch, resolved, state);
  cache.set(value, match);
  return match;
}

/** Whether a value matches all of several schemas. */
export function matchAllSchemas(value: unknown, schemas: readonly Subschema[], state: MatchState): Match {
  let match: Match = "yes";
  for (const schema of schemas) {
    if (match === "no") return match;
    match = bothMatch(match, matchSchema(value, schema, state));
  }
  return match;
}

/** Whether a value itself matches, without its parts, unions and conditions. */
function matchWithoutParts(value: unknown, resolved: ResolvedSchema, state: MatchState): Match {
  state.countStep();
  const { types, choices, isNever, isUnclear } = resolved;
  const type = jsonTypeOf(value);
  if (isNever) return "no";
  if (type === undefined) return "maybe";
  if (types !== undefined && !allowsType(types, type)) return "no";
  if (choices !== undefined && !choices.some((choice) => jsonEquals(choice, value))) return "no";
  let match: Match = isUnclear ? "maybe" : "yes";
  for (const layer of resolved.layers) {
    match = bothMatch(match, matchScalar(value, layer));
    if (type === "array" || type === "object")
      match = bothMatch(match, matchSize(Object.keys(Object(value)).length, type, layer));
  }
  return match;
}

/** Whether a list or object has an allowed number of items or properties. */
function matchSize(size: number, type: "array" | "object", { schema }: SchemaLayer): Match {
  const { minItems, maxItems, minProperties, maxProperties } = schema as Readonly<Record<string, number | undefined>>;
  const [least, most] = type === "array" ? [minItems, maxItems] : [minProperties, maxProperties];
  if (size < (least ?? 0) || size > (most ?? size)) return "no";
  return keywordsOnlyValidated[type].some((keyword) => schema[keyword] !== undefined) ? "maybe" : "yes";
}

/** The keywords that only validation evaluates. */
const keywordsOnlyValidated = {
  array: ["contains", "unevaluatedItems", "uniqueItems"],
  object: ["dependencies", "dependentRequired", "dependentSchemas", "propertyNames", "unevaluatedProperties"],
} as const;

/** Whether the items or properties of a value match; combined with the match of the value itself. */
function matchParts(value: unknown, ownMatch: Match, resolved: ResolvedSchema, state: MatchState): Match {
  let match = ownMatch;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && match !== "no"; index++) {
      for (const schema of itemSchemas(resolved, index))
        match = bothMatch(match, matchSchema(value[index], schema, state));
    }
  } else if (isObject(value)) {
    for (const name of resolved.required) if (!Object.hasOwn(value, name) || value[name] === undefined) return "no";
    for (const name of Object.keys(value)) {
      for (const schema of propertySchemas(resolved, name))
        match = bothMatch(match, matchSchema(value[name], schema, state));
      if (match === "no") break;
    }
  }
  for (const layer of resolved.layers) {
    for (const union of layer.unions) {
      if (match !== "no") match = bothMatch(match, matchUnion(value, union, state));
    }
    if (match !== "no") match = bothMatch(match, matchConditions(value, layer.schema, state));
  }
  return match;
}

/** Whether a value matches a branch of an `anyOf`, or exactly one branch of a `oneOf`. */
function matchUnion(value: unknown, { branches, isExclusive }: Union, state: MatchState): Match {
  let [matching, unclear] = [0, 0];
  for (const branch of branches) {
    const match = matchSchema(value, branch, state);
    if (match === "yes" && !isExclusive) return "yes";
    if (match === "yes") matching++;
    if (match === "maybe") unclear++;
  }
  if (matching > 1) return "no";
  if (unclear > 0) return "maybe";
  return matching === 1 ? "yes" : "no";
}

/** Whether a value matches `not` and `if`/`then`/`else`. */
function matchConditions(value: unknown, schema: JsonSchema, state: MatchState): Match {
  const { not, if: condition, then: yes, else: no } = schema as Readonly<Record<string, Subschema | undefined>>;
  const match = not === undefined ? "yes" : oppositeMatch(matchSchema(value, not, state));
  if (condition === undefined || match === "no") return match;
  const conditionMatch = matchSchema(value, condition, state);
  if (conditionMatch === "maybe") return conditionMatch;
  return bothMatch(match, matchSchema(value, (conditionMatch === "yes" ? yes : no) ?? true, state));
}

/** The opposite match; `"maybe"` stays. */
function oppositeMatch(match: Match): Match {
  if (match === "maybe") return match;
  return match === "yes" ? "no" : "yes";
}

/** The match of two conditions together. */
function bothMatch(a: Match, b: Match): Match {
  if (a === "no" || b === "no") return "no";
  return a === "maybe" ? a : b;
}

/** Whether a number or string matches the keywords for numbers and strings; `"yes"` for other values. */
function matchScalar(value: unknown, { schema, pattern }: SchemaLayer): Match {
  if (typeof value === "number") return matchNumber(value, schema);
  if (typeof value !== "string") return "yes";
  return pattern?.test(value) === false ? "no" : matchText(value, schema);
}

/** Whether a number is within the bounds, and a multiple of `multipleOf`. */
function matchNumber(value: number, schema: JsonSchema): Match {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as NumericKeywords;
  if (value < (minimum ?? value) || value > (maximum ?? value)) return "no";
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return "no";
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return "no";
  if (multipleOf === undefined) return "yes";
  // Binary fractions need validation's own arithmetic.
  if (!Number.isSafeInteger(value) || !Number.isSafeInteger(multipleOf)) return "maybe";
  return value % multipleOf === 0 ? "yes" : "no";
}

type NumericKeywords = Readonly<Record<string, number | undefined>>;

/** Whether a string has an allowed length and format. */
function matchText(text: string, schema: JsonSchema): Match {
  const { minLength, maxLength } = schema as NumericKeywords;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = codePointLength(text);
    if (length < (minLength ?? 0) || length > (maxLength ?? length)) return "no";
  }
  const { format } = schema;
  return typeof format !== "string" || hasFormat(text, format) ? "yes" : "no";
}

/** The length in code points. */
function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Whether a string has a format; true for formats that validation ignores. */
function hasFormat(text: string, format: string): boolean {
  const schema = formatSchemas.get(format);
  return schema === undefined || schemaValidator(schema, { assertFormats: true }).is(text);
}

/** The formats that validation checks; others are ignored. */
const formatSchemas: ReadonlyMap<string, JsonSchema> = new Map(
  ["date", "time", "time-local", "date-time", "date-time-local", "email", "uri", "uuid", "ipv4"].map((format) => [
    format,
    { type: "string", format },
  ]),
);
