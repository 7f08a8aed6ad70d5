/** The shape of a value by its schema: enough to tell which readings of a damaged text are possible. */
import type { JsonSchema, JsonSchemaType } from "@helve/core";
import { jsonTypeOf } from "../../coerce/json-value.ts";
import {
  allowsType,
  itemSchemas,
  propertySchemas,
  type ResolvedSchema,
  type SchemaResolver,
  type Subschema,
  schemaResolver,
} from "../../coerce/resolve-schema.ts";

/** The form of a value by its schemas. It admits at least what the schemas admit; validation decides about the rest. */
export interface Shape {
  /** Whether the schemas say nothing about the value. */
  readonly isUnknown: boolean;
  /** Whether a value of this type can be valid. */
  readonly admits: (type: JsonSchemaType) => boolean;
  /** Whether this string can be valid as far as `enum` and `const` tell. */
  readonly admitsText: (text: string) => boolean;
  /** Whether an object may have a member of this name. */
  readonly admitsName: (name: string) => boolean;
  /** Whether the schemas list a member of this name. */
  readonly names: ReadonlySet<string>;
  readonly member: (name: string) => Shape;
  readonly item: (index: number) => Shape;
}

/** Creates the shape of the arguments of a schema. */
export function shapeOf(schema: JsonSchema): Shape {
  const resolver = schemaResolver(schema);
  const shapes = new Map<Subschema, Shape>();
  const shapeFor = (schemas: readonly Subschema[]): Shape => {
    const [only] = schemas;
    if (only === undefined) return unknownShape;
    if (schemas.length > 1) return newShape(schemas, resolver, shapeFor);
    const cached = shapes.get(only) ?? newShape(schemas, resolver, shapeFor);
    shapes.set(only, cached);
    return cached;
  };
  return shapeFor([schema]);
}

/** A schema with alternatives: all schemas that apply together, for each alternative of its unions. */
type Alternative = readonly ResolvedSchema[];

const maxAlternatives = 64;

function newShape(
  schemas: readonly Subschema[],
  resolver: SchemaResolver,
  shapeFor: (schemas: readonly Subschema[]) => Shape,
): Shape {
  const alternatives = alternativesOf(schemas, resolver);
  const anyOf = (test: (alternative: Alternative) => boolean): boolean =>
    alternatives === undefined || alternatives.some(test);
  const names = new Set(
    alternatives?.flatMap((resolved) =>
      resolved.flatMap(({ layers }) => layers.flatMap(({ properties }) => [...properties.keys()])),
    ),
  );
  const parts = (find: (resolved: ResolvedSchema) => readonly Subschema[]): Shape => {
    const found = alternatives?.map((resolved) => resolved.flatMap(find)) ?? [];
    const described = found.filter((part) => part.length > 0);
    if (described.length === 0) return unknownShape;
    return described.length === 1 ? shapeFor(described[0] ?? []) : shapeFor([{ anyOf: described.map(allOf) }]);
  };
  const members = new Map<string, Shape>();
  const items = new Map<number, Shape>();
  const fixedItems = Math.max(
    0,
    ...(alternatives ?? []).flatMap((resolved) =>
      resolved.flatMap(({ layers }) => layers.map(({ itemsByIndex }) => itemsByIndex.length)),
    ),
  );
  return {
    isUnknown: alternatives === undefined || alternatives.some((resolved) => resolved.every(saysNothing)),
    admits: (type) =>
      anyOf((resolved) =>
        resolved.every(
          ({ types, choices, isNever }) =>
            !isNever &&
            (types === undefined || allowsType(types, type)) &&
            (choices === undefined || choices.some((choice) => jsonTypeOf(choice) === type)),
        ),
      ),
    admitsText: (text) =>
      anyOf((resolved) => resolved.every(({ choices }) => choices === undefined || choices.includes(text))),
    names,
    admitsName: (name) => names.has(name) || anyOf((resolved) => resolved.every(admitsOtherNames)),
    member: (name) => {
      const known = members.get(name) ?? parts((resolved) => propertySchemas(resolved, name));
      members.set(name, known);
      return known;
    },
    item: (index) => {
      const place = Math.min(index, fixedItems);
      const known = items.get(place) ?? parts((resolved) => itemSchemas(resolved, place));
      items.set(place, known);
      return known;
    },
  };
}

/** The shape of a value about which nothing is known. */
export const unknownShape: Shape = {
  isUnknown: true,
  admits: () => true,
  admitsText: () => true,
  admitsName: () => true,
  names: new Set(),
  member: () => unknownShape,
  item: () => unknownShape,
};

/** Combines schemas with `allOf`. */
function allOf(schemas: readonly Subschema[]): Subschema {
  return schemas.length === 1 ? (schemas[0] ?? true) : { allOf: schemas };
}

/** The combinations of schemas that apply to a value, one for each choice of branches; `undefined` if there are too many. */
function alternativesOf(
  schemas: readonly Subschema[],
  resolver: SchemaResolver,
  depth = 0,
): readonly Alternative[] | undefined {
  let alternatives: readonly Alternative[] = [[]];
  for (const schema of schemas) {
    const resolved = resolver(schema);
    if (resolved.isUnclear || depth > 8) return undefined;
    alternatives = alternatives.map((alternative) => [...alternative, resolved]);
    for (const { unions } of resolved.layers) {
      for (const { branches } of unions) {
        const choices = branches.map((branch) => alternativesOf([branch], resolver, depth + 1));
        if (choices.includes(undefined)) return undefined;
        const all = choices.flatMap((choice) => choice ?? []);
        if (alternatives.length * all.length > maxAlternatives) return undefined;
        alternatives = alternatives.flatMap((alternative) => all.map((branch) => [...alternative, ...branch]));
      }
    }
  }
  return alternatives;
}

/** Whether a schema says nothing about a value's form. */
function saysNothing({ layers, types, choices, isNever }: ResolvedSchema): boolean {
  if (types !== undefined || choices !== undefined || isNever) return false;
  return layers.every(
    ({ properties, patterns, otherProperties, itemsByIndex, otherItems, unions }) =>
      properties.size + patterns.length + itemsByIndex.length + unions.length === 0 &&
      otherProperties === undefined &&
      otherItems === undefined,
  );
}

/** Whether a schema admits names that it does not list: explicitly, or because it lists none. */
function admitsOtherNames({ layers }: ResolvedSchema): boolean {
  const others = layers.map(({ otherProperties }) => otherProperties).filter((schema) => schema !== undefined);
  if (others.includes(false)) return layers.some(({ patterns }) => patterns.length > 0);
  return others.length > 0 || layers.every(({ properties, patterns }) => properties.size === 0 || patterns.length > 0);
}
