import type { JsonSchema } from "@helve/core";
import { isObject, ownMember, resolveReference } from "@helve/core/internal";

/** Whether a value can match at most one branch of a union: their types differ, or a required property has other values. */
export function areExclusive(branches: readonly unknown[], root: JsonSchema): boolean {
  const schemas = branches.map((branch) => resolvedBranch(branch, root));
  return schemas.every((one, index) => schemas.slice(index + 1).every((other) => areDisjoint(one, other)));
}

/** The schema of a branch, or the one it refers to. */
function resolvedBranch(branch: unknown, root: JsonSchema): JsonSchema {
  const ref = ownMember(branch, "$ref");
  const schema = typeof ref === "string" ? resolveReference(ref, root) : branch;
  return isObject(schema) ? schema : {};
}

/** Whether no value matches both schemas, as far as their types and constant properties show. */
function areDisjoint(one: JsonSchema, other: JsonSchema): boolean {
  const [types, otherTypes] = [typesOf(one), typesOf(other)];
  if (types !== undefined && otherTypes !== undefined && isDisjoint(types, otherTypes)) return true;
  if (!isOnlyObject(types) || !isOnlyObject(otherTypes)) return false;
  return requiredNames(one).some((name) => {
    const [values, otherValues] = [propertyValues(one, name), propertyValues(other, name)];
    const isTag = values !== undefined && otherValues !== undefined && requiredNames(other).includes(name);
    return isTag && isDisjoint(values, otherValues);
  });
}

/** The types that a schema allows, with integers as numbers; `undefined` if it does not say. */
function typesOf(schema: JsonSchema): readonly string[] | undefined {
  const values = constantValues(schema);
  const types = values === undefined ? [schema.type ?? []].flat() : values.map(typeOf);
  return types.length === 0 ? undefined : types.map((type) => (type === "integer" ? "number" : type));
}

/** Returns the JSON type of a value, with `array` and `null`. */
function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function isOnlyObject(types: readonly string[] | undefined): boolean {
  return types?.every((type) => type === "object") === true;
}

/** The values of `const` or `enum`. */
function constantValues(schema: JsonSchema): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** The values that a property may have; `undefined` if one is an object or a list, or the schema does not say. */
function propertyValues({ properties }: JsonSchema, name: string): readonly unknown[] | undefined {
  const property = ownMember(properties, name);
  const values = isObject(property) ? constantValues(property) : undefined;
  return values?.some((value) => typeof value === "object" && value !== null) === true ? undefined : values;
}

function requiredNames({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? required : [];
}

function isDisjoint(some: readonly unknown[], others: readonly unknown[]): boolean {
  return !some.some((value) => others.includes(value));
}
