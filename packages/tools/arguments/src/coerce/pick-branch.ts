/** Selects the only branch of a union that fits a value by its type and tags. */
import type { JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { jsonEquals, jsonTypeOf } from "./json-value.ts";
import { matchSchema } from "./match-schema.ts";
import type { MatchState } from "./match-state.ts";
import { allowsType, type Subschema } from "./resolve-schema.ts";

/** The only branch of a union that allows the value's type and its tags (properties with fixed values); `undefined` if not found or several. */
export function branchByTypeAndTags(
  value: unknown,
  branches: readonly Subschema[],
  state: MatchState,
): Subschema | undefined {
  const [only, ...others] = branches.filter((branch) => hasTypeAndTagsOf(value, branch, state));
  return others.length === 0 ? only : undefined;
}

/** Whether a branch allows the value's type and the fixed values of its properties. */
function hasTypeAndTagsOf(value: unknown, branch: Subschema, state: MatchState): boolean {
  const { types, choices, isNever, layers, required } = state.resolve(branch);
  const type = jsonTypeOf(value);
  if (isNever || type === undefined || (types !== undefined && !allowsType(types, type))) return false;
  if (choices !== undefined && !choices.some((choice) => jsonEquals(choice, value))) return false;
  if (!isObject(value)) return true;
  return layers.every(({ properties }) =>
    Object.keys(value).every((name) => {
      // A null for an optional property means that it is absent.
      if (value[name] === null && !required.has(name)) return true;
      const tag = properties.get(name);
      const tags = tag === undefined ? undefined : state.resolve(tag).choices;
      return tags === undefined || tags.some((choice) => jsonEquals(choice, value[name]));
    }),
  );
}

/** The `then` or `else` that applies to a value; `undefined` if not found, or if it is unknown whether the `if` matches. */
export function conditionalSchema(value: unknown, schema: JsonSchema, state: MatchState): Subschema | undefined {
  if (schema["if"] === undefined) return undefined;
  const { if: condition, then: yes, else: no } = schema as Readonly<Record<string, Subschema>>;
  const conditionMatch = matchSchema(value, condition ?? true, state);
  if (conditionMatch === "maybe") return undefined;
  return conditionMatch === "yes" ? yes : no;
}
