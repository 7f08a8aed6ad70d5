// Finds the property whose value selects a branch of a union, such as `kind` or `type`.

import type { JsonSchema } from "@helve/core";
import { ownMember, resolveReference } from "@helve/core/internal";
import { isSchema } from "./json-schema.ts";
import { ownProperty } from "./json-value.ts";
import type { KeywordError } from "./validation-issues.ts";

/** A property whose value selects the branch of a union. */
export interface UnionTag {
  readonly name: string;
  /** For each tag value, the indexes of the branches that may match. */
  readonly byValue: ReadonlyMap<unknown, readonly number[]>;
  /** The indexes of the branches that may match any other tag value. */
  readonly others: readonly number[];
  /** The indexes of the branches that may match an object without the property. */
  readonly absent: readonly number[];
}

type Branches = readonly (JsonSchema | boolean)[];

/**
 * Finds the property that most branches restrict to plain values; `undefined` if fewer than two branches do.
 *
 * @param root - the schema that references are resolved in
 */
export function findUnionTag(branches: Branches, root: JsonSchema): UnionTag | undefined {
  const schemas = branches.map((branch) => resolvedBranch(branch, root));
  const counts = new Map<string, number>();
  for (const schema of schemas) {
    for (const name of Object.keys(schema?.properties ?? {})) {
      if (allowedValues(schema, name) !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  if (best === undefined || best[1] < 2) return undefined;
  const [name] = best;
  const indexes = [...schemas.keys()];
  const values = schemas.map((schema) => allowedValues(schema, name));
  const others = indexes.filter((index) => values[index] === undefined);
  const byValue = new Map<unknown, number[]>();
  for (const [index, allowed] of values.entries()) {
    for (const value of new Set(allowed)) {
      const matching = byValue.get(value) ?? [...others];
      byValue.set(value, matching);
      matching.push(index);
    }
  }
  const absent = indexes.filter((index) => values[index] === undefined || !requiresProperty(schemas[index], name));
  return { name, byValue, others, absent };
}

/**
 * Creates a selector by tag value; `create` runs once for each set of branch indexes.
 *
 * @param count - how many branches there are
 */
export function createTagSelector<Selected>(
  tag: UnionTag,
  count: number,
  create: (indexes: readonly number[]) => Selected,
): (value: unknown) => Selected {
  const all = create([...Array(count).keys()]);
  const byValue = new Map(Array.from(tag.byValue, ([value, indexes]) => [value, create(indexes)]));
  const [others, absent] = [create(tag.others), create(tag.absent)];
  return (value) => {
    if (!isSchema(value)) return all;
    const tagValue = ownProperty(value, tag.name);
    return tagValue === undefined ? absent : (byValue.get(tagValue) ?? others);
  };
}

/**
 * Creates the error of an object whose tag excludes a branch.
 *
 * @returns the error, and the path from the object to the invalid value
 */
export function tagMismatch(
  { name }: UnionTag,
  branch: JsonSchema | boolean | undefined,
  root: JsonSchema,
  object: unknown,
): { readonly error: KeywordError; readonly at: readonly string[] } {
  const schema = resolvedBranch(branch, root) ?? {};
  const data = ownMember(object, name);
  if (data === undefined) {
    const params = { missingProperty: name };
    return {
      error: { keyword: "required", params, data: object, schema: schema.required, parentSchema: schema },
      at: [],
    };
  }
  const tag = propertySchema(schema, name) ?? {};
  const keyword = tag.const === undefined ? "enum" : "const";
  return { error: { keyword, params: {}, data, schema: tag[keyword], parentSchema: tag }, at: [name] };
}

/** Returns the schema of a branch, or the schema that its `$ref` names. */
function resolvedBranch(branch: JsonSchema | boolean | undefined, root: JsonSchema): JsonSchema | undefined {
  const schema = isSchema(branch) && branch.$ref !== undefined ? resolveReference(branch.$ref, root) : branch;
  return isSchema(schema) ? schema : undefined;
}

/**
 * Returns the values that a property allows by `const` or `enum`; `undefined` if one of them is an object or a list.
 */
function allowedValues(schema: JsonSchema | undefined, name: string): readonly unknown[] | undefined {
  const property = propertySchema(schema, name);
  const values = property?.const === undefined ? property?.enum : [property.const];
  return values?.every((value) => typeof value !== "object" || value === null) ? values : undefined;
}

/** Returns the schema of a property; `undefined` if it is missing or a boolean. */
function propertySchema(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  const property = ownMember(schema?.properties, name);
  return isSchema(property) ? property : undefined;
}

function requiresProperty(schema: JsonSchema | undefined, name: string): boolean {
  return schema?.required?.includes(name) === true;
}
