/** Finds invalid keywords, dangling references and probable typos in a JSON Schema inside a document. */
import type { JsonSchema } from "@helve/core";
import { closestName, quote, resolveReference } from "@helve/core/internal";
import { allSubschemas, isSchema, maxSchemaDepth } from "./json-schema.ts";
import { toDraft2020 } from "./schema-drafts.ts";
import { jsonSchemaKeywords } from "./schema-keywords.ts";
import { documentSchemaName } from "./schema-references.ts";
import { valueText } from "./value-text.ts";

/** A problem of a JSON Schema, or an unknown keyword whose name is close to a known one. */
export interface SchemaProblem {
  /** The keyword, or `depth`. */
  readonly code: string;
  /** The path from the schema to the value with the problem. */
  readonly path: readonly PropertyKey[];
  /** The rest of the message after the path. */
  readonly problem: string;
  /** For an unknown keyword, the known one that was probably intended. */
  readonly intended?: string;
}

/**
 * Lists the problems of a JSON Schema (2020-12, or draft-07 if its `$schema` says so): keywords with an invalid value,
 * references that lead to no schema, keywords that are probably misspelled.
 *
 * @param documentSchemas - the schemas that `#/schemas/Name` names; absent if such a reference has no special meaning
 */
export function schemaProblems(schema: JsonSchema, documentSchemas?: unknown): readonly SchemaProblem[] {
  const root = toDraft2020(schema);
  const resolves = referenceResolver(root, documentSchemas);
  const search: ProblemSearch = { resolves, seen: new Set(), problems: [] };
  visit(root, [], search);
  return search.problems;
}

interface ProblemSearch {
  readonly resolves: (ref: string) => boolean;
  readonly seen: Set<object>;
  readonly problems: SchemaProblem[];
}

/** Adds the problems of one schema and of the schemas inside it. */
function visit(schema: JsonSchema, path: readonly PropertyKey[], search: ProblemSearch): void {
  if (search.seen.has(schema)) return;
  search.seen.add(schema);
  if (path.length > maxSchemaDepth) {
    search.problems.push({ code: "depth", path: path.slice(0, maxSchemaDepth), problem: "is nested too deeply" });
    return;
  }
  // References inside a schema with its own `$id` are relative to that schema.
  if (path.length > 0 && schema["$id"] !== undefined) return;
  for (const [keyword, value] of Object.entries(schema)) {
    if (value !== undefined) visitKeyword(keyword, value, [...path, keyword], search);
  }
}

/** Adds the problems of one keyword. */
function visitKeyword(keyword: string, value: unknown, path: readonly PropertyKey[], search: ProblemSearch): void {
  const rule = jsonSchemaKeywords.get(keyword);
  if (rule === undefined) {
    const intended = closestName(keyword, jsonSchemaKeywords.keys());
    if (intended === undefined) return;
    const problem = `is not a known keyword, did you mean ${quote(intended)}?`;
    search.problems.push({ code: keyword, path, problem, intended });
  } else if (!rule.isValid(value)) {
    search.problems.push({ code: keyword, path, problem: `must be ${rule.expected} (got ${valueText(value)})` });
  } else if ((keyword === "$ref" || keyword === "$dynamicRef") && !search.resolves(String(value))) {
    search.problems.push({ code: "$ref", path, problem: `must name a schema (got ${valueText(value)})` });
  } else if (rule.schemas !== undefined) {
    const nested = rule.schemas === "one" ? [[undefined, value] as const] : Object.entries(Object(value));
    for (const [key, part] of nested) {
      const index = Array.isArray(value) ? Number(key) : key;
      if (isSchema(part)) visit(part, index === undefined ? path : [...path, index], search);
    }
  }
}

/**
 * Returns a function that tells whether a reference leads to a schema. A reference to another document may lead to one only if a schema has an
 * `$id`.
 *
 * @param documentSchemas - the schemas that `#/schemas/Name` names; absent if such a reference has no special meaning
 */
export function referenceResolver(root: JsonSchema, documentSchemas?: unknown): (ref: string) => boolean {
  const parts = allSubschemas(root).map(({ schema }) => schema);
  const hasIds = parts.some(({ $id }) => $id !== undefined);
  const anchors = new Set(parts.flatMap(({ $anchor, $dynamicAnchor }) => [$anchor, $dynamicAnchor]));
  return (ref) => {
    const name = documentSchemas === undefined ? undefined : documentSchemaName(ref);
    if (name !== undefined && Object.hasOwn(Object(documentSchemas), name)) return true;
    if (!ref.startsWith("#")) return hasIds;
    if (ref !== "#" && !ref.startsWith("#/")) return hasIds || anchors.has(ref.slice(1));
    const target = resolveReference(ref, root);
    return isSchema(target) || typeof target === "boolean";
  };
}
