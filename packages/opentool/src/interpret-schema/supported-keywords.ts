// Lists the keywords that `interpretSchema` supports, with the values that each keyword may have.

import { isSchema } from "../json-schema.ts";
import { patternRegExp } from "../keyword-tests.ts";
import { valueList } from "../value-text.ts";

/** The rule for the value of a keyword. */
export interface KeywordRule {
  /** The expected value, as text after `must be`. */
  readonly expected: string;
  isValid(value: unknown): boolean;
  /** How the value contains schemas: it is one (or a list, where allowed), a list of them, or a map by name. */
  readonly schemas?: "one" | "list" | "map";
}

/**
 * Returns the supported keywords, annotations included, each with the rule for its value. It is a `Map`, so that
 * `constructor` is not a keyword.
 *
 * @param draft07 - whether to return the keywords of draft-07 instead of those of 2020-12
 */
export function supportedKeywords(draft07: boolean): ReadonlyMap<string, KeywordRule> {
  return draft07 ? keywordsByDraft.draft07 : keywordsByDraft.draft2020;
}

const types = ["array", "boolean", "integer", "null", "number", "object", "string"];

const anything: KeywordRule = { expected: "a value", isValid: () => true };
const string: KeywordRule = { expected: "a string", isValid: (value) => typeof value === "string" };
const boolean: KeywordRule = { expected: "true or false", isValid: (value) => typeof value === "boolean" };
const number: KeywordRule = { expected: "a number", isValid: Number.isFinite };
const positive: KeywordRule = {
  expected: "a number greater than 0",
  isValid: (value) => Number.isFinite(value) && Number(value) > 0,
};
const size: KeywordRule = {
  expected: "an integer, 0 or more",
  isValid: (value) => Number.isInteger(value) && Number(value) >= 0,
};
const list: KeywordRule = { expected: "a list", isValid: Array.isArray };
const names: KeywordRule = {
  expected: "a list of strings, none of them twice",
  isValid: (value) => hasUniqueItems(value) && value.every((name) => typeof name === "string"),
};
const type: KeywordRule = {
  expected: `one of ${valueList(types)} or a list of them, none of them twice`,
  isValid: (value) => isTypeName(value) || (isNonEmptyList(value) && hasUniqueItems(value) && value.every(isTypeName)),
};
const pattern: KeywordRule = {
  expected: "a regular expression",
  isValid: (value) => typeof value === "string" && isRegularExpression(value),
};
const schema: KeywordRule = {
  expected: "a schema: an object, true or false",
  isValid: (value) => isSchema(value) || typeof value === "boolean",
  schemas: "one",
};
const schemaList: KeywordRule = { expected: "a list of schemas", isValid: Array.isArray, schemas: "list" };
const schemaOrList: KeywordRule = {
  expected: "a schema or a list of schemas",
  isValid: (value) => schema.isValid(value) || Array.isArray(value),
  schemas: "one",
};
const schemas: KeywordRule = { expected: "a list of at least one schema", isValid: isNonEmptyList, schemas: "list" };
const named: KeywordRule = { expected: "an object whose members are schemas", isValid: isSchema, schemas: "map" };
const patterns: KeywordRule = {
  expected: "an object with regular expressions as names and schemas as members",
  isValid: (value) => isSchema(value) && Object.keys(value).every(isRegularExpression),
  schemas: "map",
};
const namesByName: KeywordRule = {
  expected: "an object whose members are lists of strings, none of them twice",
  isValid: (value) => isSchema(value) && Object.values(value).every(names.isValid),
};

const sharedKeywords: Readonly<Record<string, KeywordRule>> = {
  ...{ $schema: string, $id: string, $comment: string, title: string, description: string, format: string },
  ...{ contentEncoding: string, contentMediaType: string, default: anything, examples: list },
  ...{ deprecated: boolean, readOnly: boolean, writeOnly: boolean },
  ...{ $ref: string, $defs: named, definitions: named },
  ...{ type, enum: list, const: anything },
  ...{ not: schema, anyOf: schemas, oneOf: schemas, allOf: schemas, if: schema, else: schema },
  ...{ minimum: number, maximum: number, exclusiveMinimum: number, exclusiveMaximum: number, multipleOf: positive },
  ...{ minLength: size, maxLength: size, pattern },
  ...{ items: schema, minItems: size, maxItems: size, uniqueItems: boolean, contains: schema },
  ...{ minProperties: size, maxProperties: size, required: names, properties: named },
  ...{ patternProperties: patterns, additionalProperties: schema, propertyNames: schema },
};

const commonKeywords = new Map(Object.entries(sharedKeywords)).set("then", schema);
const keywordsByDraft = {
  draft07: new Map(commonKeywords).set("items", schemaOrList).set("additionalItems", schema),
  draft2020: new Map([
    ...commonKeywords,
    ...Object.entries({ prefixItems: schemaList, minContains: size, maxContains: size }),
    ...Object.entries({ dependentRequired: namesByName, dependentSchemas: named }),
  ]),
};

function isNonEmptyList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function hasUniqueItems(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && new Set(value).size === value.length;
}

function isTypeName(value: unknown): boolean {
  return types.some((type) => type === value);
}

/** Whether a string is a valid regular expression, with or without the `u` flag. */
function isRegularExpression(value: string): boolean {
  try {
    patternRegExp(value);
    return true;
  } catch {
    return false;
  }
}
