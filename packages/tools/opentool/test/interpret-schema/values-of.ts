import type { JsonSchema } from "@helve/core";
import fc from "fast-check";
import { anyValue } from "./any-schema.ts";

const texts = fc.constantFrom(
  ...[
    "",
    "a",
    "aa",
    "ab",
    "abc",
    "A1",
    "0",
    "12",
    "-1.5",
    "x-1",
    "c",
    "v1.2",
    "😀",
    "true",
    "2024-02-29",
    "2024-02-30",
    "{}",
  ],
  ...["12:30:00Z", "12:30", "2024-02-29T10:00:00Z", "2024-02-29T10:00:00+01:00", "P1D", "2024-W01", "a@example.com"],
  ...["https://example.com/a", "ftp://x", "127.0.0.1", "::1", "10.0.0.0/8", "00:1A:2B:3C:4D:5E", "example.com"],
  ...["123e4567-e89b-42d3-a456-426614174000", "YWI=", "+491234567890", "#a1b2c3", "d41d8cd98f00b204e9800998ecf8427e"],
);
const numbers = fc.oneof(fc.constantFrom(0, 0.3, 0.35, 0.5, 1, 1.5, 2, 3, 5, 6, -1, 2 ** 31, 1e300), fc.integer());

/** Values of the form that a schema describes, many of which fit it. */
export function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return valuesAt(schema, schema, 4);
}

function valuesAt(schema: unknown, root: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  if (typeof schema !== "object" || schema === null || depth === 0) return anyValue;
  const { $ref, enum: choices, anyOf, oneOf, allOf, type } = schema as JsonSchema;
  if ($ref !== undefined) return valuesAt(target($ref, root), root, depth - 1);
  if (Object.hasOwn(schema, "const")) return fc.constant((schema as JsonSchema).const);
  if (choices !== undefined) return fc.constantFrom(...choices);
  const branches = anyOf ?? oneOf ?? allOf;
  if (branches !== undefined && type === undefined) {
    return fc.oneof(...branches.map((branch) => valuesAt(branch, root, depth)));
  }
  switch ([type].flat()[0]) {
    case "string":
      return texts;
    case "number":
    case "integer":
      return numbers;
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return listsAt(schema as JsonSchema, root, depth - 1);
    case "object":
      return objectsAt(schema as JsonSchema, root, depth - 1);
    default:
      return anyValue;
  }
}

function listsAt(
  { items, prefixItems, additionalItems }: JsonSchema,
  root: JsonSchema,
  depth: number,
): fc.Arbitrary<unknown> {
  const places: readonly unknown[] = [prefixItems ?? (Array.isArray(items) ? items : [])].flat();
  const rest = Array.isArray(items) ? additionalItems : items;
  return fc
    .tuple(
      fc.tuple(...places.map((place) => valuesAt(place, root, depth))),
      fc.array(valuesAt(rest, root, depth), { maxLength: 2 }),
      fc.nat({ max: 9 }),
    )
    .map(([first, others, cut]) => (cut === 0 ? first.slice(1) : cut < 4 ? first : [...first, ...others]));
}

function objectsAt(schema: JsonSchema, root: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, patternProperties } = schema;
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, valuesAt(part, root, depth)])),
    { requiredKeys: required.filter((name) => Object.hasOwn(properties, name)) },
  );
  const [byPattern] = Object.values(Object(patternProperties));
  const other = fc.dictionary(
    fc.constantFrom("a", "b", "x-1", "other"),
    valuesAt(byPattern ?? additionalProperties, root, depth),
    { maxKeys: 2, noNullPrototype: true },
  );
  return fc
    .tuple(other, known, fc.nat({ max: 3 }))
    .map(([some, members, which]) => (which === 0 ? { ...members, ...some } : which === 1 ? some : members));
}

function target($ref: string, root: JsonSchema): unknown {
  const parts = $ref.split("/").slice(1).map(decodeURIComponent);
  return parts.reduce<unknown>((at, part) => Reflect.get(Object(at), part), root);
}
