/** Finds references that lead back to themselves without a property or item between: no value could be checked. */
import type { JsonSchema } from "@helve/core";
import { ownMember, resolveReference } from "@helve/core/internal";
import { jsonSchemaField } from "../document.ts";
import { isSchema } from "../json-schema.ts";
import { documentSchemaName } from "../schema-references.ts";

/** Returns the named schemas whose references lead back to themselves, or from such a schema to another one. */
export function cyclicNames(schemas: unknown): readonly string[] {
  const names = Object.keys(Object(schemas));
  const edges = new Map(names.map((name) => [name, namesAtOnce(ownMember(schemas, name))]));
  const backEdges = new Map(names.map((name) => [name, new Set<string>()]));
  for (const [name, targets] of edges) for (const target of targets) backEdges.get(target)?.add(name);
  const inside = withoutEnds(withoutEnds(new Set(names), edges, backEdges), backEdges, edges);
  return names.filter((name) => inside.has(name));
}

type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/** Removes each name that leads to none that is left. */
function withoutEnds(names: ReadonlySet<string>, edges: Edges, backEdges: Edges): ReadonlySet<string> {
  const left = new Set(names);
  const targetsLeft = (name: string) => [...(edges.get(name) ?? [])].filter((target) => left.has(target)).length;
  const counts = new Map([...left].map((name) => [name, targetsLeft(name)]));
  const ends = [...left].filter((name) => counts.get(name) === 0);
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    left.delete(end);
    for (const name of backEdges.get(end) ?? []) {
      const count = (counts.get(name) ?? 0) - 1;
      counts.set(name, count);
      if (count === 0 && left.has(name)) ends.push(name);
    }
  }
  return left;
}

/** Lists the named schemas that a schema applies to the same value. */
function namesAtOnce(schema: unknown): ReadonlySet<string> {
  const whole = ownMember(schema, jsonSchemaField) ?? schema;
  const names = new Set<string>();
  const seen = new Set<JsonSchema>();
  const waiting = isSchema(whole) ? [whole] : [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const ref = ownMember(next, "$ref");
    const name = typeof ref === "string" ? documentSchemaName(ref) : undefined;
    if (name !== undefined) names.add(name);
    waiting.push(...schemasAtOnce(next, whole as JsonSchema));
  }
  return names;
}

const listKeywords = ["allOf", "anyOf", "oneOf"];
const schemaKeywords = ["not", "if"];

/** The schemas inside the root that a schema applies to the same value. */
function schemasAtOnce(schema: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  const ref = ownMember(schema, "$ref");
  const isLocal = typeof ref === "string" && (ref === "#" || ref.startsWith("#/"));
  const candidates = [
    ...(isLocal ? [resolveReference(ref, root)] : []),
    ...listKeywords.flatMap((keyword) => ownMember(schema, keyword) ?? []),
    ...schemaKeywords.map((keyword) => ownMember(schema, keyword)),
    ...Object.values(Object(ownMember(schema, "dependentSchemas"))),
  ];
  return candidates.filter(isSchema);
}
