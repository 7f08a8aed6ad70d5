import { isObject } from "@helve/core/internal";
import { type Coercion, changed, cheapest, combined, unchanged } from "./coercion.ts";
import type { CoercionContext } from "./coercion-context.ts";
import { matchSchema } from "./match-schema.ts";
import { branchByTypeAndTags } from "./pick-branch.ts";
import type { Subschema, Union } from "./resolve-schema.ts";

/**
 * Coerces a value to the branch of an `anyOf` or `oneOf` that needs the cheapest changes. Between equally cheap branches,
 * the one that names more properties of the object wins, then the first.
 *
 * A value that matches a branch is unchanged. If no branch can be matched, the parts are coerced to the only branch that
 * is possible by type and fixed values, if there is exactly one.
 */
export function coerceToUnion(value: unknown, union: Union, context: CoercionContext): Coercion {
  const { branches } = union;
  const { state, coerce } = context;
  for (const branch of branches) if (matchSchema(value, branch, state) !== "no") return unchanged(value);
  const matching = new Map<Coercion, number>();
  for (const branch of branches) {
    const result = coerce(value, branch);
    if (result.changes.length === 0 || !isMatchOfBranch(result.value, branch, union, context)) continue;
    matching.set(result, countNamedProperties(result.value, branch, context));
  }
  const best = cheapest(matching.keys(), (result) => matching.get(result) ?? 0);
  if (best !== undefined) return best;
  const possible = branchByTypeAndTags(value, branches, state);
  if (possible !== undefined) return coerce(value, possible);
  return coerceJsonText(value, union, context);
}

/** Whether a value matches a branch, and for `oneOf` no other branch. */
function isMatchOfBranch(
  value: unknown,
  branch: Subschema,
  { branches, isExclusive }: Union,
  { state }: CoercionContext,
): boolean {
  if (matchSchema(value, branch, state) === "no") return false;
  return !isExclusive || branches.every((other) => other === branch || matchSchema(value, other, state) !== "yes");
}

/** The number of an object's properties that a branch names. */
function countNamedProperties(value: unknown, branch: Subschema, { state }: CoercionContext): number {
  if (!isObject(value)) return 0;
  const { layers } = state.resolve(branch);
  return Object.keys(value).filter((name) => layers.some(({ properties }) => properties.has(name))).length;
}

/** Coerces JSON within a string, if no branch allows a string, so that issues point into the JSON. */
function coerceJsonText(value: unknown, union: Union, context: CoercionContext): Coercion {
  const { state } = context;
  const allowsText = (branch: Subschema): boolean => state.resolve(branch).types?.has("string") !== false;
  if (typeof value !== "string" || union.branches.some(allowsText)) return unchanged(value);
  const json = context.jsonFromText(value);
  if (json === undefined) return unchanged(value);
  return combined(changed("json_string", value, json), coerceToUnion(json, union, context));
}
