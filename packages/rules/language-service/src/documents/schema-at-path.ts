import type { JsonSchema } from "@helve/core";
import { isObject, ownMember, resolveReference } from "@helve/core/internal";
import type { DocumentNode } from "@helve/opentool/document-tree";

/**
 * Finds the schemas that describe the value at a path. Of alternatives, those that don't fit the type of the value are left out.
 *
 * @param tree - the document; where it has no value, all alternatives are returned
 */
export function schemasOfPath(
  root: JsonSchema,
  path: readonly (string | number)[],
  tree: DocumentNode | undefined,
): readonly JsonSchema[] {
  let schemas = alternatives(root, root, tree);
  let node = tree;
  for (const part of path) {
    node = node?.type === "array" ? node.items[Number(part)] : node?.members.find(({ name }) => name === part)?.value;
    const at = node;
    schemas = schemas.flatMap((schema) => {
      const child = typeof part === "number" ? schema.items : memberSchema(schema, part);
      return isSchema(child) ? alternatives(child, root, at) : [];
    });
  }
  return [...new Set(schemas)];
}

/** The schema of a member of an object. */
function memberSchema(schema: JsonSchema, name: string): JsonSchema | boolean | undefined {
  const own = ownMember(schema.properties ?? {}, name);
  if (own !== undefined) return own as JsonSchema | boolean;
  return schema.additionalProperties;
}

function isSchema(value: unknown): value is JsonSchema {
  return isObject(value) && !Array.isArray(value);
}

const maxDepth = 20;

/** Lists a schema with those that it refers to or combines. */
function alternatives(
  schema: JsonSchema,
  root: JsonSchema,
  node: DocumentNode | undefined,
  depth = 0,
): readonly JsonSchema[] {
  if (depth > maxDepth) return [];
  const target = typeof schema.$ref === "string" ? resolveReference(schema.$ref, root) : undefined;
  const parts = [
    ...(isSchema(target) ? [target] : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => each ?? []),
    ...[schema["then"], schema["else"]],
  ].filter(isSchema);
  const all = parts.flatMap((part) => alternatives(part, root, node, depth + 1));
  return [schema, ...all].filter((each) => fits(each, node));
}

/** Whether a value has the type of a schema. */
function fits({ type }: JsonSchema, node: DocumentNode | undefined): boolean {
  if (type === undefined || node === undefined || node.type === "scalar") return true;
  const types: readonly string[] = typeof type === "string" ? [type] : type;
  return types.includes(node.type);
}
