import type { JsonSchema, JsonSchemaType } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { isSame } from "./json-value.ts";
import { referenced } from "./reference.ts";

/** A schema or what stands for one: `true` allows everything, `false` nothing. */
export type Subschema = JsonSchema | boolean;

/** What a schema asks of one value, with all that its `$ref` and `allOf` ask of the same value laid beside it. */
export interface Shape {
  /** The schema itself, and those that `$ref` and `allOf` lead to, each once. */
  readonly layers: readonly Layer[];
  /** The types that all layers allow; `undefined` for any. An integer is a number, too. */
  readonly types: ReadonlySet<JsonSchemaType> | undefined;
  /** The values that `enum` and `const` allow; `undefined` for any. */
  readonly choices: readonly unknown[] | undefined;
  /** The properties that must be there. */
  readonly required: ReadonlySet<string>;
  /** Whether it has no unions, no conditions and no `not`, and allows no lists where it names types. */
  readonly isPlain: boolean;
  /** Whether nothing fits. */
  readonly isNever: boolean;
  /** Whether a part of it can't be read here, such as a reference to another document. */
  readonly isUnclear: boolean;
}

/** One schema, its keywords that hold schemas made ready. */
export interface Layer {
  readonly schema: JsonSchema;
  readonly properties: ReadonlyMap<string, Subschema>;
  readonly patterns: readonly (readonly [RegExp, Subschema])[];
  /** For properties that nothing else in this layer describes. */
  readonly additional: Subschema | undefined;
  /** For the first items, each by its place. */
  readonly places: readonly Subschema[];
  /** For the items after those. */
  readonly rest: Subschema | undefined;
  readonly unions: readonly Union[];
  /** What a text must match. */
  readonly pattern: RegExp | undefined;
}

/** An `anyOf`, or a `oneOf`. */
export interface Union {
  readonly branches: readonly Subschema[];
  /** Whether no more than one branch may fit. */
  readonly isExclusive: boolean;
}

/** The shapes of a schema and of all within it. */
export type Shapes = (schema: Subschema) => Shape;

/** Makes the shapes of a schema, each when it is first asked for. They are kept as long as the schema is. */
export function shapesOf(root: JsonSchema): Shapes {
  const known = kept.get(root);
  if (known !== undefined) return known;
  const made = new Map<Subschema, Shape>();
  const shapes: Shapes = (schema) => {
    const before = made.get(schema);
    if (before !== undefined) return before;
    const shape = shapeOf(schema, root);
    made.set(schema, shape);
    return shape;
  };
  kept.set(root, shapes);
  return shapes;
}

const kept = new WeakMap<JsonSchema, Shapes>();

/** The schemas of a property: one for each layer that describes it. */
export function propertySchemas({ layers }: Shape, name: string): readonly Subschema[] {
  const found: Subschema[] = [];
  for (const { properties, patterns, additional } of layers) {
    const before = found.length;
    const own = properties.get(name);
    if (own !== undefined) found.push(own);
    for (const [pattern, schema] of patterns) if (pattern.test(name)) found.push(schema);
    if (found.length === before && additional !== undefined) found.push(additional);
  }
  return found;
}

/** The schemas of the item at a place. */
export function itemSchemas({ layers }: Shape, index: number): readonly Subschema[] {
  const found: Subschema[] = [];
  for (const { places, rest } of layers) {
    const schema = index < places.length ? places[index] : rest;
    if (schema !== undefined) found.push(schema);
  }
  return found;
}

function shapeOf(schema: Subschema, root: JsonSchema): Shape {
  const found: Found = { root, schemas: new Set(), isNever: false, isUnclear: false };
  gather(schema, found);
  const schemas = [...found.schemas];
  const layers = schemas.map((one) => layerOf(one, found));
  const types = schemas.map(typesOf).reduce(commonTypes, undefined);
  return {
    layers,
    types,
    choices: schemas.flatMap(choiceLists).reduce<readonly unknown[] | undefined>(commonChoices, undefined),
    required: new Set(schemas.flatMap(({ required }) => (Array.isArray(required) ? required : []))),
    isPlain: types?.has("array") !== true && layers.every(isPlain),
    isNever: found.isNever,
    isUnclear: found.isUnclear,
  };
}

function isPlain({ schema, unions }: Layer): boolean {
  return unions.length === 0 && schema["if"] === undefined && schema["not"] === undefined;
}

interface Found {
  readonly root: JsonSchema;
  readonly schemas: Set<JsonSchema>;
  isNever: boolean;
  isUnclear: boolean;
}

function gather(schema: unknown, found: Found): void {
  if (schema === true) return;
  if (schema === false) {
    found.isNever = true;
    return;
  }
  // Within a schema that has a name of its own, references start elsewhere.
  if (!isObject(schema) || (schema !== found.root && schema["$id"] !== undefined)) {
    found.isUnclear = true;
    return;
  }
  if (found.schemas.has(schema)) return;
  found.schemas.add(schema);
  if (typeof schema["$ref"] === "string") gather(referenced(schema["$ref"], found.root), found);
  if (schema["$dynamicRef"] !== undefined) found.isUnclear = true;
  for (const part of listOf(schema["allOf"])) gather(part, found);
}

function layerOf(schema: JsonSchema, found: Found): Layer {
  const { items, additionalItems } = schema as { readonly items?: unknown; readonly additionalItems?: unknown };
  // Draft-07 has the places in `items` and the rest in `additionalItems`.
  const [places, rest] = Array.isArray(items) ? [items, additionalItems] : [listOf(schema["prefixItems"]), items];
  const { properties, additionalProperties, anyOf, oneOf } = schema;
  return {
    schema,
    properties: new Map(Object.entries(isObject(properties) ? properties : {}) as [string, Subschema][]),
    patterns: patternsOf(schema["patternProperties"], found),
    additional: additionalProperties,
    places: places as readonly Subschema[],
    rest: rest as Subschema | undefined,
    unions: [
      ...(Array.isArray(anyOf) ? [{ branches: anyOf, isExclusive: false }] : []),
      ...(Array.isArray(oneOf) ? [{ branches: oneOf, isExclusive: true }] : []),
    ],
    pattern: typeof schema["pattern"] === "string" ? regularExpression(schema["pattern"]) : undefined,
  };
}

function patternsOf(patterns: unknown, found: Found): readonly (readonly [RegExp, Subschema])[] {
  return Object.entries(isObject(patterns) ? patterns : {}).flatMap(([pattern, schema]) => {
    const expression = regularExpression(pattern);
    if (expression === undefined) found.isUnclear = true;
    return expression === undefined ? [] : [[expression, schema as Subschema] as const];
  });
}

/** The regular expression of a pattern, Unicode where it can be; `undefined` when it is none. */
function regularExpression(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {}
  }
  return undefined;
}

function typesOf({ type }: JsonSchema): ReadonlySet<JsonSchemaType> | undefined {
  return type === undefined ? undefined : new Set([type].flat());
}

type Types = ReadonlySet<JsonSchemaType> | undefined;

function commonTypes(a: Types, b: Types): Types {
  if (a === undefined || b === undefined) return a ?? b;
  return new Set([...narrowed(a, b), ...narrowed(b, a)]);
}

function narrowed(types: ReadonlySet<JsonSchemaType>, by: ReadonlySet<JsonSchemaType>): readonly JsonSchemaType[] {
  return [...types].filter((type) => allows(by, type));
}

/** Whether one of the types is a type, an integer being a number. */
export function allows(types: ReadonlySet<JsonSchemaType>, type: JsonSchemaType): boolean {
  return types.has(type) || (type === "integer" && types.has("number"));
}

function choiceLists(schema: JsonSchema): readonly (readonly unknown[])[] {
  return [
    ...(Array.isArray(schema.enum) ? [schema.enum] : []),
    ...(Object.hasOwn(schema, "const") ? [[schema.const]] : []),
  ];
}

function commonChoices(common: readonly unknown[] | undefined, choices: readonly unknown[]): readonly unknown[] {
  return common === undefined ? choices : common.filter((one) => choices.some((other) => isSame(one, other)));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
