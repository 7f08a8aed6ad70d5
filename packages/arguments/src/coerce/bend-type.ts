import type { JsonSchemaType } from "@helve/core";
import type { Bender } from "./bender.ts";
import { closest } from "./closest.ts";
import { fitOf } from "./fit.ts";
import { typeOf } from "./json-value.ts";
import { changed, joined, type Outcome, unchanged } from "./outcome.ts";
import { booleanIn, integerIn, isNullWord, numberIn, textOf } from "./read-scalar.ts";
import { allows, type Shape, type Subschema } from "./shape.ts";

/** Bends a value that is of none of the types that a schema allows to one of them. */
export function bendType(value: unknown, schema: Subschema, shape: Shape, bender: Bender): Outcome {
  const { types } = shape;
  const type = typeOf(value);
  if (types === undefined || type === undefined || allows(types, type)) return unchanged(value);
  const sure = [...[...types].flatMap((wanted) => asScalar(value, wanted)), ...asJson(value, types, schema, bender)];
  const possible = [...sure, ...asOnlyItem(value, types)];
  const [only, ...others] = possible;
  if (only === undefined) return unchanged(value);
  // What is surely meant is named by what is wrong with it: 200 is too much, rather than "200" no number.
  const meant = sure.length === 1 ? only : unchanged(value);
  if (meant === only && others.length === 0) return only;
  const whole = possible.map((outcome) => joined(outcome, bender.bend(outcome.value, schema)));
  return closest(whole.filter((outcome) => fitOf(outcome.value, schema, bender.run) !== "no")) ?? meant;
}

function asScalar(value: unknown, wanted: JsonSchemaType): readonly Outcome[] {
  if (wanted === "string")
    return one("number_to_string", value, typeof value === "number" ? textOf(value) : undefined, 3);
  if (wanted === "boolean") return one("boolean", value, booleanIn(value), isBooleanWord(value) ? 1 : 2);
  if (typeof value !== "string") return [];
  switch (wanted) {
    case "number":
      return one("number", value, numberIn(value));
    case "integer":
      return one("number", value, integerIn(value));
    case "null":
      return one("null", value, isNullWord(value) ? null : undefined);
    default:
      return [];
  }
}

function isBooleanWord(value: unknown): boolean {
  return typeof value === "string" && /^(?:true|false)$/i.test(value.trim());
}

type ScalarKind = "number" | "boolean" | "null" | "number_to_string";

function one(kind: ScalarKind, before: unknown, after: unknown, cost = 1): readonly Outcome[] {
  return after === undefined ? [] : [changed(kind, before, after, cost)];
}

/** A text that is JSON of a type that is wanted, perhaps after some more bending. */
function asJson(
  value: unknown,
  types: ReadonlySet<JsonSchemaType>,
  schema: Subschema,
  { bend, jsonIn }: Bender,
): readonly Outcome[] {
  if (typeof value !== "string") return [];
  const read = jsonIn(value);
  if (read === undefined) return [];
  const outcome = changed("json_string", value, read);
  const isWanted = (found: unknown): boolean => allows(types, typeOf(found) ?? "string");
  if (isWanted(read)) return [outcome];
  const bent = joined(outcome, bend(outcome.value, schema));
  return isWanted(bent.value) ? [bent] : [];
}

function asOnlyItem(value: unknown, types: ReadonlySet<JsonSchemaType>): readonly Outcome[] {
  return types.has("array") && isOneItem(value) ? [changed("one_item", value, [value], 2)] : [];
}

/** Whether a value is surely one item: not nothing, and neither a text nor an object that may list several. */
function isOneItem(value: unknown): boolean {
  if (typeof value === "string") return !isNullWord(value) && /^[^[{"'(]/.test(value.trim()) && !/[,;\n]/.test(value);
  if (typeof value !== "object") return true;
  return value !== null && Object.keys(value).some((name) => !/^\d+$/.test(name));
}
