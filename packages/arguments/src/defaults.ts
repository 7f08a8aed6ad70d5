import type { Args, JsonSchema, Repair } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { conditional } from "./coerce/conditional.ts";
import { fitOf } from "./coerce/fit.ts";
import { meantBranch } from "./coerce/meant-branch.ts";
import {
  changed,
  joined,
  type Outcome,
  type Part,
  settled,
  unchanged,
  withItems,
  withParts,
} from "./coerce/outcome.ts";
import { answersFor, type Run, runOf } from "./coerce/run.ts";
import { itemSchemas, propertySchemas, type Shape, type Subschema } from "./coerce/shape.ts";

/**
 * Fills in the `default` of every property that is not given, also within lists and within what was filled in, and by
 * way of `$ref` and `allOf`. In a union only the branch that fits counts, or the only one that can be meant.
 *
 * A default is a copy of the schema's. Whether it fits is for validation to say.
 *
 * @returns the value, the very same when nothing was filled in, and a repair of the kind `"default"` for each
 */
export function withDefaults(
  value: unknown,
  schema: JsonSchema,
): { readonly value: unknown; readonly repairs: readonly Repair[] } {
  if (!hasDefaults(schema)) return { value, repairs: [] };
  try {
    const outcome = fill(value, schema, { run: runOf(value, schema), within: new Set() });
    return outcome.notes.length === 0 ? { value, repairs: [] } : settled(outcome);
  } catch {
    // Too deep, too much to try, or an object that throws when it is read: validation says what is wrong.
    return { value, repairs: [] };
  }
}

/** Whether there may be a default anywhere in a schema. */
export function hasDefaults(schema: JsonSchema): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const found = findDefault(schema);
  known.set(schema, found);
  return found;
}

const known = new WeakMap<JsonSchema, boolean>();

function findDefault(schema: JsonSchema): boolean {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [schema];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    if (Object.hasOwn(next, "default")) return true;
    seen.add(next);
    for (const part of Object.values(next)) waiting.push(part);
  }
  return false;
}

interface Filling {
  readonly run: Run;
  /** The schemas whose defaults are being filled in, each within the one before. */
  readonly within: Set<JsonSchema>;
}

function fillToAll(value: unknown, schemas: readonly Subschema[], filling: Filling): Outcome {
  let outcome = unchanged(value);
  for (const schema of schemas) outcome = joined(outcome, fill(outcome.value, schema, filling));
  return outcome;
}

function fill(value: unknown, schema: Subschema, filling: Filling): Outcome {
  if (typeof value !== "object" || value === null) return unchanged(value);
  const { run } = filling;
  run.step();
  const shape = run.shapes(schema);
  const answers = answersFor(run.outcomes, shape);
  const before = answers.get(value);
  if (before !== undefined) return before;
  answers.set(value, unchanged(value));
  const outcome = fillInSteps(value, shape, filling);
  answers.set(value, outcome);
  return outcome;
}

function fillInSteps(value: object, shape: Shape, filling: Filling): Outcome {
  let outcome = unchanged(value);
  if (Array.isArray(value)) outcome = fillItems(value, shape, filling);
  else if (isObject(value)) outcome = fillProperties(value, shape, filling);
  for (const { unions, schema } of shape.layers) {
    for (const { branches } of unions) {
      const branch = branchOf(outcome.value, branches, filling.run);
      if (branch !== undefined) outcome = joined(outcome, fill(outcome.value, branch, filling));
    }
    const more = conditional(outcome.value, schema, filling.run);
    if (more !== undefined) outcome = joined(outcome, fill(outcome.value, more, filling));
  }
  return outcome;
}

function fillItems(list: readonly unknown[], shape: Shape, filling: Filling): Outcome {
  const parts: Part[] = [];
  for (let index = 0; index < list.length; index++) {
    const outcome = fillToAll(list[index], itemSchemas(shape, index), filling);
    if (outcome.notes.length > 0) parts.push({ key: index, outcome });
  }
  return withItems(list, parts);
}

function fillProperties(object: Args, shape: Shape, filling: Filling): Outcome {
  const members = new Map(Object.entries(object));
  const parts: Part[] = [];
  for (const name of new Set([
    ...members.keys(),
    ...shape.layers.flatMap(({ properties }) => [...properties.keys()]),
  ])) {
    const given = members.get(name);
    const outcome =
      given === undefined ? fillAbsent(name, shape, filling) : fillToAll(given, propertySchemas(shape, name), filling);
    if (outcome.notes.length === 0) continue;
    parts.push({ key: name, outcome });
    members.set(name, outcome.value);
  }
  return parts.length === 0 ? unchanged(object) : withParts(Object.fromEntries(members), parts);
}

function fillAbsent(name: string, shape: Shape, filling: Filling): Outcome {
  const schema = defaultSchema(name, shape, filling.run);
  // A default within itself would never end.
  if (schema === undefined || filling.within.has(schema)) return unchanged(undefined);
  filling.within.add(schema);
  const filled = changed("default", undefined, structuredClone(schema.default));
  const outcome = joined(filled, fillToAll(filled.value, propertySchemas(shape, name), filling));
  filling.within.delete(schema);
  return outcome;
}

/** The schema that holds a property's default: the first that does. */
function defaultSchema(name: string, { layers }: Shape, { shapes }: Run): JsonSchema | undefined {
  for (const { properties } of layers) {
    const schema = properties.get(name);
    if (schema === undefined) continue;
    const holder = shapes(schema).layers.find((layer) => Object.hasOwn(layer.schema, "default"));
    if (holder !== undefined) return holder.schema;
  }
  return undefined;
}

/** The only branch that fits, or else the only one that can be meant. */
function branchOf(value: unknown, branches: readonly Subschema[], run: Run): Subschema | undefined {
  const [only, ...others] = branches.filter((branch) => fitOf(value, branch, run) !== "no");
  return others.length > 0 ? undefined : (only ?? meantBranch(value, branches, run));
}
