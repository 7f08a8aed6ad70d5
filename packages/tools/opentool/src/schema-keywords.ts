/** Lists the keywords of JSON Schema that a document may use besides OpenTool's own, with the values that each may have. */
import type { JsonSchema } from "@helve/core";
import { nativePattern } from "@helve/core/internal";
import { isSchema, maxSchemaDepth } from "./json-schema.ts";

/** The rule for the value of a keyword. */
export interface SchemaKeyword {
  /** The expected value, as text after `must be`. */
  readonly expected: string;
  isValid(value: unknown): boolean;
  /** The place of schemas in the value: it is one, a list of them, or a map by name. */
  readonly schemas?: "one" | "list" | "map";
  /** Whether the keyword only describes: it never makes a value invalid. */
  readonly isAnnotation?: true;
}

const anything = { expected: "a value", isValid: () => true };
const string = { expected: "a string", isValid: (value: unknown) => typeof value === "string" };
const boolean = { expected: "true or false", isValid: (value: unknown) => typeof value === "boolean" };
const number = { expected: "a number", isValid: (value: unknown) => Number.isFinite(value) };
const positive = {
  expected: "a number greater than 0",
  isValid: (value: unknown) => Number.isFinite(value) && Number(value) > 0,
};
const size = {
  expected: "an integer, 0 or more",
  isValid: (value: unknown) => Number.isInteger(value) && Number(value) >= 0,
};
const list = { expected: "a list", isValid: Array.isArray };
const names = { expected: "a list of strings, none of them twice", isValid: isNameList };
const namesByName = {
  expected: "an object whose members are lists of strings, none of them twice",
  isValid: (value: unknown) => isSchema(value) && Object.values(value).every(isNameList),
};
const schema = {
  expected: "a schema: an object, true or false",
  isValid: (value: unknown) => isSchema(value) || typeof value === "boolean",
  schemas: "one",
} as const;
const schemaList = {
  expected: "a list of at least one schema",
  isValid: (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(schema.isValid),
  schemas: "list",
} as const;
const schemaMap = {
  expected: "an object whose members are schemas",
  isValid: (value: unknown) => isSchema(value) && Object.values(value).every(schema.isValid),
  schemas: "map",
} as const;
const patternMap = {
  expected: "an object with regular expressions as names and schemas as members",
  isValid: (value: unknown) => schemaMap.isValid(value) && Object.keys(Object(value)).every(isRegularExpression),
  schemas: "map",
} as const;
const pattern = {
  expected: "a regular expression",
  isValid: (value: unknown) => typeof value === "string" && isRegularExpression(value),
};
const type = {
  expected: "the name of a JSON type or a list of them",
  isValid: (value: unknown) => isTypeName(value) || (isNameList(value) && value.length > 0 && value.every(isTypeName)),
};

const note = <Rule extends object>(rule: Rule) => ({ ...rule, isAnnotation: true }) as const;

/** The keywords that describe or constrain a value, without those that name schemas or refer to them. */
const valueKeywords = keywordEntries<SchemaKeyword>([
  [type, "type"],
  [list, "enum"],
  [anything, "const"],
  [note(string), "title description $comment contentEncoding contentMediaType"],
  [note(anything), "default"],
  [note(list), "examples"],
  [note(boolean), "deprecated readOnly writeOnly"],
  [note(schema), "contentSchema"],
  [string, "format"],
  [pattern, "pattern"],
  [size, "minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties"],
  [number, "minimum maximum exclusiveMinimum exclusiveMaximum"],
  [positive, "multipleOf"],
  [schema, "items contains unevaluatedItems additionalProperties propertyNames unevaluatedProperties not if then else"],
  [schemaList, "prefixItems allOf anyOf oneOf"],
  [boolean, "uniqueItems"],
  [schemaMap, "properties dependentSchemas"],
  [patternMap, "patternProperties"],
  [names, "required"],
  [namesByName, "dependentRequired"],
]);

const referenceKeywords = keywordEntries<SchemaKeyword>([
  [string, "$ref $schema $id $anchor $dynamicRef $dynamicAnchor"],
  [schemaMap, "$defs definitions"],
  [anything, "$vocabulary"],
]);

/**
 * Every keyword of JSON Schema 2020-12, annotations included, and `definitions` of draft-07. It is a `Map`, so that
 * `constructor` is not a keyword.
 */
export const jsonSchemaKeywords: ReadonlyMap<string, SchemaKeyword> = new Map([...valueKeywords, ...referenceKeywords]);

/** Lists keywords with their rules, from rows of a rule and the keywords that have it. */
export function keywordEntries<Rule>(
  rows: readonly (readonly [rule: Rule, keywords: string])[],
): readonly (readonly [keyword: string, rule: Rule])[] {
  return rows.flatMap(([rule, keywords]) => keywords.split(" ").map((keyword) => [keyword, rule] as const));
}

/** Whether a keyword never makes a value invalid: it only describes, or JSON Schema does not define it. */
export function isAnnotation(keyword: string): boolean {
  const rule = jsonSchemaKeywords.get(keyword);
  return rule === undefined || rule.isAnnotation === true;
}

/** The fields of an OpenTool Schema Object. */
const openToolKeywords = new Set(["$ref", "type", "description", "properties", "items", "enum", "required"]);

/**
 * The keywords that a Schema Object of a document may have besides OpenTool's own: all that describe or constrain a value.
 */
export const additionalKeywords: ReadonlyMap<string, SchemaKeyword> = new Map(
  valueKeywords.filter(([keyword]) => !openToolKeywords.has(keyword)),
);

function isNameList(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((name: unknown) => typeof name === "string")
  );
}

function isTypeName(value: unknown): boolean {
  return ["array", "boolean", "integer", "null", "number", "object", "string"].some((name) => name === value);
}

function isRegularExpression(value: string): boolean {
  try {
    nativePattern(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies a schema, with each of the schemas directly inside it replaced.
 *
 * @param replace - receives the inner schema and its path from `schema`, such as `["properties", "name"]`
 */
export function mapSubschemas(
  schema: JsonSchema,
  replace: (subschema: JsonSchema | boolean, path: readonly PropertyKey[]) => JsonSchema | boolean,
): JsonSchema {
  const replaced = (value: unknown, path: readonly PropertyKey[]): unknown =>
    isSchema(value) || typeof value === "boolean" ? replace(value, path) : value;
  const entries = Object.entries(schema).map(([keyword, value]): readonly [string, unknown] => {
    const kind = jsonSchemaKeywords.get(keyword)?.schemas;
    if (kind === "list" && Array.isArray(value)) {
      return [keyword, value.map((item, index) => replaced(item, [keyword, index]))];
    }
    if (kind === "map" && isSchema(value)) {
      const members = Object.entries(value).map(([name, item]) => [name, replaced(item, [keyword, name])] as const);
      return [keyword, Object.fromEntries(members)];
    }
    return [keyword, kind === "one" ? replaced(value, [keyword]) : value];
  });
  return Object.fromEntries(entries);
}

/**
 * Copies a schema with its references replaced. References inside a schema with its own `$id` are relative to that
 * schema and are unchanged.
 */
export function mapReferences<Whole extends JsonSchema | boolean>(
  schema: Whole,
  replace: (ref: string) => string,
  depth = 0,
): Whole {
  if (!isSchema(schema) || depth > maxSchemaDepth || (depth > 0 && schema["$id"] !== undefined)) return schema;
  const copy = mapSubschemas(schema, (subschema) => mapReferences(subschema, replace, depth + 1));
  return (typeof schema.$ref === "string" ? { ...copy, $ref: replace(schema.$ref) } : copy) as Whole;
}
