/** Lists the keywords of JSON Schema that affect validation, with the values that each keyword may have. */
import { nativePattern } from "@helve/core/internal";
import { isSchema } from "../json-schema.ts";
import { keywordEntries } from "../schema-keywords.ts";
import { valueList } from "../value-text.ts";

/** The rule for the value of a keyword. */
export interface KeywordRule {
  /** The expected value, as text after `must be`. */
  readonly expected: string;
  isValid(value: unknown): boolean;
  /**
   * The place of schemas in the value: it is one (or a list, where allowed), a list of them, or a map by name. In
   * `dependencies` a member may also be a list of names.
   */
  readonly schemas?: "one" | "list" | "map";
}

/** The drafts that are supported. */
export type Draft = "2020-12" | "draft-07";

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

const dependencies: KeywordRule = {
  expected: "an object whose members are schemas, or lists of strings, none of them twice",
  isValid: (value) =>
    isSchema(value) && Object.values(value).every((member) => !Array.isArray(member) || names.isValid(member)),
  schemas: "map",
};
const anchor: KeywordRule = {
  expected: "a name of letters, digits, -, _ and . that starts with a letter or _",
  isValid: (value) => typeof value === "string" && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value),
};
const unsupported: KeywordRule = {
  expected: 'replaced by "$dynamicRef" of 2020-12, because 2019-09 is not supported',
  isValid: () => false,
};

const coreKeywords = keywordEntries<KeywordRule>([
  [string, "$schema $id $comment $ref title description format contentEncoding contentMediaType"],
  [named, "$defs definitions"],
  [anything, "default"],
  [list, "examples"],
  [boolean, "deprecated readOnly writeOnly"],
]);
const validationKeywords = keywordEntries<KeywordRule>([
  [type, "type"],
  [list, "enum"],
  [anything, "const"],
  [number, "minimum maximum exclusiveMinimum exclusiveMaximum"],
  [positive, "multipleOf"],
  [size, "minLength maxLength minItems maxItems minProperties maxProperties"],
  [pattern, "pattern"],
  [boolean, "uniqueItems"],
  [names, "required"],
]);
const applicatorKeywords = keywordEntries<KeywordRule>([
  [schema, "not if then else items contains additionalProperties propertyNames"],
  [schemas, "anyOf oneOf allOf"],
  [named, "properties"],
  [patterns, "patternProperties"],
  [dependencies, "dependencies"],
]);

/** The keywords of each draft by vocabulary (2020-12 §8 to §11). The keywords of `core` are always in effect. */
export const keywordRules: Readonly<Record<Draft, Readonly<Record<Vocabulary, KeywordRules>>>> = {
  "draft-07": {
    core: coreKeywords,
    validation: validationKeywords,
    applicator: [...applicatorKeywords, ["items", schemaOrList], ["additionalItems", schema]],
    unevaluated: [],
  },
  "2020-12": {
    core: [
      ...coreKeywords,
      ...keywordEntries([
        [anchor, "$anchor $dynamicAnchor"],
        [string, "$dynamicRef"],
        [unsupported, "$recursiveRef"],
        [anything, "$vocabulary"],
        [schema, "contentSchema"],
      ]),
    ],
    validation: [
      ...validationKeywords,
      ...keywordEntries([
        [size, "minContains maxContains"],
        [namesByName, "dependentRequired"],
      ]),
    ],
    applicator: [...applicatorKeywords, ["prefixItems", schemaList], ["dependentSchemas", named]],
    unevaluated: keywordEntries([[schema, "unevaluatedItems unevaluatedProperties"]]),
  },
};

/** Keywords with their rules. */
type KeywordRules = readonly (readonly [keyword: string, rule: KeywordRule])[];

/** The groups of keywords that a meta-schema can leave out. */
export type Vocabulary = "core" | "validation" | "applicator" | "unevaluated";

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
    nativePattern(value);
    return true;
  } catch {
    return false;
  }
}
