/** Rewrites a schema with keywords that ajv evaluates fast. */
import type { JsonSchema } from "@helve/core";
import { isSchema } from "../json-schema.ts";
import type { SchemaApplication } from "../schema-application.ts";
import { mapSubschemas } from "../schema-keywords.ts";
import { findUnionTag, followBranch } from "../union-tag.ts";

/**
 * Rewrites a schema for ajv's draft-07: positional items become `items` and `additionalItems`, and a union whose branches
 * differ in a string property gets the keyword `discriminator`, with which ajv evaluates only one branch.
 */
export function ajvSchema(application: SchemaApplication): JsonSchema {
  const { node, within } = application;
  const copy = mapSubschemas(node.source, (part) => {
    const target = isSchema(part) ? within(part) : part;
    return typeof target === "boolean" ? target : ajvSchema(target);
  });
  // Ajv evaluates `nullable`, `discriminator` and `$async`, which JSON Schema doesn't define, and refuses `id`.
  const { $schema, $id, id, $async, nullable, discriminator: _, prefixItems, items, ...rest } = copy;
  const members: Record<string, unknown> = rest;
  if (prefixItems !== undefined) members["items"] = prefixItems;
  if (items !== undefined) members[prefixItems === undefined ? "items" : "additionalItems"] = items;
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const propertyName = discriminator(node.schema[keyword]?.map(within));
    if (propertyName === undefined) continue;
    const union = { type: "object", discriminator: { propertyName }, oneOf: copy[keyword] };
    members["allOf"] = [members["allOf"] ?? [], union].flat();
    delete members[keyword];
  }
  return members;
}

/** Returns the property whose string value selects one of a union's branches, which are all objects. */
function discriminator(branches: readonly (SchemaApplication | boolean)[] = []): string | undefined {
  const followed = branches.map(followBranch);
  const tag = findUnionTag(followed);
  const areObjects = followed.every((branch) => typeof branch === "object" && branch.schema.type === "object");
  if (tag === undefined || !areObjects || tag.others.length > 0 || tag.absent.length > 0) return undefined;
  const isSelective = [...tag.byValue].every(([value, { length }]) => typeof value === "string" && length === 1);
  return isSelective ? tag.name : undefined;
}
