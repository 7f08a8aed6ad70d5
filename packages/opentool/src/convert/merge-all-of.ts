// Merges the members of `allOf` into one schema, for providers that do not accept `allOf`.

import { canonicalJson, type JsonSchema } from "@helve/core";
import { resolveReference } from "@helve/core/internal";
import { isSchema } from "../json-schema.ts";

/**
 * Merges a schema with the members of its `allOf`.
 *
 * @param root - the schema that references are resolved in
 * @returns `undefined` if no schema without `allOf` accepts the same values
 */
export function mergedAllOf(schema: JsonSchema, root: JsonSchema, depth = 0): JsonSchema | undefined {
  const { allOf, ...own } = schema;
  if (allOf === undefined) return schema;
  if (!Array.isArray(allOf) || depth > maxDepth) return undefined;
  let merged: JsonSchema | undefined = own;
  for (const member of allOf) {
    if (member === true || merged === undefined) continue;
    const part = resolvedSchema(member, root);
    const plain = part && mergedAllOf(part, root, depth + 1);
    merged = plain && mergedPair(merged, plain);
  }
  return merged;
}

/** References and members of members are followed up to this depth. */
const maxDepth = 50;

/** Returns a schema, or the one that its `$ref` leads to if it has no other constraint beside it. */
export function resolvedSchema(schema: unknown, root: JsonSchema): JsonSchema | undefined {
  let target = schema;
  let description: string | undefined;
  for (let step = 0; step < maxDepth && isSchema(target); step++) {
    const { $ref, $defs: _, ...rest }: JsonSchema = target;
    description ??= rest.description;
    if ($ref === undefined) return description === undefined ? target : { ...target, description };
    if (Object.keys(rest).some((keyword) => keyword !== "description" && keyword !== "title")) return undefined;
    target = resolveReference($ref, root);
  }
  return undefined;
}

/** Merges two schemas without `allOf`; `undefined` if that is not possible without changing what they accept. */
function mergedPair(a: JsonSchema, b: JsonSchema): JsonSchema | undefined {
  if (excludesPropertiesOf(a, b) || excludesPropertiesOf(b, a)) return undefined;
  const merged = new Map<string, unknown>(Object.entries(a));
  for (const [keyword, value] of Object.entries(b)) {
    const merge = mergers.get(keyword);
    if (merge === undefined) return undefined;
    const result = merged.has(keyword) ? merge(merged.get(keyword), value) : value;
    if (result === undefined) return undefined;
    merged.set(keyword, result);
  }
  return Object.fromEntries(merged);
}

/** Whether a schema refuses, or describes in one way for all, a property that only the other one names. */
function excludesPropertiesOf(
  { properties: named = {}, additionalProperties: rest = true }: JsonSchema,
  other: JsonSchema,
): boolean {
  return rest !== true && Object.keys(other.properties ?? {}).some((name) => !Object.hasOwn(named, name));
}

type Merge = (a: unknown, b: unknown) => unknown;

const equal: Merge = (a, b) => (canonicalJson(a) === canonicalJson(b) ? a : undefined);
const first: Merge = (a) => a;
const larger: Merge = (a, b) => Math.max(Number(a), Number(b));
const smaller: Merge = (a, b) => Math.min(Number(a), Number(b));

/** How two values of a keyword become one; a keyword that is not listed can't be merged. */
const mergers: ReadonlyMap<string, Merge> = new Map<string, Merge>([
  ...["description", "title", "$comment", "$defs", "deprecated", "readOnly", "writeOnly"].map(
    (keyword) => [keyword, first] as const,
  ),
  ...["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"].map(
    (keyword) => [keyword, larger] as const,
  ),
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"].map(
    (keyword) => [keyword, smaller] as const,
  ),
  ...["type", "const", "enum", "pattern", "format", "multipleOf", "items", "anyOf", "oneOf", "not"].map(
    (keyword) => [keyword, equal] as const,
  ),
  ...["default", "examples", "additionalProperties", "uniqueItems"].map((keyword) => [keyword, equal] as const),
  ["required", (a, b) => [...new Set([a, b].flat())]],
  ["properties", mergedProperties],
]);

/** Merges two maps of properties; `undefined` if they describe one property differently. `true` says nothing about it. */
function mergedProperties(a: unknown, b: unknown): unknown {
  const merged = new Map<string, unknown>(Object.entries(Object(a)));
  for (const [name, schema] of Object.entries(Object(b))) {
    const known = merged.get(name);
    if (known === undefined || known === true) merged.set(name, schema);
    else if (schema !== true && equal(known, schema) === undefined) return undefined;
  }
  return Object.fromEntries(merged);
}
