/** Recognizes property names that a provider's format changed because the provider does not allow them. */
import type { Args } from "@helve/core";
import { propertyOfWireName, wirePropertyName } from "@helve/opentool";
import { propertySchemas, type ResolvedSchema } from "./resolve-schema.ts";

/**
 * Finds the properties of an object that have their names on the wire, as in a provider's format (`_filter` for `$filter`).
 *
 * A name is used only if the schema does not describe it as a property of its own, and if it stands for exactly one property, which is absent.
 *
 * @returns the properties' own names by their names in the object
 */
export function wireProperties(object: Args, resolved: ResolvedSchema): ReadonlyMap<string, string> {
  const changed = changedNames(resolved);
  const found = new Map<string, string>();
  if (changed.length === 0) return found;
  const absent = changed.filter((name) => !Object.hasOwn(object, name));
  for (const key of Object.keys(object)) {
    const name = propertyOfWireName(key, absent);
    if (name === undefined || isDeclared(key, resolved)) continue;
    if (resolved.required.has(name) || !isAllowed(key, resolved)) found.set(key, name);
  }
  const names = [...found.values()];
  return new Map([...found].filter(([, name]) => names.indexOf(name) === names.lastIndexOf(name)));
}

const changedNamesOf = new WeakMap<ResolvedSchema, readonly string[]>();

/** The names of a schema's properties that are not allowed on the wire. */
function changedNames(resolved: ResolvedSchema): readonly string[] {
  const cached = changedNamesOf.get(resolved);
  if (cached !== undefined) return cached;
  const names = resolved.layers.flatMap(({ properties }) => [...properties.keys()]);
  const changed = [...new Set(names)].filter((name) => wirePropertyName(name, []) !== name);
  changedNamesOf.set(resolved, changed);
  return changed;
}

function isDeclared(key: string, { layers }: ResolvedSchema): boolean {
  return layers.some(({ properties }) => properties.has(key));
}

/** Whether the schema explicitly allows a property that it does not name. */
function isAllowed(key: string, resolved: ResolvedSchema): boolean {
  const schemas = propertySchemas(resolved, key);
  return schemas.length > 0 && !schemas.includes(false);
}
