import type { Args, JsonSchema, Repair } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { coerceToChoice } from "./coerce/coerce-to-choice.ts";
import { coerceToType } from "./coerce/coerce-to-type.ts";
import { coerceToUnion } from "./coerce/coerce-to-union.ts";
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
import type { CoerceOptions, CoercionContext } from "./coerce/coercion-context.ts";
import { matchAllSchemas } from "./coerce/match-schema.ts";
import { cachedBySchema, type MatchState, newMatchState } from "./coerce/match-state.ts";
import { conditionalSchema } from "./coerce/pick-branch.ts";
import { itemSchemas, propertySchemas, type ResolvedSchema, type Subschema } from "./coerce/resolve-schema.ts";
import { isNullWord, jsonFromText } from "./coerce/scalar-from-text.ts";
import { wireProperties } from "./coerce/wire-properties.ts";
import { isLossless, parsedJson } from "./valid-json.ts";

/**
 * Converts a value to the types of a schema if the intent is unambiguous: `"42"` for a number, `"[1]"` for a list, a single
 * item for a list, `null` for a missing optional property. Values that can't be converted, or in more than one way, are
 * left for validation to report.
 *
 * @returns the value (the same object if nothing was converted), and the repairs in order. A repair replaces `before` by
 *   `after`; if `after` is `undefined`, it removes the property. The value and the repairs may share parts
 *
 * @example
 * coerce({ n: "42" }, { properties: { n: { type: "number" } } }).value; // { n: 42 }
 */
export function coerce(
  value: unknown,
  schema: JsonSchema,
  options: CoerceOptions = {},
): { readonly value: unknown; readonly repairs: readonly Repair[] } {
  return coerceRoot(value, schema, options, false);
}

/**
 * Reverts the changes of a provider's format in arguments, and nothing else: it restores the names of properties, and removes the nulls that
 * OpenAI's strict mode uses for absent optional properties. Decoding does this as well.
 *
 * @param schema - the tool's own schema, not the schema of the provider's format
 *
 * @example
 * fromWireArguments({ _filter: "a", top: null }, schema).value; // { $filter: "a" }
 */
export function fromWireArguments(
  args: unknown,
  schema: JsonSchema,
): { readonly value: unknown; readonly repairs: readonly Repair[] } {
  return coerceRoot(args, schema, {}, true);
}

/** Coerces a value at the root of a schema. */
function coerceRoot(
  value: unknown,
  schema: JsonSchema,
  options: CoerceOptions,
  wireOnly: boolean,
): { readonly value: unknown; readonly repairs: readonly Repair[] } {
  try {
    const result = coercionContext(newMatchState(value, schema), options, wireOnly).coerce(value, schema);
    return result.changes.length === 0 ? { value, repairs: [] } : withRepairs(result);
  } catch {
    // The value is too deep, the schema too complex, or a getter threw: validation reports the problem.
    return { value, repairs: [] };
  }
}

/** Creates the context of one call of `coerce`. */
function coercionContext(state: MatchState, options: CoerceOptions, wireOnly: boolean): CoercionContext {
  const jsonByText = new Map<string, unknown>();
  const { readJson = readValidJson } = options;
  const context: CoercionContext = {
    state: state,
    enums: options.enums,
    wireOnly,
    jsonFromText: (text) => {
      if (wireOnly) return undefined;
      if (!jsonByText.has(text)) jsonByText.set(text, jsonFromText(text, readJson));
      return jsonByText.get(text);
    },
    coerce: (value, schema) => coerceValue(value, schema, context),
    coerceToAll: (value, schemas) => {
      let result = unchanged(value);
      for (const schema of schemas) result = combined(result, coerceValue(result.value, schema, context));
      return result;
    },
  };
  return context;
}

/** Reads valid JSON; `undefined` if JavaScript numbers don't hold its numbers. */
function readValidJson(text: string): unknown {
  const value = parsedJson(text);
  return isLossless(value, maxDepth) ? value : undefined;
}

const maxDepth = 1000;

/** Coerces a value to a schema; the result for an object or list is cached. */
function coerceValue(value: unknown, schema: Subschema, context: CoercionContext): Coercion {
  const { state } = context;
  state.countStep();
  const resolved = state.resolve(schema);
  // Converting a scalar by a simple schema is cheaper than caching the result.
  if (typeof value !== "object" && resolved.isPlain) {
    const converted = coerceWithoutParts(value, schema, resolved, context);
    return typeof converted.value === "object"
      ? combined(converted, coerceValue(converted.value, schema, context))
      : converted;
  }
  const cache = cachedBySchema(state.coercions, resolved);
  const cached = cache.get(value);
  if (cached !== undefined) return cached;
  // A schema that leads back to itself leaves the value unchanged.
  cache.set(value, unchanged(value));
  const result = coerceInSteps(value, schema, resolved, context);
  cache.set(value, result);
  return result;
}

/** Coerces the value itself, then its parts, then by the best branch of each union, then by `if`/`then`/`else`. */
function coerceInSteps(
  value: unknown,
  schema: Subschema,
  resolved: ResolvedSchema,
  context: CoercionContext,
): Coercion {
  let result = coerceWithoutParts(value, schema, resolved, context);
  if (Array.isArray(result.value)) result = combined(result, coerceItems(result.value, resolved, context));
  else if (isObject(result.value)) result = combined(result, coerceProperties(result.value, resolved, context));
  for (const { unions } of resolved.layers) {
    for (const union of unions) result = combined(result, coerceToUnion(result.value, union, context));
  }
  for (const layer of resolved.layers) {
    const addition = conditionalSchema(result.value, layer.schema, context.state);
    if (addition !== undefined) result = combined(result, coerceValue(result.value, addition, context));
  }
  return result;
}

/** Coerces the value itself, to an enum value or a type, but not its parts. */
function coerceWithoutParts(
  value: unknown,
  schema: Subschema,
  resolved: ResolvedSchema,
  context: CoercionContext,
): Coercion {
  if (context.wireOnly) return unchanged(value);
  return resolved.choices === undefined
    ? coerceToType(value, schema, resolved, context)
    : coerceToChoice(value, resolved, context);
}

/** Coerces every item of a list. */
function coerceItems(list: readonly unknown[], resolved: ResolvedSchema, { coerceToAll }: CoercionContext): Coercion {
  const parts: PartCoercion[] = [];
  for (let index = 0; index < list.length; index++) {
    const result = coerceToAll(list[index], itemSchemas(resolved, index));
    if (result.changes.length > 0) parts.push({ key: index, coercion: result });
  }
  return withItems(list, parts);
}

/** Coerces every property of an object, after giving the properties their own names. */
function coerceProperties(object: Args, resolved: ResolvedSchema, context: CoercionContext): Coercion {
  const names = wireProperties(object, resolved);
  if (names.size === 0) return coerceMembers(object, resolved, context);
  const members = Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value] as const);
  const renamed: Args = Object.fromEntries(members);
  const parts = Array.from(names, ([wire, name]): readonly PartCoercion[] => [
    { key: wire, coercion: changed("property_name", object[wire], undefined) },
    { key: name, coercion: changed("property_name", undefined, object[wire]) },
  ]);
  return combined(withParts(renamed, parts.flat()), coerceMembers(renamed, resolved, context));
}

/** Coerces every property of an object; removes an optional property that is `null` although its schema does not allow null. */
function coerceMembers(object: Args, resolved: ResolvedSchema, context: CoercionContext): Coercion {
  const parts: PartCoercion[] = [];
  for (const name of Object.keys(object)) {
    const value = object[name];
    const result = context.coerceToAll(value, propertySchemas(resolved, name));
    if (result.changes.length > 0) parts.push({ key: name, coercion: result });
    else if (isNullForOptional(value, name, resolved, context)) {
      parts.push({ key: name, coercion: changed("absent_null", value, undefined) });
    }
  }
  if (parts.length === 0) return unchanged(object);
  const coerced = new Map(parts.map(({ key, coercion: result }) => [key, result.value]));
  const members = Object.entries(object).map(
    ([name, value]) => [name, coerced.has(name) ? coerced.get(name) : value] as const,
  );
  return withParts(
    Object.fromEntries(members.filter(([name, value]) => !coerced.has(name) || value !== undefined)),
    parts,
  );
}

/** Whether a value is `null` for an optional property whose schema does not allow null. */
function isNullForOptional(
  value: unknown,
  name: string,
  resolved: ResolvedSchema,
  { state, wireOnly }: CoercionContext,
): boolean {
  if (value !== null && (wireOnly || !(typeof value === "string" && isNullWord(value)))) return false;
  if (resolved.required.has(name) || !resolved.layers.some(({ properties }) => properties.has(name))) return false;
  const schemas = propertySchemas(resolved, name);
  return !schemas.includes(false) && matchAllSchemas(value, schemas, state) === "no";
}
