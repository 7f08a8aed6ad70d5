import { canonicalJson, type JsonObject } from "@helve/core";
import { type GraphNode, partition } from "./canonical-schemas/partition.ts";
import type { Schema } from "./document.ts";
import { type Schemas, type Shape, shapeOf } from "./schema-shape.ts";

/** Schemas as a table that is the same for all that say the same, whatever they are called and however often. */
interface CanonicalShapes {
  /** For each schema that was given, its place in the table. */
  readonly roots: readonly number[];
  /** The schemas, each once; those within them by their place in the table. */
  readonly table: readonly JsonObject[];
  /** The references that lead nowhere. */
  readonly lost: readonly string[];
}

/**
 * Brings schemas to the form in which those that say the same are equal, recursion included: schemas are told apart
 * until nothing more tells them apart, then numbered in the order in which they are met.
 *
 * @throws NotJsonError when a field holds what JSON can't say
 */
export function canonicalShapes(schemas: readonly Schema[], named: Schemas): CanonicalShapes {
  const nodes = new Map<string, Node>();
  const document = { named, name: "" };
  const roots = schemas.map((schema, index) => addNodes({ schema, path: [index], document }, nodes));
  const kinds = partition(nodes);
  const lost = [...nodes.values()].filter(({ shape }) => shape.isLost).map(({ shape }) => shape.type);
  return { ...numbered(roots, nodes, kinds), lost: [...new Set(lost)] };
}

/**
 * For each schema by name in two documents a number that two of them share when they say the same.
 *
 * @param before - those to look at, of `schemas.before`; `after` likewise
 */
export function schemaKinds(
  before: Schemas,
  after: Schemas,
  schemas: { readonly before: Schemas; readonly after: Schemas },
): { readonly before: ReadonlyMap<string, number>; readonly after: ReadonlyMap<string, number> } {
  const nodes = new Map<string, Node>();
  const keysOf = (some: Schemas, document: Document): readonly (readonly [string, string])[] =>
    Object.entries(some).map(([name, schema]) => [
      name,
      addNodes({ schema, path: ["schemas", name], document }, nodes),
    ]);
  const keysBefore = keysOf(before, { named: schemas.before, name: "before" });
  const keysAfter = keysOf(after, { named: schemas.after, name: "after" });
  const kinds = partition(nodes);
  const kindsOf = (keys: readonly (readonly [string, string])[]): ReadonlyMap<string, number> =>
    new Map(keys.map(([name, key]) => [name, kinds.get(key) ?? -1] as const));
  return { before: kindsOf(keysBefore), after: kindsOf(keysAfter) };
}

/** The schemas that references lead to, and a word that tells them from those of another document. */
interface Document {
  readonly named: Schemas;
  readonly name: string;
}

interface Start {
  readonly schema: Schema;
  readonly path: readonly PropertyKey[];
  readonly document: Document;
}

interface Node extends GraphNode {
  readonly shape: Shape;
  /** What it says itself. */
  readonly content: JsonObject;
}

/** @returns the key of the schema's node */
function addNodes(start: Start, nodes: Map<string, Node>): string {
  const { document } = start;
  const waiting = [start];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { shape, path, key } = nodeAt(at);
    if (nodes.has(key)) continue;
    const inner = [...shape.properties]
      .map(([name, schema]) => ({ name, schema, path: [...path, "properties", name], document }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    if (shape.items !== undefined)
      inner.push({ name: "items", schema: shape.items, path: [...path, "items"], document });
    const keys = inner.map(({ name, ...next }) => [name, nodeAt(next).key] as const);
    const content = contentOf(shape);
    nodes.set(key, { shape, content, label: canonicalJson(content), inner: keys });
    waiting.push(...inner);
  }
  return nodeAt(start).key;
}

/** A node is a place where a schema is spelled out, with the descriptions that were met on the way there. */
function nodeAt({ schema, path, document }: Start): {
  readonly shape: Shape;
  readonly path: Start["path"];
  readonly key: string;
} {
  const shape = shapeOf(schema, document.named);
  const place = shape.named === undefined ? path : ["schemas", shape.named];
  return { shape, path: place, key: JSON.stringify([document.name, place, shape.description ?? null]) };
}

function contentOf({ type, isLost, description, required, choices, unknown }: Shape): JsonObject {
  return {
    type: isLost ? { $ref: type } : type,
    ...(description !== undefined && { description }),
    ...(required.size > 0 && { required: [...required].sort() }),
    ...(choices !== undefined && { enum: [...choices.keys()].sort() }),
    ...(unknown.size > 0 && { unknown: canonicalJson(Object.fromEntries(unknown)) }),
  };
}

/** Numbers the kinds anew, in the order in which they are met from the roots. */
function numbered(
  roots: readonly string[],
  nodes: ReadonlyMap<string, Node>,
  kinds: ReadonlyMap<string, number>,
): Pick<CanonicalShapes, "roots" | "table"> {
  const places = new Map<number | undefined, number>();
  const met: string[] = [];
  const placeOf = (key: string): number => {
    const kind = kinds.get(key);
    const known = places.get(kind);
    if (known !== undefined) return known;
    places.set(kind, met.length);
    return met.push(key) - 1;
  };
  const rootPlaces = roots.map(placeOf);
  const table: JsonObject[] = [];
  // The loop also visits what is added on the way.
  for (const key of met) {
    const node = nodes.get(key);
    if (node === undefined) continue;
    table.push({ ...node.content, inner: node.inner.map(([name, innerKey]) => [name, placeOf(innerKey)]) });
  }
  return { roots: rootPlaces, table };
}
