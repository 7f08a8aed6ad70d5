/** Closes the objects of a tool's argument schema: what a schema does not list is refused, unless the schema admits it. */
import type { JsonSchema } from "@helve/core";
import { isObject, resolveReference, withoutUndefined } from "@helve/core/internal";
import { areExclusive } from "./closed-schema/exclusive-branches.ts";
import {
  type AppliedSchema,
  appliedSchemas,
  hasOwnBase,
  isPlainReference,
  memberSchemas,
} from "./closed-schema/subschemas.ts";

/** The options of {@link closedSchema}. */
export interface ClosedSchemaOptions {
  /**
   * Whether the schema comes from a library whose unions match one branch and drop the properties of the others (zod, valibot).
   * Then each branch is closed on its own, as is an object without any property. JSON Schema's own `anyOf` admits the
   * properties of several branches at once.
   */
  readonly isStandard: boolean;
}

/**
 * Returns a copy of an argument schema with `additionalProperties: false` in the root and in each nested object that lists
 * `properties` and says nothing about others. `additionalProperties`, `unevaluatedProperties` and `patternProperties` are kept.
 *
 * An object that is composed (`allOf`, `if`, a union beside `properties`) is closed as a whole: another member of its `allOf`
 * admits the names that any part lists. The parts themselves remain open, since each would refuse what the others list. These
 * remain open too, because closing them could refuse a listed name or admit a value that the schema refuses: objects within
 * `not`, `if`, `contains`, and a property that several parts of one composition describe.
 *
 * @returns the schema itself if there is nothing to close
 *
 * @example
 * closedSchema({ type: "object", properties: { path: { type: "string" } } }, { isStandard: false });
 * // { type: "object", properties: { path: { type: "string" } }, additionalProperties: false }
 */
export function closedSchema(root: JsonSchema, { isStandard }: ClosedSchemaOptions): JsonSchema {
  const closing: Closing = {
    root,
    isStandard,
    visited: new Set(),
    parts: new Set(),
    fixed: new Set(),
    closures: new Map(),
  };
  findClosures(root, closing, true);
  const closed = withClosures(root, closing);
  return isObject(closed) ? closed : root;
}

/** The state of closing the schemas of one root. */
interface Closing extends ClosedSchemaOptions {
  readonly root: JsonSchema;
  /** The schemas that apply alone to a value of their own. */
  readonly visited: Set<JsonSchema>;
  /** The schemas that apply to the same value as another one, and must not be closed themselves. */
  readonly parts: Set<JsonSchema>;
  /** The schemas that must not change at all. */
  readonly fixed: Set<JsonSchema>;
  /** The way to close each object that a schema describes. */
  readonly closures: Map<JsonSchema, Closure>;
}

/** The names that an object lists. */
interface Closure {
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlySet<string>;
  /** Whether other schemas list some of them. */
  readonly isComposed: boolean;
}

/** Finds the objects to close in a schema that applies alone to a value, and in the schemas of its members. */
function findClosures(schema: unknown, closing: Closing, isRoot = false): void {
  if (!isObject(schema) || closing.visited.has(schema) || hasOwnBase(schema, closing.root)) return;
  closing.visited.add(schema);
  if (isPlainReference(schema)) {
    findClosures(resolveReference(String(schema["$ref"]), closing.root), closing, isRoot);
    return;
  }
  const applied = appliedSchemas(schema, closing.root);
  const branches = separateBranches(schema, applied, closing);
  fixConditions(branches === undefined ? applied : applied.slice(0, 1), closing);
  if (branches !== undefined) {
    for (const branch of branches) findClosures(branch, closing, isRoot);
    return;
  }
  for (const part of applied.slice(1)) closing.parts.add(part.schema);
  const closure = closureOf(applied);
  const isListed = closure.names.size > 0 || (closing.isStandard && applied.some((part) => part.schema.properties));
  if ((isRoot || isListed) && allowsObject(schema) && !applied.some(admitsOthers)) {
    closing.closures.set(schema, closure);
  }
  for (const member of singleMembers(applied, closing)) findClosures(member, closing);
}

/** The branches of a union that can be closed one by one; `undefined` if other schemas apply to the same object. */
function separateBranches(
  schema: JsonSchema,
  applied: readonly AppliedSchema[],
  { isStandard, root }: Closing,
): readonly unknown[] | undefined {
  const { anyOf, oneOf, properties } = schema;
  const branches = anyOf ?? oneOf;
  if (!Array.isArray(branches) || properties !== undefined || applied.slice(0, 1).some(admitsOthers)) return undefined;
  const isOnlyUnion = applied.every(
    ({ owner, keyword }) => owner !== schema || keyword === "anyOf" || keyword === "oneOf",
  );
  if (!isOnlyUnion || (anyOf !== undefined && oneOf !== undefined)) return undefined;
  return isStandard || areExclusive(branches, root) ? branches : undefined;
}

/** The names that the schemas of one object list. */
function closureOf(applied: readonly AppliedSchema[]): Closure {
  const keysOf = (keyword: string, schemas: readonly AppliedSchema[]): ReadonlySet<string> =>
    new Set(schemas.flatMap(({ schema }) => Object.keys(Object(schema[keyword]))));
  const [names, patterns] = [keysOf("properties", applied), keysOf("patternProperties", applied)];
  const own = applied.slice(0, 1);
  const hasAll =
    keysOf("properties", own).size === names.size && keysOf("patternProperties", own).size === patterns.size;
  return { names, patterns, isComposed: !hasAll };
}

/** Whether a schema says itself which other properties an object may have, or refers to a schema that can't be found. */
function admitsOthers({ schema, isUnresolved }: AppliedSchema): boolean {
  const keywords = ["additionalProperties", "unevaluatedProperties", "$dynamicRef"];
  return isUnresolved || keywords.some((keyword) => schema[keyword] !== undefined);
}

function allowsObject({ type }: JsonSchema): boolean {
  return type === undefined || [type].flat().includes("object");
}

/** Marks the schemas that must not become stricter, because a whole schema would then accept more. */
function fixConditions(applied: readonly AppliedSchema[], closing: Closing): void {
  for (const { schema, isCondition } of applied) {
    if (isCondition && !closing.isStandard) fix(schema, closing);
    for (const keyword of ["not", "contains", "propertyNames"]) fix(schema[keyword], closing);
  }
}

/** Marks a schema, and every schema that it contains or refers to, as unchangeable. */
function fix(value: unknown, closing: Closing): void {
  if (Array.isArray(value)) for (const item of value) fix(item, closing);
  if (!isObject(value) || closing.fixed.has(value)) return;
  closing.fixed.add(value);
  for (const member of Object.values(value)) fix(member, closing);
  if (typeof value["$ref"] === "string") fix(resolveReference(value["$ref"], closing.root), closing);
}

/** The schemas of members that only one of the schemas of their object describes; the others are kept as they are. */
function singleMembers(applied: readonly AppliedSchema[], closing: Closing): readonly unknown[] {
  const members = applied.flatMap(({ schema }) => memberSchemas(schema));
  const counts = new Map<string, number>();
  for (const [key] of members) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const [key, schema] of members) if (counts.get(key) !== 1) fix(schema, closing);
  return members.filter(([key]) => counts.get(key) === 1).map(([, schema]) => schema);
}

/** A copy of a schema with its closures; unchanged parts are the same objects. */
function withClosures(value: unknown, closing: Closing): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => withClosures(item, closing));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, withClosures(member, closing)] as const);
  const isChanged = entries.some(([key, member]) => member !== value[key]);
  const copy: JsonSchema = isChanged ? Object.fromEntries(entries) : value;
  return closedObject(copy, value, closing);
}

/**
 * Closes one schema, if it is to be closed.
 *
 * @param copy - the schema with its members closed
 * @param schema - the schema as it was
 */
function closedObject(copy: JsonSchema, schema: JsonSchema, closing: Closing): JsonSchema {
  const { root, visited, closures } = closing;
  if (!visited.has(schema) || staysOpen(schema, closing)) return copy;
  const closure = closures.get(schema);
  if (closure !== undefined) {
    return closure.isComposed
      ? { ...copy, allOf: [...(copy.allOf ?? []), closingSchema(closure)] }
      : { ...copy, additionalProperties: false };
  }
  // A definition that is also a part of another object stays open; each reference to it alone closes its object.
  const target = referenceTarget(schema, root);
  const targetClosure = staysOpen(target, closing) ? closures.get(target) : undefined;
  if (targetClosure === undefined) return copy;
  const { $ref, ...others } = copy;
  return { ...others, allOf: [{ $ref: $ref ?? "#" }, closingSchema(targetClosure)] };
}

/** Whether a schema must stay open. */
function staysOpen(schema: JsonSchema, { parts, fixed }: Closing): boolean {
  return parts.has(schema) || fixed.has(schema);
}

/** The schema that refuses all names but those of a closure. */
function closingSchema({ names, patterns }: Closure): JsonSchema {
  const admitted = (keys: ReadonlySet<string>) => Object.fromEntries(Array.from(keys, (key) => [key, true] as const));
  return withoutUndefined({
    properties: admitted(names),
    patternProperties: patterns.size > 0 ? admitted(patterns) : undefined,
    additionalProperties: false,
  });
}

/** The schema that a chain of plain references ends at. */
function referenceTarget(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const seen = new Set<JsonSchema>();
  let target = schema;
  while (isPlainReference(target) && !seen.has(target)) {
    seen.add(target);
    const next = resolveReference(String(target.$ref), root);
    if (isObject(next)) target = next;
  }
  return target;
}
