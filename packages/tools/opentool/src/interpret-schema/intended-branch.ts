/** Finds the branch of a union that a value was clearly meant for. */
import { ownMember } from "@helve/core/internal";
import { isOfType } from "../json-value.ts";
import type { SupportedSchema } from "../schema-index.ts";
import { propertySchema, type UnionBranch } from "../union-tag.ts";

/**
 * Returns the index of the branch whose type and tags match the value; `undefined` unless there is exactly one.
 *
 * @param branches - from `followBranch`
 */
export function intendedBranch(branches: readonly UnionBranch[], value: unknown): number | undefined {
  const [only, ...others] = branches.flatMap((branch, index) => (mayMatchTags(branch, value) ? [index] : []));
  return others.length === 0 ? only : undefined;
}

/** Whether the type of a value, and its properties with fixed values, match a branch. */
function mayMatchTags(branch: UnionBranch, value: unknown): boolean {
  if (typeof branch === "boolean") return branch;
  const { schema } = branch;
  return (
    typeMatches(schema, value) &&
    Object.keys(schema.properties ?? {}).every((name) =>
      tagMatches(propertySchema(branch, name), ownMember(value, name)),
    )
  );
}

/** Whether the value of a property is missing or one of the fixed values that its schema allows. */
function tagMatches(tag: SupportedSchema | undefined, value: unknown): boolean {
  return value === undefined || tag === undefined || allowedPlainValues(tag)?.includes(value) !== false;
}

/** Whether a value has a type, and one of the fixed values, that a schema allows. */
function typeMatches(schema: SupportedSchema, value: unknown): boolean {
  const types = typeof schema.type === "string" ? [schema.type] : schema.type;
  return (
    types?.some((type) => isOfType(type, value)) !== false && allowedPlainValues(schema)?.includes(value) !== false
  );
}

/** Returns the values that `const` or `enum` allows; `undefined` if one of them is an object or a list. */
function allowedPlainValues(schema: SupportedSchema): readonly unknown[] | undefined {
  const choices = Object.hasOwn(schema, "const") ? [schema.const] : schema.enum;
  return choices?.every((member) => typeof member !== "object") ? choices : undefined;
}
