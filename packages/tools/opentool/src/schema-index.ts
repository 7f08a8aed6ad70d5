/** Finds the schemas inside a JSON Schema, verifies their keywords, and resolves their references. */
import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import { InvalidSchemaError } from "./invalid-schema-error.ts";
import { pathText } from "./json-path.ts";
import { isSchema } from "./json-schema.ts";
import { createRegistry, registerSchema } from "./schema-index/registry.ts";
import { resolveReference } from "./schema-index/resolve-reference.ts";
import type { SchemaNode, SchemaRegistry } from "./schema-index/schema-node.ts";
import type { SchemaOptions } from "./schema-options.ts";
import { valueText } from "./value-text.ts";

export type { SchemaNode } from "./schema-index/schema-node.ts";
export type { Subschema, SupportedSchema } from "./schema-index/supported-schema.ts";

/**
 * Verifies a schema and the schemas that it refers to, and resolves every reference.
 *
 * @returns the root; each node leads to the nodes inside it and to the targets of its references
 * @throws InvalidSchemaError with every keyword that has an invalid value and every reference that names no schema
 */
export function indexSchema(schema: JsonSchema | boolean, options: SchemaOptions): SchemaNode | boolean {
  if (typeof schema === "boolean") return schema;
  if (!isSchema(schema)) {
    const message = `the schema must be an object, true or false (got ${valueText(schema)})`;
    throw new InvalidSchemaError([{ code: "type", message, path: "", expected: "object" }]);
  }
  const registry = createRegistry(schema, options);
  const root = registerSchema(schema, registry);
  const issues = verifyReachable(registry);
  if (issues.length > 0) throw new InvalidSchemaError(issues);
  return root;
}

/**
 * Resolves the references of every schema in the root schema, and of every other schema that they lead to.
 *
 * @returns the issues of all these schemas
 */
function verifyReachable(registry: SchemaRegistry): readonly Issue[] {
  const issues: Issue[] = [];
  // The loop also visits nodes that are added while it runs.
  const reached = new Set(registry.nodes);
  for (const node of reached) {
    issues.push(...node.issues);
    const { $ref, $dynamicRef } = node.schema;
    node.ref = resolved("$ref", $ref, node);
    node.dynamicRef = resolved("$dynamicRef", $dynamicRef, node);
    for (const child of node.children) reached.add(child);
  }
  return issues;

  function resolved(keyword: string, ref: unknown, node: SchemaNode): SchemaNode["ref"] {
    if (typeof ref !== "string") return undefined;
    const target = resolveReference(ref, node.resource, registry);
    if (target === undefined) issues.push(unresolvedIssue(keyword, ref, node));
    else if (typeof target.schema === "object") reached.add(target.schema);
    return target;
  }
}

/** Creates the issue of a reference that names no schema. */
function unresolvedIssue(keyword: string, ref: string, { path }: SchemaNode): Issue {
  const keywordPath = [...path, keyword];
  const advice = ref.startsWith("#") ? "" : ': pass the schema with this "$id" in the option "schemas"';
  return {
    code: keyword,
    message: `${quote(pathText(keywordPath))} names no schema (got ${quote(ref)})${advice}`,
    path: jsonPointer(keywordPath),
  };
}
