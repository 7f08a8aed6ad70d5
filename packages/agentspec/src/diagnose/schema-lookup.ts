import type { JsonSchema, JsonSchemaType } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { Reference } from "@helve/core/program";
import type { CatalogueTool } from "./catalogue.ts";
import type { RuleContext } from "./rule-context.ts";

/** A schema, and the one whose `$ref`s it shares. */
export interface RootedSchema {
  readonly schema: JsonSchema | boolean;
  readonly root: JsonSchema;
}

/** What is known of one part of a value. */
export type MemberLookup =
  | { readonly kind: "known"; readonly schema: RootedSchema }
  /** `isClosed` when the schema says that there is nothing but what it names. */
  | { readonly kind: "absent"; readonly isClosed: boolean }
  | { readonly kind: "unknown" };

/** What is at a key or an index of the values that fit a schema. */
export function schemaOfMember(placed: RootedSchema, step: string | number): MemberLookup {
  const { schema, root } = resolve(placed);
  if (typeof schema === "boolean") return { kind: "unknown" };
  if (typeof step === "number") {
    const { items } = schema;
    return isSchema(items) ? { kind: "known", schema: { schema: items, root } } : { kind: "unknown" };
  }
  const properties = ownProperties(schema);
  const found = Object.hasOwn(properties, step) ? properties[step] : undefined;
  if (found !== undefined) return { kind: "known", schema: { schema: found, root } };
  const mayBeElsewhere = otherKeySources.some((keyword) => schema[keyword] !== undefined);
  const { additionalProperties: others } = schema;
  if (mayBeElsewhere || (others === undefined ? schema.properties === undefined : others !== false)) {
    return { kind: "unknown" };
  }
  return { kind: "absent", isClosed: others === false };
}

/** The keys that a schema names. */
export function keysOf(placed: RootedSchema): readonly string[] {
  const { schema } = resolve(placed);
  return typeof schema === "boolean" ? [] : Object.keys(ownProperties(schema));
}

/** The types of the values that fit a schema; undefined when it does not say. */
export function typesOfSchema(placed: RootedSchema, depth = 0): ReadonlySet<JsonSchemaType> | undefined {
  const { schema, root } = resolve(placed);
  if (typeof schema === "boolean" || depth > maxReferences) return undefined;
  const { type, anyOf, oneOf } = schema;
  if (typeof type === "string") return new Set([type]);
  if (Array.isArray(type)) return new Set(type);
  const values = valuesOfSchema(placed);
  if (values !== undefined) return new Set(values.map(jsonTypeOf));
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
export function valuesOfSchema(placed: RootedSchema): readonly unknown[] | undefined {
  const { schema } = resolve(placed);
  if (typeof schema === "boolean") return undefined;
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** The least and the greatest number that fit a schema. */
export interface NumberBounds {
  readonly least: number;
  readonly greatest: number;
  /** Whether the bound itself does not fit. */
  readonly excludesLeast: boolean;
  readonly excludesGreatest: boolean;
}

/** Between what the numbers lie that fit a schema. */
export function boundsOfSchema(placed: RootedSchema): NumberBounds {
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
    excludesLeast: least === keyword("exclusiveMinimum"),
    excludesGreatest: greatest === keyword("exclusiveMaximum"),
  };
}

/** The properties that an object must have. */
export function requiredOf(placed: RootedSchema): readonly string[] {
  const { schema } = resolve(placed);
  return typeof schema !== "boolean" && Array.isArray(schema.required) ? schema.required : [];
}

/** The JSON type of a value. */
export function jsonTypeOf(value: unknown): JsonSchemaType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "boolean" : "object";
}

/** Whether a value of one of some types may have one of others; every integer is a number, and some numbers are integers. */
export function typesOverlap(some: ReadonlySet<JsonSchemaType>, others: ReadonlySet<JsonSchemaType>): boolean {
  const isNumber = (types: ReadonlySet<JsonSchemaType>) => types.has("number") || types.has("integer");
  return (isNumber(some) && isNumber(others)) || [...some].some((type) => others.has(type));
}

/** What names keys beside `properties`. */
const otherKeySources = ["anyOf", "oneOf", "allOf", "patternProperties", "if", "dependentSchemas"] as const;

const maxReferences = 20;

/** Follows references, as far as they lead within the root. */
function resolve(placed: RootedSchema): RootedSchema {
  let { schema } = placed;
  for (let hops = 0; typeof schema !== "boolean" && typeof schema.$ref === "string"; hops++) {
    const target = hops < maxReferences ? schemaAtPointer(placed.root, schema.$ref) : undefined;
    if (target === undefined) return { schema: true, root: placed.root };
    schema = target;
  }
  return { schema, root: placed.root };
}

function schemaAtPointer(root: JsonSchema, ref: string): JsonSchema | boolean | undefined {
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

/** What is at a path of the values that fit one of some schemas. */
export type ArgumentLookup =
  | FoundSchemas
  /** No schema has it: the first step that leads nowhere, what could stand there, and whether nothing else could. */
  | { readonly kind: "absent"; readonly index: number; readonly names: readonly string[]; readonly isClosed: boolean }
  | { readonly kind: "unknown" };

/** The schemas of a part, one for each of the schemas that have it. */
export interface FoundSchemas {
  readonly kind: "known";
  readonly schemas: readonly RootedSchema[];
}

/** What is known of the arguments of some tools. */
interface ArgumentCache {
  readonly schemas: readonly RootedSchema[];
  /** By path. */
  readonly parts: Map<string, ArgumentLookup>;
}

const argumentCaches = new WeakMap<readonly CatalogueTool[], ArgumentCache>();

/** What a part of the action's arguments can be: what one of the tools takes that the trigger fits. */
export function findArgument({ tools }: RuleContext, path: Reference["path"]): ArgumentLookup {
  if (tools === undefined) return { kind: "unknown" };
  const { schemas, parts } = argumentCache(tools);
  const key = JSON.stringify(path);
  let part = parts.get(key);
  if (part === undefined) {
    part = schemasAtPath(schemas, path);
    parts.set(key, part);
  }
  return part;
}

function argumentCache(tools: readonly CatalogueTool[]): ArgumentCache {
  let found = argumentCaches.get(tools);
  if (found === undefined) {
    const schemas = tools.map(({ parameters }) => ({ schema: parameters, root: parameters }));
    found = { schemas, parts: new Map() };
    argumentCaches.set(tools, found);
  }
  return found;
}

/** What is at a path. */
export function schemasAtPath(roots: readonly RootedSchema[], path: Reference["path"]): ArgumentLookup {
  let schemas = roots;
  for (const [index, step] of path.entries()) {
    const next: RootedSchema[] = [];
    let isClosed = true;
    for (const schema of schemas) {
      const member = schemaOfMember(schema, step);
      if (member.kind === "unknown") return member;
      if (member.kind === "known") next.push(member.schema);
      else isClosed &&= member.isClosed;
    }
    if (next.length === 0) return { kind: "absent", index, names: namesInSchemas(schemas), isClosed };
    if (!isClosed) return { kind: "unknown" };
    schemas = next;
  }
  return { kind: "known", schemas };
}

const namesBySchemas = new WeakMap<readonly RootedSchema[], readonly string[]>();

function namesInSchemas(schemas: readonly RootedSchema[]): readonly string[] {
  const found = namesBySchemas.get(schemas) ?? [...new Set(schemas.flatMap(keysOf))];
  namesBySchemas.set(schemas, found);
  return found;
}

const typeNames: Readonly<Record<JsonSchemaType, string>> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  array: "a list",
  object: "an object",
};

/** Types as a message names them: `a string or null`. */
export function typesText(types: ReadonlySet<JsonSchemaType> | undefined): string {
  return [...(types ?? [])].map((type) => (Object.hasOwn(typeNames, type) ? typeNames[type] : type)).join(" or ");
}
