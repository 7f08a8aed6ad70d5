import type { JsonSchema } from "@helve/core";
import { isDraft07 } from "../draft.ts";
import { hasOneBase, isSchema, referenced, type Subschema } from "../subschemas.ts";

/** A keyword that ajv gets wrong, where it stands, and why. */
export interface Uncovered {
  readonly keyword: string;
  readonly path: Subschema["path"];
  /** What stands behind the keyword's name. */
  readonly says: string;
}

/**
 * The keywords of a schema of 2020-12 that ajv would compile to something else than they say, and that can't be put right
 * from outside. A validator that lets pass what the schema does not allow is worse than none.
 *
 * @param parts - the root and all schemas within it
 */
export function uncovered(root: JsonSchema, parts: readonly Subschema[]): readonly Uncovered[] {
  if (isDraft07(root)) return [];
  const anchors = new Set(parts.filter(isResource).map(({ schema }) => schema["$dynamicAnchor"]));
  return parts.flatMap(({ schema, path }) => {
    const found: Uncovered[] = [];
    const { $dynamicRef } = schema;
    // Ajv looks for the anchor among the schemas that it is within, and takes the nearest one where there is none.
    if ($dynamicRef !== undefined && !(isAnchor($dynamicRef) && anchors.has($dynamicRef.slice(1)))) {
      const says = 'must name a "$dynamicAnchor" at the root of the schema, as "#name" does';
      found.push({ keyword: "$dynamicRef", path, says });
    }
    // Ajv takes every item for evaluated where one is looked for.
    if (schema["unevaluatedItems"] !== undefined && saysContains(schema, root, parts)) {
      const says = 'is not covered where "contains" is said of the same list';
      found.push({ keyword: "unevaluatedItems", path, says });
    }
    return found;
  });
}

/** Whether references within a schema start at it. */
function isResource({ schema, path }: Subschema): boolean {
  return path.length === 0 || schema["$id"] !== undefined;
}

function isAnchor(ref: unknown): ref is string {
  return typeof ref === "string" && ref.startsWith("#");
}

const forSameValue = ["allOf", "anyOf", "oneOf", "if", "then", "else"];

/** Whether a schema, or one that it holds the same value against, says `contains`. */
function saysContains(start: JsonSchema, root: JsonSchema, parts: readonly Subschema[]): boolean {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [start];
  while (waiting.length > 0) {
    const schema = waiting.pop();
    if (!isSchema(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const { $ref, $dynamicRef, dependentSchemas, contains } = schema;
    if (contains !== undefined) return true;
    const target = typeof $ref === "string" && hasOneBase(parts) ? referenced($ref, root) : undefined;
    // An anchor or another `$id` may lead anywhere.
    const leadsAnywhere = $dynamicRef !== undefined || ($ref !== undefined && target === undefined);
    if (leadsAnywhere) return parts.some((part) => part.schema["contains"] !== undefined);
    for (const keyword of forSameValue) waiting.push(...[schema[keyword]].flat());
    waiting.push(target, ...Object.values(Object(dependentSchemas)));
  }
  return false;
}
