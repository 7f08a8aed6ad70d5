import type { JsonSchema } from "@helve/core";
import { member } from "./json-path.ts";
import { isSchema } from "./json-schema.ts";
import { own } from "./json-value.ts";
import { referenced } from "./schema-references.ts";
import type { Fault } from "./validation-issues.ts";

/** A property by whose value the branches of a union are told apart. */
export interface Tag {
  readonly name: string;
  /** The places of the branches that an object with a value may fit. */
  readonly byValue: ReadonlyMap<unknown, readonly number[]>;
  /** The places of those that an object with any other value may fit. */
  readonly others: readonly number[];
  /** The places of those that an object without the property may fit. */
  readonly absent: readonly number[];
}

type Branches = readonly (JsonSchema | boolean)[];

/**
 * The property that most branches want to have one of some plain values; `undefined` when less than two do.
 *
 * @param root - where references start
 */
export function tagOf(branches: Branches, root: JsonSchema): Tag | undefined {
  const schemas = branches.map((branch) => resolved(branch, root));
  const counts = new Map<string, number>();
  for (const schema of schemas) {
    for (const name of Object.keys(schema?.properties ?? {})) {
      if (valuesOf(schema, name) !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  if (best === undefined || best[1] < 2) return undefined;
  const [name] = best;
  const places = [...schemas.keys()];
  const values = schemas.map((schema) => valuesOf(schema, name));
  const others = places.filter((place) => values[place] === undefined);
  const byValue = new Map<unknown, number[]>();
  for (const [place, allowed] of values.entries()) {
    for (const value of new Set(allowed)) {
      const known = byValue.get(value) ?? [...others];
      byValue.set(value, known);
      known.push(place);
    }
  }
  const absent = places.filter((place) => values[place] === undefined || !isRequired(schemas[place], name));
  return { name, byValue, others, absent };
}

/**
 * Chooses by a value's tag: from what was made once of the places of the branches that it may fit.
 *
 * @param count - how many branches there are
 */
export function byTag<Made>(
  tag: Tag,
  count: number,
  make: (places: readonly number[]) => Made,
): (value: unknown) => Made {
  const all = make([...Array(count).keys()]);
  const byValue = new Map(Array.from(tag.byValue, ([value, places]) => [value, make(places)]));
  const [others, absent] = [make(tag.others), make(tag.absent)];
  return (value) => {
    if (!isSchema(value)) return all;
    const found = own(value, tag.name);
    return found === undefined ? absent : (byValue.get(found) ?? others);
  };
}

/**
 * What is wrong with the tag of an object that does not fit a branch because of it.
 *
 * @returns the error, and the way from the object to what is wrong
 */
export function tagFault(
  { name }: Tag,
  branch: JsonSchema | boolean | undefined,
  root: JsonSchema,
  object: unknown,
): { readonly error: Fault; readonly at: readonly string[] } {
  const schema = resolved(branch, root) ?? {};
  const data = member(object, name);
  if (data === undefined) {
    const params = { missingProperty: name };
    return {
      error: { keyword: "required", params, data: object, schema: schema.required, parentSchema: schema },
      at: [],
    };
  }
  const tag = propertyOf(schema, name) ?? {};
  const keyword = tag.const === undefined ? "enum" : "const";
  return { error: { keyword, params: {}, data, schema: tag[keyword], parentSchema: tag }, at: [name] };
}

/** What a branch is, or refers to. */
function resolved(branch: JsonSchema | boolean | undefined, root: JsonSchema): JsonSchema | undefined {
  const schema = isSchema(branch) && branch.$ref !== undefined ? referenced(branch.$ref, root) : branch;
  return isSchema(schema) ? schema : undefined;
}

/** The plain values that a property must have. */
function valuesOf(schema: JsonSchema | undefined, name: string): readonly unknown[] | undefined {
  const property = propertyOf(schema, name);
  const values = property?.const === undefined ? property?.enum : [property.const];
  return values?.every((value) => typeof value !== "object" || value === null) ? values : undefined;
}

function propertyOf(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  const property = member(schema?.properties, name);
  return isSchema(property) ? property : undefined;
}

function isRequired(schema: JsonSchema | undefined, name: string): boolean {
  return schema?.required?.includes(name) === true;
}
