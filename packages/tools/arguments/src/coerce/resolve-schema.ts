/** Resolves JSON Schemas: combines a schema with all schemas that `$ref` and `allOf` apply to the same value. */
import type { JsonSchema, JsonSchemaType } from "@helve/core";
import { isObject, resolveReference, type SchemaPattern, schemaPattern } from "@helve/core/internal";
import { jsonEquals } from "./json-value.ts";

/** A JSON Schema, or a boolean: `true` allows every value, `false` none. */
export type Subschema = JsonSchema | boolean;

/** A schema together with all schemas that its `$ref` and `allOf` apply to the same value, with their keywords combined. */
export interface ResolvedSchema {
  /** The schema itself and those that `$ref` and `allOf` lead to, each once. */
  readonly layers: readonly SchemaLayer[];
  /** The types that all layers allow; `undefined` for any type. */
  readonly types: ReadonlySet<JsonSchemaType> | undefined;
  /** The values that `enum` and `const` allow; `undefined` for any value. */
  readonly choices: readonly unknown[] | undefined;
  /** The required properties. */
  readonly required: ReadonlySet<string>;
  /** Whether it has no unions, conditions or `not`, and does not explicitly allow lists. */
  readonly isPlain: boolean;
  /** Whether no value matches. */
  readonly isNever: boolean;
  /** Whether it has a part that can't be evaluated here, such as a reference to another document. */
  readonly isUnclear: boolean;
}

/** One schema, with the keywords that contain schemas prepared for look-ups. */
export interface SchemaLayer {
  readonly schema: JsonSchema;
  readonly properties: ReadonlyMap<string, Subschema>;
  readonly patterns: readonly (readonly [SchemaPattern, Subschema])[];
  /** The schema of properties that nothing else in this layer describes. */
  readonly otherProperties: Subschema | undefined;
  /** The schemas of the first items, by index. */
  readonly itemsByIndex: readonly Subschema[];
  /** The schema of the items after those. */
  readonly otherItems: Subschema | undefined;
  readonly unions: readonly Union[];
  /** The pattern that a string must match. */
  readonly pattern: SchemaPattern | undefined;
}

/** An `anyOf` or a `oneOf`. */
export interface Union {
  readonly branches: readonly Subschema[];
  /** Whether at most one branch may match (`oneOf`). */
  readonly isExclusive: boolean;
}

/** Resolves a schema within a document. */
export type SchemaResolver = (schema: Subschema) => ResolvedSchema;

/** Creates the resolver of a document's schemas; each is resolved on first use and cached as long as the document exists. */
export function schemaResolver(root: JsonSchema): SchemaResolver {
  const cached = resolvers.get(root);
  if (cached !== undefined) return cached;
  const resolvedSchemas = new Map<Subschema, ResolvedSchema>();
  const resolver: SchemaResolver = (schema) => {
    const earlier = resolvedSchemas.get(schema);
    if (earlier !== undefined) return earlier;
    const resolved = resolveSchema(schema, root);
    resolvedSchemas.set(schema, resolved);
    return resolved;
  };
  resolvers.set(root, resolver);
  return resolver;
}

const resolvers = new WeakMap<JsonSchema, SchemaResolver>();

/** The schemas that apply to a property. Each layer has its own: by name, by pattern, or else the schema of all other properties. */
export function propertySchemas({ layers }: ResolvedSchema, name: string): readonly Subschema[] {
  const found: Subschema[] = [];
  for (const { properties, patterns, otherProperties: additional } of layers) {
    const before = found.length;
    const own = properties.get(name);
    if (own !== undefined) found.push(own);
    for (const [pattern, schema] of patterns) if (pattern.test(name)) found.push(schema);
    if (found.length === before && additional !== undefined) found.push(additional);
  }
  return found;
}

/** The schemas of the item at an index. */
export function itemSchemas({ layers }: ResolvedSchema, index: number): readonly Subschema[] {
  const found: Subschema[] = [];
  for (const { itemsByIndex: places, otherItems: rest } of layers) {
    const schema = index < places.length ? places[index] : rest;
    if (schema !== undefined) found.push(schema);
  }
  return found;
}

/** Resolves one schema: collects its layers, and combines their types, enums and required properties. */
function resolveSchema(schema: Subschema, root: JsonSchema): ResolvedSchema {
  const gathered: GatheredSchemas = { root, schemas: new Set(), isNever: false, isUnclear: false };
  gatherSchemas(schema, gathered);
  const schemas = [...gathered.schemas];
  const layers = schemas.map((layerSchema) => schemaLayer(layerSchema, gathered));
  const types = schemas.map(schemaTypes).reduce(commonTypes, undefined);
  return {
    layers,
    types,
    choices: schemas.flatMap(choiceLists).reduce<readonly unknown[] | undefined>(commonChoices, undefined),
    required: new Set(schemas.flatMap(({ required }) => (Array.isArray(required) ? required : []))),
    isPlain: types?.has("array") !== true && layers.every(hasNoConditions),
    isNever: gathered.isNever,
    isUnclear: gathered.isUnclear,
  };
}

/** Whether a schema has no union, `if` or `not`. */
function hasNoConditions({ schema, unions }: SchemaLayer): boolean {
  return unions.length === 0 && schema["if"] === undefined && schema["not"] === undefined;
}

/** The schemas collected so far for one resolved schema. */
interface GatheredSchemas {
  readonly root: JsonSchema;
  readonly schemas: Set<JsonSchema>;
  isNever: boolean;
  isUnclear: boolean;
}

/** Collects a schema and those that `$ref` and `allOf` lead to. */
function gatherSchemas(schema: unknown, gathered: GatheredSchemas): void {
  if (schema === true) return;
  if (schema === false) {
    gathered.isNever = true;
    return;
  }
  // Within a schema with an own `$id`, references are relative to it.
  if (!isObject(schema) || (schema !== gathered.root && schema["$id"] !== undefined)) {
    gathered.isUnclear = true;
    return;
  }
  if (gathered.schemas.has(schema)) return;
  gathered.schemas.add(schema);
  if (typeof schema["$ref"] === "string") gatherSchemas(resolveReference(schema["$ref"], gathered.root), gathered);
  if (schema["$dynamicRef"] !== undefined) gathered.isUnclear = true;
  for (const part of arrayOrEmpty(schema["allOf"])) gatherSchemas(part, gathered);
}

/** Prepares the keywords of one schema that contain other schemas, for look-ups. */
function schemaLayer(schema: JsonSchema, gathered: GatheredSchemas): SchemaLayer {
  const { items, additionalItems } = schema as { readonly items?: unknown; readonly additionalItems?: unknown };
  // Draft-07 has the first items in `items` and the others in `additionalItems`.
  const [firstItems, otherItems] = Array.isArray(items)
    ? [items, additionalItems]
    : [arrayOrEmpty(schema["prefixItems"]), items];
  const { properties, additionalProperties, anyOf, oneOf } = schema;
  return {
    schema,
    properties: new Map(Object.entries(isObject(properties) ? properties : {}) as [string, Subschema][]),
    patterns: patternSchemas(schema["patternProperties"], gathered),
    otherProperties: additionalProperties,
    itemsByIndex: firstItems as readonly Subschema[],
    otherItems: otherItems as Subschema | undefined,
    unions: [
      ...(Array.isArray(anyOf) ? [{ branches: anyOf, isExclusive: false }] : []),
      ...(Array.isArray(oneOf) ? [{ branches: oneOf, isExclusive: true }] : []),
    ],
    pattern: typeof schema["pattern"] === "string" ? expressionOf(schema["pattern"]) : undefined,
  };
}

/** Compiles the patterns of `patternProperties`; an invalid one makes the schema unclear. */
function patternSchemas(
  patterns: unknown,
  gathered: GatheredSchemas,
): readonly (readonly [SchemaPattern, Subschema])[] {
  return Object.entries(isObject(patterns) ? patterns : {}).flatMap(([pattern, schema]) => {
    const expression = expressionOf(pattern);
    if (expression === undefined) gathered.isUnclear = true;
    return expression === undefined ? [] : [[expression, schema as Subschema] as const];
  });
}

/** The expression of a pattern; `undefined` if the pattern is invalid. */
function expressionOf(pattern: string): SchemaPattern | undefined {
  try {
    return schemaPattern(pattern);
  } catch {
    return undefined;
  }
}

function schemaTypes({ type }: JsonSchema): ReadonlySet<JsonSchemaType> | undefined {
  return type === undefined ? undefined : new Set([type].flat());
}

type Types = ReadonlySet<JsonSchemaType> | undefined;

/** The types that two schemas both allow. */
function commonTypes(a: Types, b: Types): Types {
  if (a === undefined || b === undefined) return a ?? b;
  return new Set([...typesWithin(a, b), ...typesWithin(b, a)]);
}

/** The types of the first set that the second set allows. */
function typesWithin(types: ReadonlySet<JsonSchemaType>, by: ReadonlySet<JsonSchemaType>): readonly JsonSchemaType[] {
  return [...types].filter((type) => allowsType(by, type));
}

/** Whether a set of types includes a type; `number` includes `integer`. */
export function allowsType(types: ReadonlySet<JsonSchemaType>, type: JsonSchemaType): boolean {
  return types.has(type) || (type === "integer" && types.has("number"));
}

/** The allowed values of `enum` and `const`, a list for each keyword. */
function choiceLists(schema: JsonSchema): readonly (readonly unknown[])[] {
  return [
    ...(Array.isArray(schema.enum) ? [schema.enum] : []),
    ...(Object.hasOwn(schema, "const") ? [[schema.const]] : []),
  ];
}

/** The values that two enums have in common. */
function commonChoices(common: readonly unknown[] | undefined, choices: readonly unknown[]): readonly unknown[] {
  return common === undefined ? choices : common.filter((value) => choices.some((choice) => jsonEquals(value, choice)));
}

function arrayOrEmpty(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
