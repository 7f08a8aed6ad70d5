// Rewrites an indexed schema as a self-contained 2020-12 schema that ajv evaluates correctly.

import type { JsonSchema } from "@helve/core";
import type { Interpreter } from "../interpret-schema.ts";
import { isSchema } from "../json-schema.ts";
import type { SchemaApplication } from "../schema-application.ts";
import type { Subschema, SupportedSchema } from "../schema-index.ts";
import { createTagSelector, findUnionTag, followBranch } from "../union-tag.ts";

/** The keyword whose value is a list of functions; each must return true for the value. */
export const testsKeyword = "helve:tests";

/**
 * The keyword whose value is a selector for `anyOf` and one for `oneOf`: a function from the value to whether each
 * branch may match; `undefined` if the union has no tag.
 */
export const selectorsKeyword = "helve:selectors";

/** A selector of {@link selectorsKeyword}. */
export type BranchSelector = (value: unknown) => readonly boolean[];

/**
 * Rewrites a schema for ajv. It contains only the keywords that ajv evaluates correctly; the others become functions
 * that interpret them. Each reference names a definition: there are no URIs, anchors and dynamic scopes.
 */
export function ajvSchema(root: SchemaApplication, checkOf: Interpreter["checkOf"]): JsonSchema {
  const definitions = new Map<SchemaApplication, string>();
  const inlined = new Set<SchemaApplication>([root]);
  const $defs: Record<string, JsonSchema> = {};
  const schema = rewrite(root);
  // The loop also visits definitions that are added while it runs.
  for (const [target, name] of definitions) $defs[name] = rewrite(target);
  return { ...schema, $defs };

  function rewrite(application: SchemaApplication): JsonSchema {
    const { schema, references } = application;
    // Evaluated members are tracked in the whole schema.
    if (schema.unevaluatedItems !== undefined || schema.unevaluatedProperties !== undefined)
      return { [testsKeyword]: [checkOf(application).matches] };
    return {
      ...nativeKeywords(application),
      ...applicators(
        application,
        references().map(({ target }) => reference(target)),
        part,
      ),
      ...interpretedKeywords(application, checkOf),
    };
  }

  /** Rewrites a schema in a keyword. An object that is used twice becomes a definition, because it may be cyclic. */
  function part(target: SchemaApplication | boolean): JsonSchema | boolean {
    if (typeof target === "boolean") return target;
    if (inlined.has(target)) return reference(target);
    inlined.add(target);
    return rewrite(target);
  }

  function reference(target: SchemaApplication | boolean): JsonSchema | boolean {
    if (typeof target === "boolean") return target;
    if (target === root) return { $ref: "#" };
    const name = definitions.get(target) ?? String(definitions.size);
    definitions.set(target, name);
    return { $ref: `#/$defs/${name}` };
  }
}

const copiedKeywords = [
  ...(["type", "required", "pattern", "minLength", "maxLength", "minItems", "maxItems"] as const),
  ...(["minProperties", "maxProperties", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const),
] as const;

/** Returns the keywords that contain no schemas and that ajv evaluates correctly. */
function nativeKeywords({ schema, node }: SchemaApplication): JsonSchema {
  const { format, enum: choices } = schema;
  return {
    ...pick(schema, copiedKeywords),
    ...(schema.const !== undefined && isPlain(schema.const) && { const: schema.const }),
    ...(choices !== undefined && isPlainEnum(choices) && { enum: choices }),
    ...(format !== undefined && node.resource.dialect.assertFormats && { format }),
  };
}

/** Ajv treats an object with a member `constructor`, `toString` or `valueOf` as different from every other object. */
function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** Ajv doesn't compile an empty list of choices, for which no value is valid. */
function isPlainEnum(choices: readonly unknown[]): boolean {
  return choices.length > 0 && choices.every(isPlain);
}

/**
 * Returns the keywords with functions for what ajv evaluates wrongly (`contains`: the result of an empty list;
 * `multipleOf`: division of binary fractions), slowly (`uniqueItems`), or skips (members named `__proto__`).
 */
function interpretedKeywords(application: SchemaApplication, checkOf: Interpreter["checkOf"]): JsonSchema {
  const { schema } = application;
  const interpreted: SupportedSchema = {
    ...pick(schema, ["multipleOf", "uniqueItems", "contains", "minContains", "maxContains"]),
    ...pick(schema, ["dependencies", "dependentRequired", "dependentSchemas"]),
    ...(schema.const !== undefined && !isPlain(schema.const) && { const: schema.const }),
    ...(schema.enum !== undefined && !isPlainEnum(schema.enum) && { enum: schema.enum }),
  };
  if (Object.keys(interpreted).length === 0) return {};
  return { [testsKeyword]: [checkOf({ ...application, schema: interpreted, references: () => [] }).matches] };
}

/** Rewrites the keywords that apply schemas. */
function applicators(
  { schema, within }: SchemaApplication,
  [reference, ...references]: readonly (JsonSchema | boolean)[],
  rewrite: (part: SchemaApplication | boolean) => JsonSchema | boolean,
): JsonSchema {
  const part = (subschema: Subschema): JsonSchema | boolean => rewrite(within(subschema));
  const keywords: Record<string, unknown> = isSchema(reference) ? { ...reference } : {};
  const { properties, patternProperties, items, additionalItems, anyOf, oneOf } = schema;
  const [prefixItems = [], rest] = isPositional(items) ? [items, additionalItems] : [schema.prefixItems, items];
  const allOf = [
    ...(isSchema(reference) ? [] : [reference ?? []].flat()),
    ...references,
    ...(schema.allOf ?? []).map(part),
  ];
  if (allOf.length > 0) keywords["allOf"] = allOf;
  if (prefixItems.length > 0) keywords["prefixItems"] = prefixItems.map(part);
  if (rest !== undefined) keywords["items"] = part(rest);
  for (const keyword of ["not", "additionalProperties", "propertyNames"] as const) {
    const subschema = schema[keyword];
    if (subschema !== undefined) keywords[keyword] = part(subschema);
  }
  if (schema.if !== undefined && (schema.then ?? schema.else) !== undefined) {
    for (const keyword of ["if", "then", "else"] as const) {
      const subschema = schema[keyword];
      if (subschema !== undefined) keywords[keyword] = part(subschema);
    }
  }
  if (anyOf !== undefined) keywords["anyOf"] = anyOf.map(part);
  if (oneOf !== undefined) keywords["oneOf"] = oneOf.map(part);
  const selectors = [anyOf, oneOf].map((branches) => branchSelector(branches, within));
  if (selectors.some((selector) => selector !== undefined)) keywords[selectorsKeyword] = selectors;
  // Ajv skips a property and a pattern with the name `__proto__`.
  const isSkipped = ([name]: readonly [string, Subschema]): boolean => name === "__proto__";
  const named = Object.entries(properties ?? {});
  const patterns = Object.entries(patternProperties ?? {});
  const escaped = [
    ...named.filter(isSkipped).map(([, subschema]) => ["^(?:__proto__)$", subschema] as const),
    ...patterns.filter(isSkipped).map(([, subschema]) => ["(?:__proto__)", subschema] as const),
    ...patterns.filter((entry) => !isSkipped(entry)),
  ];
  const rewritten = (entries: readonly (readonly [string, Subschema])[]): JsonSchema =>
    Object.fromEntries(entries.map(([name, subschema]) => [name, part(subschema)]));
  if (properties !== undefined) keywords["properties"] = rewritten(named.filter((entry) => !isSkipped(entry)));
  if (escaped.length > 0) keywords["patternProperties"] = rewritten(escaped);
  return keywords;
}

/** Whether `items` is a list of schemas by position, as in draft-07. */
function isPositional(items: SupportedSchema["items"]): items is readonly Subschema[] {
  return Array.isArray(items);
}

/** Creates the selector of a union's branches; `undefined` if the union has no tag. */
function branchSelector(
  branches: readonly Subschema[] | undefined,
  within: SchemaApplication["within"],
): BranchSelector | undefined {
  const tag = branches && findUnionTag(branches.map((branch) => followBranch(within(branch))));
  if (branches === undefined || tag === undefined) return undefined;
  return createTagSelector(tag, branches.length, (selected) =>
    [...branches.keys()].map((index) => selected.includes(index)),
  );
}

function pick<Keyword extends keyof SupportedSchema>(
  schema: SupportedSchema,
  keywords: readonly Keyword[],
): Pick<SupportedSchema, Keyword> {
  return Object.fromEntries(
    keywords.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]])),
  ) as Pick<SupportedSchema, Keyword>;
}
