import type { JsonSchema, JsonSchemaType } from "@helve/core";
import { isObject } from "@helve/core/internal";

/** A schema, and the one whose `$ref`s it shares. */
export interface PlacedSchema {
  readonly schema: JsonSchema | boolean;
  readonly root: JsonSchema;
}

/** What is known of one part of a value. */
export type Member =
  | { readonly kind: "known"; readonly schema: PlacedSchema }
  /** `isClosed` when the schema says that there is nothing but what it names. */
  | { readonly kind: "absent"; readonly isClosed: boolean }
  | { readonly kind: "unknown" };

/** What is at a key or an index of the values that fit a schema. */
export function memberOf(placed: PlacedSchema, step: string | number): Member {
  const { schema, root } = resolve(placed);
  if (typeof schema === "boolean") return { kind: "unknown" };
  if (typeof step === "number") {
    const { items } = schema;
    return isSchema(items) ? { kind: "known", schema: { schema: items, root } } : { kind: "unknown" };
  }
  const properties = ownProperties(schema);
  const found = Object.hasOwn(properties, step) ? properties[step] : undefined;
  if (found !== undefined) return { kind: "known", schema: { schema: found, root } };
  const mayBeElsewhere = elsewhere.some((keyword) => schema[keyword] !== undefined);
  const { additionalProperties: others } = schema;
  if (mayBeElsewhere || (others === undefined ? schema.properties === undefined : others !== false)) {
    return { kind: "unknown" };
  }
  return { kind: "absent", isClosed: others === false };
}

/** The keys that a schema names. */
export function keysOf(placed: PlacedSchema): readonly string[] {
  const { schema } = resolve(placed);
  return typeof schema === "boolean" ? [] : Object.keys(ownProperties(schema));
}

/** The types of the values that fit a schema; undefined when it does not say. */
export function typesOfSchema(placed: PlacedSchema, depth = 0): ReadonlySet<JsonSchemaType> | undefined {
  const { schema, root } = resolve(placed);
  if (typeof schema === "boolean" || depth > deepest) return undefined;
  const { type, anyOf, oneOf } = schema;
  if (typeof type === "string") return new Set([type]);
  if (Array.isArray(type)) return new Set(type);
  const values = valuesOfSchema(placed);
  if (values !== undefined) return new Set(values.map(typeOfValue));
  const branches = anyOf ?? oneOf;
  if (!Array.isArray(branches)) return undefined;
  const types = branches.map((branch) => typesOfSchema({ schema: branch, root }, depth + 1));
  const all = new Set<JsonSchemaType>();
  for (const some of types) {
    if (some === undefined) return undefined;
    for (const one of some) all.add(one);
  }
  return all;
}

/** The values that fit a schema, where it lists them. */
export function valuesOfSchema(placed: PlacedSchema): readonly unknown[] | undefined {
  const { schema } = resolve(placed);
  if (typeof schema === "boolean") return undefined;
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** The least and the greatest number that fit a schema. */
export interface Bounds {
  readonly least: number;
  readonly greatest: number;
  /** Whether the bound itself does not fit. */
  readonly isLeastOut: boolean;
  readonly isGreatestOut: boolean;
}

/** Between what the numbers lie that fit a schema. */
export function boundsOfSchema(placed: PlacedSchema): Bounds {
  const { schema } = resolve(placed);
  const keyword = (name: string): number | undefined => {
    const value = typeof schema === "boolean" ? undefined : schema[name];
    return typeof value === "number" ? value : undefined;
  };
  const least = Math.max(keyword("minimum") ?? -Infinity, keyword("exclusiveMinimum") ?? -Infinity);
  const greatest = Math.min(keyword("maximum") ?? Infinity, keyword("exclusiveMaximum") ?? Infinity);
  return {
    least,
    greatest,
    isLeastOut: least === keyword("exclusiveMinimum"),
    isGreatestOut: greatest === keyword("exclusiveMaximum"),
  };
}

/** The properties that an object must have. */
export function requiredOf(placed: PlacedSchema): readonly string[] {
  const { schema } = resolve(placed);
  return typeof schema !== "boolean" && Array.isArray(schema.required) ? schema.required : [];
}

/** The JSON type of a value. */
export function typeOfValue(value: unknown): JsonSchemaType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "boolean" : "object";
}

/** Whether a value of one of some types may have one of others; every integer is a number, and some numbers are integers. */
export function haveCommon(some: ReadonlySet<JsonSchemaType>, others: ReadonlySet<JsonSchemaType>): boolean {
  const isNumber = (types: ReadonlySet<JsonSchemaType>) => types.has("number") || types.has("integer");
  return (isNumber(some) && isNumber(others)) || [...some].some((type) => others.has(type));
}

/** What names keys beside `properties`. */
const elsewhere = ["anyOf", "oneOf", "allOf", "patternProperties", "if", "dependentSchemas"] as const;

const deepest = 20;

/** Follows references, as far as they lead within the root. */
function resolve(placed: PlacedSchema): PlacedSchema {
  let { schema } = placed;
  for (let hops = 0; typeof schema !== "boolean" && typeof schema.$ref === "string"; hops++) {
    const target = hops < deepest ? at(placed.root, schema.$ref) : undefined;
    if (target === undefined) return { schema: true, root: placed.root };
    schema = target;
  }
  return { schema, root: placed.root };
}

function at(root: JsonSchema, ref: string): JsonSchema | boolean | undefined {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return undefined;
  let found: unknown = root;
  for (const step of ref.slice(2).split("/")) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return isSchema(found) ? found : undefined;
}

function ownProperties({ properties }: JsonSchema): Readonly<Record<string, JsonSchema | boolean>> {
  return typeof properties === "object" && properties !== null ? properties : {};
}

function isSchema(value: unknown): value is JsonSchema | boolean {
  return typeof value === "boolean" || isObject(value);
}
