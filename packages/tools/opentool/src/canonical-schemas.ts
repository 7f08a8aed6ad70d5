/** Converts schemas to a canonical form: schemas with the same meaning become equal, even if their names differ. */
import { canonicalJson, type JsonObject } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import { type GraphNode, partitionGraph } from "./canonical-schemas/partition-graph.ts";
import type { Schema } from "./document.ts";
import { type NamedSchemas, type SchemaShape, schemaShape } from "./schema-shape.ts";

/**
 * Schemas as a table that is equal for schemas with the same meaning, even if their names differ, and for any number of
 * uses.
 */
interface CanonicalSchemas {
  /** For each input schema, its index in the table. */
  readonly roots: readonly number[];
  /** The distinct schemas; each refers to the schemas inside it by index. */
  readonly table: readonly JsonObject[];
  /** The references that name no schema. */
  readonly unresolved: readonly string[];
}

/**
 * Converts schemas to a canonical table: schemas with the same meaning, recursive ones included, get the same entry.
 * The entries are numbered in the order in which they are reached from the input.
 *
 * @throws NotJsonError if a field holds a value that JSON can't represent
 */
export function canonicalSchemas(schemas: readonly Schema[], named: NamedSchemas): CanonicalSchemas {
  const nodes = new Map<string, SchemaNode>();
  const document = { named, name: "" };
  const roots = schemas.map((schema, index) => addNodes({ schema, path: [index], document }, nodes));
  const classes = partitionGraph(nodes);
  const unresolved = [...nodes.values()].filter(({ shape }) => shape.isUnresolved).map(({ shape }) => shape.type);
  return { ...buildTable(roots, nodes, classes), unresolved: [...new Set(unresolved)] };
}

/**
 * Assigns a number to each named schema of two documents; two schemas have the same number if they mean the same.
 *
 * @param before - the schemas of `schemas.before` to number; `after` likewise
 */
export function numberSchemasByMeaning(
  before: NamedSchemas,
  after: NamedSchemas,
  schemas: { readonly before: NamedSchemas; readonly after: NamedSchemas },
): { readonly before: ReadonlyMap<string, number>; readonly after: ReadonlyMap<string, number> } {
  const nodes = new Map<string, SchemaNode>();
  const addNamedSchemas = (named: NamedSchemas, document: SchemaSource): readonly (readonly [string, string])[] =>
    Object.entries(named).map(([name, schema]) => [
      name,
      addNodes({ schema, path: ["schemas", name], document }, nodes),
    ]);
  const keysBefore = addNamedSchemas(before, { named: schemas.before, name: "before" });
  const keysAfter = addNamedSchemas(after, { named: schemas.after, name: "after" });
  const classes = partitionGraph(nodes);
  const classesByName = (keys: readonly (readonly [string, string])[]): ReadonlyMap<string, number> =>
    new Map(keys.map(([name, key]) => [name, classes.get(key) ?? -1] as const));
  return { before: classesByName(keysBefore), after: classesByName(keysAfter) };
}

/** The schemas that references can name, and an identifier of their document. */
interface SchemaSource {
  readonly named: NamedSchemas;
  readonly name: string;
}

interface SchemaLocation {
  readonly schema: Schema;
  readonly path: readonly PropertyKey[];
  readonly document: SchemaSource;
}

interface SchemaNode extends GraphNode {
  readonly shape: SchemaShape;
  /** The schema's own content, without the schemas inside it. */
  readonly content: JsonObject;
}

/**
 * Adds a node for a schema and for every schema that is reachable from it.
 *
 * @returns the key of the schema's node
 */
function addNodes(start: SchemaLocation, nodes: Map<string, SchemaNode>): string {
  const { document } = start;
  const pending = [start];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    const { shape, path, key } = createNode(current);
    if (nodes.has(key)) continue;
    const nested = [...shape.properties]
      .map(([name, schema]) => ({ name, schema, path: [...path, "properties", name], document }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    if (shape.items !== undefined)
      nested.push({ name: "items", schema: shape.items, path: [...path, "items"], document });
    for (const [keyword, { references }] of [...shape.constraints].sort(([a], [b]) => (a < b ? -1 : 1))) {
      for (const [index, schema] of references.entries()) {
        nested.push({ name: keyword, schema, path: [...path, keyword, index], document });
      }
    }
    const keys = nested.map(({ name, ...next }) => [name, createNode(next).key] as const);
    const content = nodeContent(shape);
    nodes.set(key, { shape, content, label: canonicalJson(content), edges: keys });
    pending.push(...nested);
  }
  return createNode(start).key;
}

/**
 * Follows a schema's references and creates the node of the schema that they lead to.
 *
 * @returns the node's shape, its path in the document, and its key, which includes the descriptions found on the way
 */
function createNode({ schema, path, document }: SchemaLocation): {
  readonly shape: SchemaShape;
  readonly path: SchemaLocation["path"];
  readonly key: string;
} {
  const shape = schemaShape(schema, document.named);
  const location = shape.named === undefined ? path : ["schemas", shape.named];
  return {
    shape,
    path: location,
    key: JSON.stringify([document.name, location, shape.description ?? null, shape.refinement]),
  };
}

/** Returns the fields of a schema that affect its meaning, except for the schemas inside it. */
function nodeContent(shape: SchemaShape): JsonObject {
  const { type, isUnresolved, description, required, choices, constraints, unknown } = shape;
  const keywords = [...constraints].map(([name, { text }]) => [name, text] as const);
  return withoutUndefined({
    type: isUnresolved ? { $ref: type } : type,
    description,
    required: required.size > 0 ? [...required].sort() : undefined,
    enum: choices === undefined ? undefined : [...choices.keys()].sort(),
    keywords: keywords.length > 0 ? canonicalJson(Object.fromEntries(keywords)) : undefined,
    unknown: unknown.size > 0 ? canonicalJson(Object.fromEntries(unknown)) : undefined,
  });
}

/** Builds the table of distinct schemas, numbered in the order in which they are reached from the roots. */
function buildTable(
  roots: readonly string[],
  nodes: ReadonlyMap<string, SchemaNode>,
  classes: ReadonlyMap<string, number>,
): Pick<CanonicalSchemas, "roots" | "table"> {
  const indexes = new Map<number | undefined, number>();
  const reached: string[] = [];
  const tableIndex = (key: string): number => {
    const schemaClass = classes.get(key);
    const existing = indexes.get(schemaClass);
    if (existing !== undefined) return existing;
    indexes.set(schemaClass, reached.length);
    return reached.push(key) - 1;
  };
  const rootIndexes = roots.map(tableIndex);
  const table: JsonObject[] = [];
  // The loop also visits entries that are added while it runs.
  for (const key of reached) {
    const node = nodes.get(key);
    if (node === undefined) continue;
    table.push({ ...node.content, inner: node.edges.map(([name, innerKey]) => [name, tableIndex(innerKey)]) });
  }
  return { roots: rootIndexes, table };
}
