import type { JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { member } from "./json-path.ts";

/** A schema within a schema. */
export interface Subschema {
  readonly schema: JsonSchema;
  /** From the root schema to this one. */
  readonly path: readonly PropertyKey[];
}

/** How many keywords and names may lead from the root to a schema. */
export const deepest = 400;

/**
 * A schema and every schema within it, each object once, even when they go round in a circle. Nothing is looked for
 * within one that is deeper than `deepest`.
 */
export function subschemas(root: JsonSchema): readonly Subschema[] {
  const seen = new Set<JsonSchema>();
  const found: Subschema[] = [];
  const waiting: Subschema[] = [{ schema: root, path: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next.schema)) continue;
    seen.add(next.schema);
    found.push(next);
    if (next.path.length <= deepest) waiting.push(...children(next).reverse());
  }
  return found;
}

const withSchema = new Set(["additionalItems", "additionalProperties", "contains", "else", "if", "items", "not"]);
for (const keyword of ["propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"]) withSchema.add(keyword);
const withList = new Set(["allOf", "anyOf", "items", "oneOf", "prefixItems"]);
const withMap = new Set([
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

function children({ schema, path }: Subschema): Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (withSchema.has(keyword) && isSchema(value)) return [{ schema: value, path: [...path, keyword] }];
    if (!(withMap.has(keyword) && isSchema(value)) && !(withList.has(keyword) && Array.isArray(value))) return [];
    return Object.entries(value).flatMap(([key, item]) =>
      isSchema(item) ? [{ schema: item, path: [...path, keyword, key] }] : [],
    );
  });
}

/** Whether `#/…` starts at the root everywhere: with another `$id` inside, it may start elsewhere. */
export function hasOneBase(parts: readonly Subschema[]): boolean {
  return parts.every(({ schema, path }) => path.length === 0 || schema["$id"] === undefined);
}

/** Whether a value may be a schema, other than `true` and `false`. */
export function isSchema(value: unknown): value is JsonSchema {
  return isObject(value);
}

/** Whether a schema says that it is written in draft-07. */
export function isDraft07(schema: object): boolean {
  const $schema = member(schema, "$schema");
  return typeof $schema === "string" && $schema.includes("draft-07/schema");
}

/** Whether null is the only value that a schema allows, as far as can be seen. */
export function isNull(schema: JsonSchema): boolean {
  const types: readonly unknown[] = [schema.type ?? []].flat();
  const choices: readonly unknown[] = Object.hasOwn(schema, "const") ? [schema.const] : [schema.enum ?? []].flat();
  return onlyOf("null", types) || onlyOf(null, choices);
}

function onlyOf(value: unknown, values: readonly unknown[]): boolean {
  return values.length > 0 && values.every((other) => other === value);
}
