/** Lists the schemas inside a JSON Schema, and answers basic questions about a schema, such as its draft. */
import type { JsonSchema } from "@helve/core";
import { isObject, ownMember } from "@helve/core/internal";

/** A schema that is a part of another schema. */
export interface Subschema {
  readonly schema: JsonSchema;
  /** The path from the root schema to this schema. */
  readonly path: readonly PropertyKey[];
}

/** The maximum length of a path from the root to a schema. */
export const maxSchemaDepth = 400;

/**
 * Lists a schema and every schema inside it, each object once, even if they are circular. Schemas deeper than
 * `maxSchemaDepth` are not searched.
 */
export function allSubschemas(root: JsonSchema): readonly Subschema[] {
  const seen = new Set<JsonSchema>();
  const found: Subschema[] = [];
  const pending: Subschema[] = [{ schema: root, path: [] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next.schema)) continue;
    seen.add(next.schema);
    found.push(next);
    if (next.path.length <= maxSchemaDepth) pending.push(...directSubschemas(next).reverse());
  }
  return found;
}

const schemaKeywords = new Set(["additionalItems", "additionalProperties", "contains", "else", "if", "items", "not"]);
for (const keyword of ["propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"])
  schemaKeywords.add(keyword);
const schemaListKeywords = new Set(["allOf", "anyOf", "items", "oneOf", "prefixItems"]);
const schemaMapKeywords = new Set([
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/** Lists the schemas in the keywords of a schema, without the schemas inside those. */
function directSubschemas({ schema, path }: Subschema): Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (schemaKeywords.has(keyword) && isSchema(value)) return [{ schema: value, path: [...path, keyword] }];
    if (
      !(schemaMapKeywords.has(keyword) && isSchema(value)) &&
      !(schemaListKeywords.has(keyword) && Array.isArray(value))
    )
      return [];
    return Object.entries(value).flatMap(([key, item]) =>
      isSchema(item) ? [{ schema: item, path: [...path, keyword, key] }] : [],
    );
  });
}

/** Whether every `#/…` reference starts at the root: inside a schema with its own `$id` it starts at that schema. */
export function hasSingleBase(parts: readonly Subschema[]): boolean {
  return parts.every(({ schema, path }) => path.length === 0 || schema["$id"] === undefined);
}

/** Whether a value can be a schema, except `true` and `false`. */
export function isSchema(value: unknown): value is JsonSchema {
  return isObject(value);
}

/** Whether a schema's `$schema` names draft-07. */
export function isDraft07(schema: object): boolean {
  const $schema = ownMember(schema, "$schema");
  return typeof $schema === "string" && $schema.includes("draft-07/schema");
}

/** Whether a schema obviously allows only null. */
export function allowsOnlyNull(schema: JsonSchema): boolean {
  const types: readonly unknown[] = [schema.type ?? []].flat();
  const choices: readonly unknown[] = Object.hasOwn(schema, "const") ? [schema.const] : [schema.enum ?? []].flat();
  return allEqual("null", types) || allEqual(null, choices);
}

function allEqual(value: unknown, values: readonly unknown[]): boolean {
  return values.length > 0 && values.every((other) => other === value);
}
