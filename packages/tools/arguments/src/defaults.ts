import type { Args, JsonSchema, Repair } from "@helve/core";
import { isObject } from "@helve/core/internal";
import {
  type Coercion,
  changed,
  combined,
  type PartCoercion,
  unchanged,
  withItems,
  withParts,
  withRepairs,
} from "./coerce/coercion.ts";
import { matchSchema } from "./coerce/match-schema.ts";
import { cachedBySchema, type MatchState, newMatchState } from "./coerce/match-state.ts";
import { branchByTypeAndTags, conditionalSchema } from "./coerce/pick-branch.ts";
import { itemSchemas, propertySchemas, type ResolvedSchema, type Subschema } from "./coerce/resolve-schema.ts";

/**
 * Fills in the `default` of every missing property, also within lists, within other defaults, and through `$ref` and
 * `allOf`. In a union, only the branch that matches the value is used, or the only possible one by type and fixed values.
 *
 * Each default is a copy of the schema's. A default that its own schema does not admit, such as `null` for a string, is not filled in:
 * the property stays missing.
 *
 * @returns the value (the same object if nothing was filled in), and a repair of kind `"default"` for each property
 *
 * @example
 * withDefaults({}, { properties: { timeout: { default: 5 } } }).value; // { timeout: 5 }
 */
export function withDefaults(
  value: unknown,
  schema: JsonSchema,
): { readonly value: unknown; readonly repairs: readonly Repair[] } {
  if (!hasDefaults(schema)) return { value, repairs: [] };
  try {
    const result = fillDefaults(value, schema, { state: newMatchState(value, schema), schemasBeingFilled: new Set() });
    return result.changes.length === 0 ? { value, repairs: [] } : withRepairs(result);
  } catch {
    // The value is too deep, the schema too complex, or a getter threw: validation reports the problem.
    return { value, repairs: [] };
  }
}

/** Whether a schema contains the keyword `default` anywhere; cached for each schema object. */
export function hasDefaults(schema: JsonSchema): boolean {
  const cached = hasDefaultsCache.get(schema);
  if (cached !== undefined) return cached;
  const result = containsDefault(schema);
  hasDefaultsCache.set(schema, result);
  return result;
}

const hasDefaultsCache = new WeakMap<JsonSchema, boolean>();

/** Searches a schema and all schemas in it for the keyword `default`. */
function containsDefault(schema: JsonSchema): boolean {
  const seen = new Set<unknown>();
  const remaining: unknown[] = [schema];
  while (remaining.length > 0) {
    const next = remaining.pop();
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    if (Object.hasOwn(next, "default")) return true;
    seen.add(next);
    for (const part of Object.values(next)) remaining.push(part);
  }
  return false;
}

interface FillState {
  readonly state: MatchState;
  /** The schemas whose defaults are being filled in now, outermost first; prevents endless nesting. */
  readonly schemasBeingFilled: Set<JsonSchema>;
}

/** Fills in the defaults of several schemas that all describe the value. */
function fillBySchemas(value: unknown, schemas: readonly Subschema[], filling: FillState): Coercion {
  let result = unchanged(value);
  for (const schema of schemas) result = combined(result, fillDefaults(result.value, schema, filling));
  return result;
}

/** Fills in the defaults of one schema in a value and its parts. */
function fillDefaults(value: unknown, schema: Subschema, filling: FillState): Coercion {
  if (typeof value !== "object" || value === null) return unchanged(value);
  const { state } = filling;
  state.countStep();
  const resolved = state.resolve(schema);
  const cache = cachedBySchema(state.coercions, resolved);
  const cached = cache.get(value);
  if (cached !== undefined) return cached;
  cache.set(value, unchanged(value));
  const result = fillParts(value, resolved, filling);
  cache.set(value, result);
  return result;
}

/** Fills in defaults inside a value: items, properties, unions and conditions. */
function fillParts(value: object, resolved: ResolvedSchema, filling: FillState): Coercion {
  let result = unchanged(value);
  if (Array.isArray(value)) result = fillItems(value, resolved, filling);
  else if (isObject(value)) result = fillProperties(value, resolved, filling);
  for (const { unions, schema } of resolved.layers) {
    for (const { branches } of unions) {
      const branch = branchToFill(result.value, branches, filling.state);
      if (branch !== undefined) result = combined(result, fillDefaults(result.value, branch, filling));
    }
    const addition = conditionalSchema(result.value, schema, filling.state);
    if (addition !== undefined) result = combined(result, fillDefaults(result.value, addition, filling));
  }
  return result;
}

/** Fills in defaults in every item of a list. */
function fillItems(list: readonly unknown[], resolved: ResolvedSchema, filling: FillState): Coercion {
  const parts: PartCoercion[] = [];
  for (let index = 0; index < list.length; index++) {
    const result = fillBySchemas(list[index], itemSchemas(resolved, index), filling);
    if (result.changes.length > 0) parts.push({ key: index, coercion: result });
  }
  return withItems(list, parts);
}

/** Fills in the missing properties of an object, and defaults in its other properties. */
function fillProperties(object: Args, resolved: ResolvedSchema, filling: FillState): Coercion {
  const members = new Map(Object.entries(object));
  const parts: PartCoercion[] = [];
  for (const name of new Set([
    ...members.keys(),
    ...resolved.layers.flatMap(({ properties }) => [...properties.keys()]),
  ])) {
    const member = members.get(name);
    const result =
      member === undefined
        ? fillMissing(name, resolved, filling)
        : fillBySchemas(member, propertySchemas(resolved, name), filling);
    if (result.changes.length === 0) continue;
    parts.push({ key: name, coercion: result });
    members.set(name, result.value);
  }
  return parts.length === 0 ? unchanged(object) : withParts(Object.fromEntries(members), parts);
}

/** Returns the default of a missing property; unchanged if there is none. */
function fillMissing(name: string, resolved: ResolvedSchema, filling: FillState): Coercion {
  const schema = schemaWithDefault(name, resolved, filling.state);
  // A default that contains itself would never end.
  if (schema === undefined || filling.schemasBeingFilled.has(schema)) return unchanged(undefined);
  filling.schemasBeingFilled.add(schema);
  const filled = changed("default", undefined, structuredClone(schema.default));
  const schemas = propertySchemas(resolved, name);
  const result = combined(filled, fillBySchemas(filled.value, schemas, filling));
  filling.schemasBeingFilled.delete(schema);
  return schemas.some((each) => matchSchema(result.value, each, filling.state) === "no")
    ? unchanged(undefined)
    : result;
}

/** The first schema of a property that has a default. */
function schemaWithDefault(name: string, { layers }: ResolvedSchema, state: MatchState): JsonSchema | undefined {
  for (const { properties } of layers) {
    const schema = properties.get(name);
    if (schema === undefined) continue;
    const layer = state.resolve(schema).layers.find((candidate) => Object.hasOwn(candidate.schema, "default"));
    if (layer !== undefined) return layer.schema;
  }
  return undefined;
}

/** The branch of a union whose defaults are filled in: the only matching one, or the only possible one by type and fixed values. */
function branchToFill(value: unknown, branches: readonly Subschema[], state: MatchState): Subschema | undefined {
  const [only, ...others] = branches.filter((branch) => matchSchema(value, branch, state) !== "no");
  return others.length > 0 ? undefined : (only ?? branchByTypeAndTags(value, branches, state));
}
