import type { CoveredSchema, Subschema } from "./covered-schema.ts";
import { targetOf } from "./target-of.ts";

/** A keyword that leads back to a schema above it for the same value, so that a check would never end. */
export interface Circle {
  readonly schema: CoveredSchema;
  readonly keyword: string;
}

/**
 * Every keyword that closes a circle. A schema may well lead to itself for a part of the value, as that of a tree does.
 *
 * @param schemas - all schemas within the root
 */
export function circles(schemas: Iterable<CoveredSchema>, root: CoveredSchema): readonly Circle[] {
  const found: Circle[] = [];
  const open = new Set<CoveredSchema>();
  const done = new Set<CoveredSchema>();
  for (const schema of schemas) enter(schema);
  return found;

  function enter(schema: CoveredSchema): void {
    if (done.has(schema)) return;
    open.add(schema);
    for (const [keyword, next] of forSameValue(schema, root)) {
      if (typeof next !== "object") continue;
      if (open.has(next)) found.push({ schema, keyword });
      else enter(next);
    }
    open.delete(schema);
    done.add(schema);
  }
}

const leading = ["not", "if", "then", "else", "allOf", "anyOf", "oneOf"] as const;

/** The schemas that a schema wants the same value to be held against. */
function forSameValue(
  schema: CoveredSchema,
  root: CoveredSchema,
): readonly (readonly [string, Subschema | undefined])[] {
  const { $ref, dependentSchemas = {} } = schema;
  return [
    ...($ref === undefined ? [] : [["$ref", targetOf($ref, root)] as const]),
    ...leading.flatMap((keyword) => [schema[keyword] ?? []].flat().map((next) => [keyword, next] as const)),
    ...Object.values(dependentSchemas).map((next) => ["dependentSchemas", next] as const),
  ];
}
