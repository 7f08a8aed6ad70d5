import type { JsonSchema } from "@helve/core";
import { quote } from "@helve/core/internal";
import { member } from "../json-path.ts";
import { isNull, isSchema } from "../json-schema.ts";
import { referenced, referencePath } from "../schema-references.ts";

/** A schema and where it is in the source. */
export interface Layer {
  readonly schema: JsonSchema;
  readonly path: readonly PropertyKey[];
  /** It is one of several branches: what it says goes for some of the values only. */
  readonly isOneOfSeveral?: boolean;
}

/** A schema with all that stands for the same value: what it refers to, `allOf`, the only branch of a union. */
export interface Layers {
  /** The schema itself first; where two say different things, the first counts. */
  readonly layers: readonly Layer[];
  /** What could not be followed. */
  readonly lost: readonly Lost[];
}

/** Something that is left out. */
export interface Lost {
  /** The schema that says it. */
  readonly path: readonly PropertyKey[];
  /** The keyword that says it, when one does. */
  readonly keyword?: string;
  /** The keyword when not given. */
  readonly code?: string;
  /** What it says; the keyword when not given. */
  readonly what?: string;
}

/** Where references start: the schema whose `$defs` they name, and its place in the source. */
export type Base = Layer;

/**
 * Lays a schema out flat.
 *
 * @param within - the schemas above it; a reference to one of these is recursion
 */
export function layersOf(layer: Layer, base: Base, within: readonly JsonSchema[]): Layers {
  const flat: Flat = { base, within, layers: [], lost: [] };
  lay(layer, flat);
  return flat;
}

interface Flat {
  readonly base: Base;
  readonly within: readonly JsonSchema[];
  readonly layers: Layer[];
  readonly lost: Lost[];
}

const most = 200;

function lay(layer: Layer, flat: Flat): void {
  const { schema, path, isOneOfSeveral = false } = layer;
  // Two branches of `allOf` may build on one schema: once is enough.
  if (flat.layers.some((other) => other.schema === schema)) return;
  if (flat.layers.length === most) {
    flat.lost.push({ path, code: "size", what: "a schema of this size" });
    return;
  }
  flat.layers.push(layer);
  if (typeof schema.$ref === "string") follow(schema.$ref, layer, flat);
  for (const [index, part] of schemas(schema.allOf).entries()) {
    lay({ schema: part, path: [...path, "allOf", index], isOneOfSeveral }, flat);
  }
  for (const keyword of ["anyOf", "oneOf"]) unite(layer, keyword, flat);
}

function follow(ref: string, { path, isOneOfSeveral = false }: Layer, flat: Flat): void {
  const target = referenced(ref, flat.base.schema);
  if (!isSchema(target)) flat.lost.push({ path, keyword: "$ref", what: `what ${quote(ref)} names` });
  else if (flat.within.includes(target)) flat.lost.push({ path, keyword: "$ref", what: "a schema within itself" });
  else lay({ schema: target, path: [...flat.base.path, ...referencePath(ref)], isOneOfSeveral }, flat);
}

function unite({ schema, path, isOneOfSeveral = false }: Layer, keyword: string, flat: Flat): void {
  const branches = schemas(member(schema, keyword));
  const real = branches.flatMap((branch, index) =>
    isNull(branch) ? [] : [{ schema: branch, path: [...path, keyword, index] }],
  );
  if (real.length < branches.length) flat.lost.push({ path, keyword, what: "that null is allowed" });
  const [first, ...others] = real;
  if (first === undefined) return;
  if (others.length === 0) {
    lay({ ...first, isOneOfSeveral }, flat);
    return;
  }
  const choices = real.map((branch) => choicesOf(branch.schema));
  if (choices.every((some) => some.length > 0)) {
    for (const branch of real) {
      if (branch.schema.description !== undefined) flat.lost.push({ path: branch.path, keyword: "description" });
    }
    lay({ schema: { enum: choices.flat() }, path: [...path, keyword], isOneOfSeveral }, flat);
    return;
  }
  flat.lost.push({ path, keyword, what: `a union ("${keyword}")` });
  // One branch of several stands in for all of them only where nothing else says what the value is.
  if (schema.type === undefined) lay({ ...first, isOneOfSeveral: true }, flat);
}

/** The values of a branch that only names values. */
function choicesOf(branch: JsonSchema): readonly unknown[] {
  const plain = Object.keys(branch).every((keyword) => /^(?:const|enum|type|title|description)$/.test(keyword));
  if (!plain) return [];
  return Object.hasOwn(branch, "const") ? [branch.const] : (branch.enum ?? []);
}

function schemas(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}
