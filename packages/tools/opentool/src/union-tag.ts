/** Finds the property whose value selects a branch of a union, such as `kind` or `type`. */
import { ownMember } from "@helve/core/internal";
import { isSchema } from "./json-schema.ts";
import { ownProperty } from "./json-value.ts";
import type { SchemaApplication } from "./schema-application.ts";
import type { SupportedSchema } from "./schema-index.ts";
import type { KeywordError } from "./validation-error.ts";

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

/** A branch of a union, after following its `$ref`. */
export type UnionBranch = SchemaApplication | boolean;

/** Returns the schema that a branch's `$ref` names, otherwise the branch itself. */
export function followBranch(branch: SchemaApplication | boolean): UnionBranch {
  if (typeof branch === "boolean" || branch.schema.$ref === undefined) return branch;
  return branch.references()[0]?.target ?? branch;
}

/**
 * Finds the property that most branches restrict to plain values; `undefined` if fewer than two branches do.
 *
 * @param branches - from `followBranch`
 */
export function findUnionTag(branches: readonly UnionBranch[]): UnionTag | undefined {
  const counts = new Map<string, number>();
  for (const branch of branches) {
    if (typeof branch === "boolean") continue;
    for (const name of Object.keys(branch.schema.properties ?? {})) {
      if (allowedValues(branch, name) !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  if (best === undefined || best[1] < 2) return undefined;
  const [name] = best;
  const indexes = [...branches.keys()];
  const values = branches.map((branch) => allowedValues(branch, name));
  const others = indexes.filter((index) => values[index] === undefined);
  const byValue = new Map<unknown, number[]>();
  for (const [index, allowed] of values.entries()) {
    for (const value of new Set(allowed)) {
      const matching = byValue.get(value) ?? [...others];
      byValue.set(value, matching);
      matching.push(index);
    }
  }
  const absent = indexes.filter((index) => values[index] === undefined || !requiresProperty(branches[index], name));
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
  branch: UnionBranch | undefined,
  object: unknown,
): { readonly error: KeywordError; readonly at: readonly string[] } {
  const schema = typeof branch === "object" ? branch.schema : {};
  const data = ownMember(object, name);
  if (data === undefined) {
    const params = { missingProperty: name };
    return {
      error: { keyword: "required", params, data: object, schema: schema.required, parentSchema: schema },
      at: [],
    };
  }
  const tag = propertySchema(branch, name) ?? {};
  const keyword = tag.const === undefined ? "enum" : "const";
  return { error: { keyword, params: {}, data, schema: tag[keyword], parentSchema: tag }, at: [name] };
}

/**
 * Returns the values that a property allows by `const` or `enum`; `undefined` if one of them is an object or a list.
 */
function allowedValues(branch: UnionBranch, name: string): readonly unknown[] | undefined {
  const property = propertySchema(branch, name);
  const values = property?.const === undefined ? property?.enum : [property.const];
  return values?.every((value) => typeof value !== "object" || value === null) ? values : undefined;
}

/** Returns the schema of a property; `undefined` if it is missing or a boolean. */
export function propertySchema(branch: UnionBranch | undefined, name: string): SupportedSchema | undefined {
  if (typeof branch !== "object" || !Object.hasOwn(branch.schema.properties ?? {}, name)) return undefined;
  const property = branch.within(branch.schema.properties?.[name] ?? true);
  return typeof property === "object" ? property.schema : undefined;
}

function requiresProperty(branch: UnionBranch | undefined, name: string): boolean {
  return typeof branch === "object" && branch.schema.required?.includes(name) === true;
}
