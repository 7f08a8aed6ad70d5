import type { Args } from "@helve/core";
import type { Bender } from "./bender.ts";
import { allFit } from "./fit.ts";
import { changed, type Outcome, type Part, unchanged, withItems, withParts } from "./outcome.ts";
import { isNullWord } from "./read-scalar.ts";
import { itemSchemas, propertySchemas, type Shape } from "./shape.ts";

/** Bends every item of a list. */
export function bendItems(list: readonly unknown[], shape: Shape, { bendToAll }: Bender): Outcome {
  const parts: Part[] = [];
  for (let index = 0; index < list.length; index++) {
    const outcome = bendToAll(list[index], itemSchemas(shape, index));
    if (outcome.notes.length > 0) parts.push({ key: index, outcome });
  }
  return withItems(list, parts);
}

/** Bends every property of an object; an optional one that is `null`, which does not fit, is as good as absent. */
export function bendProperties(object: Args, shape: Shape, bender: Bender): Outcome {
  const parts: Part[] = [];
  for (const name of Object.keys(object)) {
    const value = object[name];
    const outcome = bender.bendToAll(value, propertySchemas(shape, name));
    if (outcome.notes.length > 0) parts.push({ key: name, outcome });
    else if (standsForNothing(value, name, shape, bender)) {
      parts.push({ key: name, outcome: changed("absent_null", value, undefined) });
    }
  }
  if (parts.length === 0) return unchanged(object);
  const bent = new Map(parts.map(({ key, outcome }) => [key, outcome.value]));
  const members = Object.entries(object).map(
    ([name, value]) => [name, bent.has(name) ? bent.get(name) : value] as const,
  );
  return withParts(
    Object.fromEntries(members.filter(([name, value]) => !bent.has(name) || value !== undefined)),
    parts,
  );
}

function standsForNothing(value: unknown, name: string, shape: Shape, { run }: Bender): boolean {
  if (value !== null && !(typeof value === "string" && isNullWord(value))) return false;
  if (shape.required.has(name) || !shape.layers.some(({ properties }) => properties.has(name))) return false;
  const schemas = propertySchemas(shape, name);
  return !schemas.includes(false) && allFit(value, schemas, run) === "no";
}
