/** Applies `readOnly` and `writeOnly` to `required`: OpenAPI requires such properties in one direction only. */
import type { JsonSchema } from "@helve/core";
import { referencePath } from "@helve/core/internal";
import { isSchema, maxSchemaDepth } from "../../json-schema.ts";
import { mapSubschemas } from "../../schema-keywords.ts";
import { reachableDefinitions } from "../document-schemas.ts";
import { type OpenApiSource, toJsonSchema } from "./read-schema.ts";

/** Whether a client sends a value or receives it. */
export type Direction = "request" | "response";

/**
 * Converts a schema of the document for one direction. It doesn't require properties that the other side sets: `readOnly` properties in a request
 * and `writeOnly` properties in a response (OpenAPI 3.0.3 §Schema Object).
 */
export function directedSchema(value: unknown, direction: Direction, source: OpenApiSource): JsonSchema | boolean {
  return inDirection(toJsonSchema(value, source), direction, source);
}

/** Adds the definitions that a schema for one direction refers to. */
export function withDirectedDefinitions(schema: JsonSchema, direction: Direction, source: OpenApiSource): JsonSchema {
  const $defs = reachableDefinitions(schema, Object.fromEntries(directedDefinitions(direction, source)));
  return Object.keys($defs).length === 0 ? schema : { ...schema, $defs };
}

/** Returns the document's definitions for one direction; one without properties of the other side is the same object in both. */
export function directedDefinitions(
  direction: Direction,
  source: OpenApiSource,
): ReadonlyMap<string, JsonSchema | boolean> {
  const directed = source.directed[direction];
  for (const [name, definition] of source.$defs) {
    if (directed.get(name)?.from === definition) continue;
    directed.set(name, { from: definition, to: inDirection(definition, direction, source) });
  }
  return new Map(Array.from(source.$defs.keys(), (name) => [name, directed.get(name)?.to ?? true]));
}

function inDirection<Whole extends JsonSchema | boolean>(
  schema: Whole,
  direction: Direction,
  source: OpenApiSource,
  { depth, wholes }: { readonly depth: number; readonly wholes: readonly JsonSchema[] } = { depth: 0, wholes: [] },
): Whole {
  if (!isSchema(schema) || depth > maxSchemaDepth) return schema;
  const members: readonly unknown[] = Array.isArray(schema.allOf) ? schema.allOf : [];
  let isSame = true;
  const inner = mapSubschemas(schema, (part) => {
    const around = members.includes(part) ? [...wholes, schema] : [];
    const changed = inDirection(part, direction, source, { depth: depth + 1, wholes: around });
    isSame &&= changed === part;
    return changed;
  });
  const { required } = schema;
  const needed = Array.isArray(required)
    ? required.filter((name) => !isOfOtherSide(name, [schema, ...wholes], direction, source))
    : required;
  if (needed?.length === required?.length) return isSame ? schema : (inner as Whole);
  const { required: _, ...others } = inner;
  return (needed === undefined || needed.length === 0 ? others : { ...others, required: needed }) as Whole;
}

/** Whether the other side sets a property, according to one of its schemas. */
function isOfOtherSide(
  name: unknown,
  owners: readonly JsonSchema[],
  direction: Direction,
  source: OpenApiSource,
): boolean {
  const keyword = direction === "request" ? "readOnly" : "writeOnly";
  const parts = owners.flatMap((owner) => partsOf(owner, source));
  const properties = parts.flatMap((part) =>
    isSchema(part.properties) && Object.hasOwn(part.properties, String(name)) ? [part.properties[String(name)]] : [],
  );
  return properties.some((property) => partsOf(property, source).some((part) => part[keyword] === true));
}

/** A schema with those that it refers to and the members of its `allOf`. */
function partsOf(schema: unknown, source: OpenApiSource): readonly JsonSchema[] {
  const parts = new Set<JsonSchema>();
  const pending: unknown[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isSchema(next) || parts.has(next)) continue;
    parts.add(next);
    pending.push(...(Array.isArray(next.allOf) ? next.allOf : []));
    const [keyword, name = ""] = typeof next.$ref === "string" ? referencePath(next.$ref) : [];
    if (keyword === "$defs") pending.push(source.$defs.get(name));
  }
  return [...parts];
}
