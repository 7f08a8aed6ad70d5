import { isSchema } from "../json-schema.ts";
import { regularExpression } from "../keyword-tests.ts";
import { listed } from "../value-text.ts";

/** What a keyword holds. */
export interface Holding {
  /** What stands behind `must be`. */
  readonly says: string;
  fits(value: unknown): boolean;
  /** How schemas lie in it, when they do: it is one (or a list, where that fits), a list, or a map of them by name. */
  readonly schemas?: "one" | "list" | "map";
}

/**
 * What each keyword that is covered holds, annotations included. A `Map`, so that a schema's `constructor` is no keyword.
 *
 * @param draft07 - the keywords of draft-07 rather than those of 2020-12
 */
export function coveredKeywords(draft07: boolean): ReadonlyMap<string, Holding> {
  return draft07 ? keywords.draft07 : keywords.draft2020;
}

const types = ["array", "boolean", "integer", "null", "number", "object", "string"];

const anything: Holding = { says: "a value", fits: () => true };
const string: Holding = { says: "a string", fits: (value) => typeof value === "string" };
const boolean: Holding = { says: "true or false", fits: (value) => typeof value === "boolean" };
const number: Holding = { says: "a number", fits: Number.isFinite };
const positive: Holding = {
  says: "a number greater than 0",
  fits: (value) => Number.isFinite(value) && Number(value) > 0,
};
const size: Holding = { says: "an integer, 0 or more", fits: (value) => Number.isInteger(value) && Number(value) >= 0 };
const list: Holding = { says: "a list", fits: Array.isArray };
const names: Holding = {
  says: "a list of strings, none of them twice",
  fits: (value) => isSet(value) && value.every((name) => typeof name === "string"),
};
const type: Holding = {
  says: `one of ${listed(types)} or a list of them, none of them twice`,
  fits: (value) => isType(value) || (isFilled(value) && isSet(value) && value.every(isType)),
};
const pattern: Holding = {
  says: "a regular expression",
  fits: (value) => typeof value === "string" && isPattern(value),
};
const schema: Holding = {
  says: "a schema: an object, true or false",
  fits: (value) => isSchema(value) || typeof value === "boolean",
  schemas: "one",
};
const places: Holding = { says: "a list of schemas", fits: Array.isArray, schemas: "list" };
const schemaOrPlaces: Holding = {
  says: "a schema or a list of schemas",
  fits: (value) => schema.fits(value) || Array.isArray(value),
  schemas: "one",
};
const schemas: Holding = { says: "a list of at least one schema", fits: isFilled, schemas: "list" };
const named: Holding = { says: "an object whose members are schemas", fits: isSchema, schemas: "map" };
const patterns: Holding = {
  says: "an object with regular expressions as names and schemas as members",
  fits: (value) => isSchema(value) && Object.keys(value).every(isPattern),
  schemas: "map",
};
const namesByName: Holding = {
  says: "an object whose members are lists of strings, none of them twice",
  fits: (value) => isSchema(value) && Object.values(value).every(names.fits),
};

const both: Readonly<Record<string, Holding>> = {
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

const shared = new Map(Object.entries(both)).set("then", schema);
const keywords = {
  draft07: new Map(shared).set("items", schemaOrPlaces).set("additionalItems", schema),
  draft2020: new Map([
    ...shared,
    ...Object.entries({ prefixItems: places, minContains: size, maxContains: size }),
    ...Object.entries({ dependentRequired: namesByName, dependentSchemas: named }),
  ]),
};

function isFilled(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function isSet(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && new Set(value).size === value.length;
}

function isType(value: unknown): boolean {
  return types.some((type) => type === value);
}

function isPattern(value: string): boolean {
  try {
    regularExpression(value);
    return true;
  } catch {
    return false;
  }
}
