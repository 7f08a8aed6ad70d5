/** Converts JSON Schemas between draft-07 and 2020-12. */
import type { JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import { isDraft07, isSchema, maxSchemaDepth } from "./json-schema.ts";
import { mapSubschemas } from "./schema-keywords.ts";

/**
 * Converts a schema of draft-07 to 2020-12: positional `items` become `prefixItems`, and `dependencies` become
 * `dependentRequired` and `dependentSchemas`. A schema of 2020-12 is returned unchanged.
 */
export function toDraft2020(schema: JsonSchema): JsonSchema {
  if (!isDraft07(schema)) return schema;
  const { $schema: _, ...root } = schema;
  return fromDraft07(root, 0);
}

/** Keywords that draft-07 ignores. */
const newKeywords = new Set(["prefixItems", "dependentRequired", "dependentSchemas", "minContains", "maxContains"]);
for (const keyword of ["unevaluatedItems", "unevaluatedProperties", "$anchor", "$dynamicRef", "$dynamicAnchor"]) {
  newKeywords.add(keyword);
}

/** The keywords that are kept beside `$ref`: draft-07 ignores all others there. */
const keywordsBesideReference = new Set([
  "$ref",
  "$defs",
  "definitions",
  "title",
  "description",
  "default",
  "examples",
]);

/** Converts a schema from draft-07, recursively. */
function fromDraft07(schema: JsonSchema, depth: number): JsonSchema {
  const isInEffect = (keyword: string): boolean =>
    schema.$ref === undefined ? !newKeywords.has(keyword) : keywordsBesideReference.has(keyword);
  const known = Object.fromEntries(Object.entries(schema).filter(([keyword]) => isInEffect(keyword)));
  const { additionalItems, dependencies, ...rest } = withAnchor(known);
  const positional: unknown = rest.items;
  const items = Array.isArray(positional) ? { items: undefined, ...positionalItems(positional, additionalItems) } : {};
  const renamed = { ...rest, ...items, ...dependentKeywords(dependencies) };
  const current = Object.fromEntries(Object.entries(renamed).filter(([, value]) => value !== undefined));
  if (depth > maxSchemaDepth) return current;
  return mapSubschemas(current, (inner) => (isSchema(inner) ? fromDraft07(inner, depth + 1) : inner));
}

/** Converts an `$id` that is only a fragment to an anchor. */
function withAnchor(schema: JsonSchema): JsonSchema {
  const { $id, ...rest } = schema;
  return typeof $id === "string" && $id.startsWith("#") ? { ...rest, $anchor: $id.slice(1) } : schema;
}

/** Converts a list in `items` of draft-07 to `prefixItems` and `items`. */
export function positionalItems(
  items: readonly unknown[],
  additionalItems: unknown,
): Readonly<Record<string, unknown>> {
  return withoutUndefined({ prefixItems: items.length > 0 ? items : undefined, items: additionalItems });
}

/** Converts `dependencies` of draft-07 to `dependentRequired` and `dependentSchemas`. */
export function dependentKeywords(dependencies: unknown): Readonly<Record<string, unknown>> {
  if (!isSchema(dependencies)) return {};
  const entries = Object.entries(dependencies);
  const names = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  return withoutUndefined({
    dependentRequired: names.length > 0 ? Object.fromEntries(names) : undefined,
    dependentSchemas: schemas.length > 0 ? Object.fromEntries(schemas) : undefined,
  });
}

/**
 * Converts a schema of 2020-12 whose definitions are in the root's `$defs` to draft-07.
 *
 * Draft-07 has no counterpart for `unevaluatedProperties`, `unevaluatedItems`, `minContains`, `maxContains` and
 * `$dynamicRef`: they remain, and a validator of draft-07 ignores them.
 */
export function toDraft07(schema: JsonSchema): JsonSchema {
  return { $schema: "http://json-schema.org/draft-07/schema#", ...intoDraft07(schema, 0) };
}

/** Converts a schema to draft-07, recursively. */
function intoDraft07(schema: JsonSchema, depth: number): JsonSchema {
  if (depth > maxSchemaDepth) return schema;
  const converted = mapSubschemas(schema, (inner) => (isSchema(inner) ? intoDraft07(inner, depth + 1) : inner));
  const { $ref, $defs, prefixItems, items, dependentRequired, dependentSchemas, ...rest } = converted;
  const dependencies = { ...Object(dependentRequired), ...Object(dependentSchemas) };
  const positional = prefixItems === undefined ? {} : { items: prefixItems, additionalItems: items };
  const current = {
    ...rest,
    ...withoutUndefined({ items }),
    ...positional,
    ...withoutUndefined({
      dependencies: Object.keys(dependencies).length > 0 ? dependencies : undefined,
      definitions: $defs === undefined ? undefined : { ...Object(rest["definitions"]), ...$defs },
    }),
  };
  const defined = Object.fromEntries(Object.entries(current).filter(([, value]) => value !== undefined)) as JsonSchema;
  if ($ref === undefined) return defined;
  const reference = { $ref: $ref.replace(/^#\/\$defs\//, "#/definitions/") };
  // Draft-07 ignores keywords beside a reference.
  return Object.keys(defined).length === 0 ? reference : { ...defined, allOf: [...(defined.allOf ?? []), reference] };
}
