/** Collects the schemas that apply to the same value through `$ref`, `allOf` and unions. */
import type { JsonSchema } from "@helve/core";
import { ownMember, quote, referencePath, resolveReference } from "@helve/core/internal";
import { allowsOnlyNull, isSchema } from "../json-schema.ts";

/** A schema and its path in the source. */
export interface SchemaPart {
  readonly schema: JsonSchema;
  readonly path: readonly PropertyKey[];
  /** Whether it is one of several branches, so that it applies to some values only. */
  readonly isAlternative?: boolean;
}

/** A schema with all schemas that apply to the same value: reference targets, `allOf`, the only branch of a union. */
export interface FlatSchema {
  /** The schema itself first; if two parts conflict, the first one counts. */
  readonly parts: readonly SchemaPart[];
  /** The losses: unresolved references, recursion, unions. */
  readonly lost: readonly SchemaLoss[];
}

/** Something that OpenTool can't represent. */
export interface SchemaLoss {
  /** The path of the schema with the keyword. */
  readonly path: readonly PropertyKey[];
  /** The lost keyword, if it is a keyword. */
  readonly keyword?: string;
  /** Default: the keyword. */
  readonly code?: string;
  /** A description of the loss for the message. Default: the keyword. */
  readonly what?: string;
}

/** The schema whose `$defs` references name, and its path in the source. */
export type ReferenceBase = SchemaPart;

/**
 * Collects a schema and all schemas that apply to the same value: reference targets, `allOf`, the only branch of a
 * union.
 *
 * @param ancestors - the enclosing schemas; a reference to one of them is recursion
 */
export function flattenSchema(part: SchemaPart, base: ReferenceBase, ancestors: readonly JsonSchema[]): FlatSchema {
  const flat: Flattening = { base, ancestors, parts: [], lost: [] };
  addPart(part, flat);
  return flat;
}

interface Flattening {
  readonly base: ReferenceBase;
  readonly ancestors: readonly JsonSchema[];
  readonly parts: SchemaPart[];
  readonly lost: SchemaLoss[];
}

const maxParts = 200;

/** Adds a schema, and then the schemas that its `$ref`, `allOf`, `anyOf` and `oneOf` apply to the same value. */
function addPart(part: SchemaPart, flat: Flattening): void {
  const { schema, path, isAlternative = false } = part;
  // Two branches of `allOf` may refer to the same schema.
  if (flat.parts.some((other) => other.schema === schema)) return;
  if (flat.parts.length === maxParts) {
    flat.lost.push({ path, code: "size", what: "a schema of this size" });
    return;
  }
  flat.parts.push(part);
  if (typeof schema.$ref === "string") followReference(schema.$ref, part, flat);
  for (const [index, part] of schemaList(schema.allOf).entries()) {
    addPart({ schema: part, path: [...path, "allOf", index], isAlternative }, flat);
  }
  for (const keyword of ["anyOf", "oneOf"]) addUnion(part, keyword, flat);
}

/** Adds the target of a reference; a loss if it doesn't exist or is an enclosing schema. */
function followReference(ref: string, { path, isAlternative = false }: SchemaPart, flat: Flattening): void {
  const target = resolveReference(ref, flat.base.schema);
  if (!isSchema(target)) flat.lost.push({ path, keyword: "$ref", what: `what ${quote(ref)} names` });
  else if (flat.ancestors.includes(target)) flat.lost.push({ path, keyword: "$ref", what: "a recursive schema" });
  else addPart({ schema: target, path: [...flat.base.path, ...referencePath(ref)], isAlternative }, flat);
}

/** Adds the only branch of a union, or an enum if all branches are constants; otherwise the union is a loss. */
function addUnion({ schema, path, isAlternative = false }: SchemaPart, keyword: string, flat: Flattening): void {
  const branches = schemaList(ownMember(schema, keyword));
  const nonNull = branches.flatMap((branch, index) =>
    allowsOnlyNull(branch) ? [] : [{ schema: branch, path: [...path, keyword, index] }],
  );
  if (nonNull.length < branches.length) flat.lost.push({ path, keyword, what: "that null is allowed" });
  const [first, ...others] = nonNull;
  if (first === undefined) return;
  if (others.length === 0) {
    addPart({ ...first, isAlternative }, flat);
    return;
  }
  const choices = nonNull.map((branch) => constantValues(branch.schema));
  if (choices.every((some) => some.length > 0)) {
    for (const branch of nonNull) {
      if (branch.schema.description !== undefined) flat.lost.push({ path: branch.path, keyword: "description" });
    }
    addPart({ schema: { enum: choices.flat() }, path: [...path, keyword], isAlternative }, flat);
    return;
  }
  flat.lost.push({ path, keyword, what: `a union ("${keyword}")` });
  const targets = nonNull.map((branch) => referenceTarget(branch.schema, flat.base.schema));
  if (
    schema.type === "object" ? targets.some(isObjectSchema) : schema.type === undefined && targets.every(isObjectSchema)
  ) {
    // An object that may have the properties of every branch, and must have those that all branches require.
    for (const branch of nonNull) addPart({ ...branch, isAlternative: true }, flat);
    const required = commonNames(targets.map((target) => target.required));
    addPart({ schema: { type: "object", required }, path: [...path, keyword], isAlternative }, flat);
  } else if (schema.type === undefined) {
    // The first branch represents all of them only if nothing else defines the type.
    addPart({ ...first, isAlternative: true }, flat);
  }
}

/** Follows a schema's references; a reference that leads nowhere is returned itself. */
function referenceTarget(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let target = schema;
  for (let steps = 0; typeof target.$ref === "string" && steps < maxParts; steps++) {
    const next = resolveReference(target.$ref, root);
    if (!isSchema(next)) break;
    target = next;
  }
  return target;
}

/** Whether a schema obviously describes an object. */
function isObjectSchema({ type, properties }: JsonSchema): boolean {
  return type === "object" || (type === undefined && isSchema(properties));
}

/** Returns the names that are in every list. */
function commonNames(lists: readonly unknown[]): readonly string[] {
  const [first, ...others] = lists.map((list) => new Set<unknown>(Array.isArray(list) ? list : []));
  return [...(first ?? [])].filter(
    (name): name is string => typeof name === "string" && others.every((names) => names.has(name)),
  );
}

/** Returns the values that a branch allows if it has only `const` or `enum`; an empty list for any other branch. */
function constantValues(branch: JsonSchema): readonly unknown[] {
  const plain = Object.keys(branch).every((keyword) => /^(?:const|enum|type|title|description)$/.test(keyword));
  if (!plain) return [];
  return Object.hasOwn(branch, "const") ? [branch.const] : (branch.enum ?? []);
}

function schemaList(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}
