import type { JsonSchemaType } from "@helve/core";
import { type Coercion, changed, cheapest, combined, unchanged } from "./coercion.ts";
import type { CoercionContext } from "./coercion-context.ts";
import { jsonTypeOf } from "./json-value.ts";
import { matchSchema } from "./match-schema.ts";
import { allowsType, type ResolvedSchema, type Subschema } from "./resolve-schema.ts";
import { booleanFrom, integerFromText, isNullWord, numberFromText, textFromNumber } from "./scalar-from-text.ts";

/** Coerces a value whose type the schema does not allow to one of the allowed types: `"42"` to `42`, `"a"` to `["a"]`. */
export function coerceToType(
  value: unknown,
  schema: Subschema,
  shape: ResolvedSchema,
  context: CoercionContext,
): Coercion {
  const { types } = shape;
  const type = jsonTypeOf(value);
  if (types === undefined || type === undefined || allowsType(types, type)) return unchanged(value);
  const certain = [
    ...[...types].flatMap((wanted) => scalarCoercions(value, wanted)),
    ...jsonCoercions(value, types, schema, context),
  ];
  const possible = [...certain, ...singleItemCoercions(value, types)];
  const [only, ...others] = possible;
  if (only === undefined) return unchanged(value);
  // Use a certain conversion even if the result is invalid: "200 is too large" is a better issue than "\"200\" is not a number".
  const fallback = certain.length === 1 ? only : unchanged(value);
  if (fallback === only && others.length === 0) return only;
  const coerced = possible.map((result) => combined(result, context.coerce(result.value, schema)));
  return cheapest(coerced.filter((result) => matchSchema(result.value, schema, context.state) !== "no")) ?? fallback;
}

/** The possible coercions of a value to a number, a boolean, null or a string. */
function scalarCoercions(value: unknown, wanted: JsonSchemaType): readonly Coercion[] {
  if (wanted === "string")
    return scalarCoercion("number_to_string", value, typeof value === "number" ? textFromNumber(value) : undefined, 3);
  if (wanted === "boolean") return scalarCoercion("boolean", value, booleanFrom(value), isBooleanWord(value) ? 1 : 2);
  if (typeof value !== "string") return [];
  switch (wanted) {
    case "number":
      return scalarCoercion("number", value, numberFromText(value));
    case "integer":
      return scalarCoercion("number", value, integerFromText(value));
    case "null":
      return scalarCoercion("null", value, isNullWord(value) ? null : undefined);
    default:
      return [];
  }
}

function isBooleanWord(value: unknown): boolean {
  return typeof value === "string" && /^(?:true|false)$/i.test(value.trim());
}

type ScalarKind = "number" | "boolean" | "null" | "number_to_string";

/** A coercion to `after`, as a list; empty if `after` is `undefined`. */
function scalarCoercion(kind: ScalarKind, before: unknown, after: unknown, cost = 1): readonly Coercion[] {
  return after === undefined ? [] : [changed(kind, before, after, cost)];
}

/** The JSON within a string, if it has an allowed type, if necessary after further coercion. */
function jsonCoercions(
  value: unknown,
  types: ReadonlySet<JsonSchemaType>,
  schema: Subschema,
  { coerce, jsonFromText }: CoercionContext,
): readonly Coercion[] {
  if (typeof value !== "string") return [];
  const json = jsonFromText(value);
  if (json === undefined) return [];
  const result = changed("json_string", value, json);
  const isWanted = (candidate: unknown): boolean => allowsType(types, jsonTypeOf(candidate) ?? "string");
  if (isWanted(json)) return [result];
  const converted = combined(result, coerce(result.value, schema));
  return isWanted(converted.value) ? [converted] : [];
}

/** The coercion of a single item to a list of it, if a list is allowed. */
function singleItemCoercions(value: unknown, types: ReadonlySet<JsonSchemaType>): readonly Coercion[] {
  return types.has("array") && isSingleItem(value) ? [changed("one_item", value, [value], 2)] : [];
}

/** Whether a value is surely a single item: not null, and not a string or object that may list several items. */
function isSingleItem(value: unknown): boolean {
  if (typeof value === "string") return !isNullWord(value) && /^[^[{"'(]/.test(value.trim()) && !listMarks.test(value);
  if (typeof value !== "object") return true;
  return value !== null && Object.keys(value).some((name) => !/^\d+$/.test(name));
}

/** Matches the separators of a list in a text: a comma or semicolon of any script, a bar, a line break, a tag. */
const listMarks = /[,;|\n，、；،؛]|<\/?[a-z][\w-]*>/i;
