/** Looks up keys, types, values and bounds in the JSON Schemas of tool arguments, and follows `$ref`s. */
import type { JsonSchema, JsonSchemaType } from "@helve/core";
import { isObject, resolveReference } from "@helve/core/internal";
import type { Reference, StepQuery } from "@helve/core/program";
import type { CatalogueTool } from "./catalogue.ts";
import type { RuleContext } from "./rule-context.ts";

/** A JSON Schema within a larger one, which its `$ref`s point into. */
export interface RootedSchema {
  readonly schema: JsonSchema | boolean;
  readonly root: JsonSchema;
}

/** The result of looking up a key or an index in a schema. */
export type MemberLookup =
  | { readonly kind: "known"; readonly schema: RootedSchema }
  /** The schema does not name the key; `isClosed` if it forbids other keys (`additionalProperties: false`). */
  | { readonly kind: "absent"; readonly isClosed: boolean }
  | { readonly kind: "unknown" };

/** Finds the schema of a key or an index within a schema. */
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

/** The keys in `properties` of a schema. */
export function keysOf(placed: RootedSchema): readonly string[] {
  const { schema } = resolve(placed);
  return typeof schema === "boolean" ? [] : Object.keys(ownProperties(schema));
}

/** The JSON types that a schema allows; `undefined` if it allows any or the types are unknown. */
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

/** The values of a schema's `const` or `enum`. */
export function valuesOfSchema(placed: RootedSchema): readonly unknown[] | undefined {
  const { schema } = resolve(placed);
  if (typeof schema === "boolean") return undefined;
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** The smallest and the largest number that a schema allows. */
export interface NumberBounds {
  readonly least: number;
  readonly greatest: number;
  /** Whether the bound itself is not allowed. */
  readonly excludesLeast: boolean;
  readonly excludesGreatest: boolean;
}

/** The smallest and the largest number that a schema allows, from `minimum`, `exclusiveMinimum` and so on. */
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

/** The keys in `required` of a schema. */
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

/** Whether two sets of JSON types have a type in common; `integer` and `number` count as common. */
export function typesOverlap(some: ReadonlySet<JsonSchemaType>, others: ReadonlySet<JsonSchemaType>): boolean {
  const isNumber = (types: ReadonlySet<JsonSchemaType>) => types.has("number") || types.has("integer");
  return (isNumber(some) && isNumber(others)) || [...some].some((type) => others.has(type));
}

/** The keywords other than `properties` that can define keys. */
const otherKeySources = ["anyOf", "oneOf", "allOf", "patternProperties", "if", "dependentSchemas"] as const;

const maxReferences = 20;

/** Follows `$ref`s within the root schema. */
function resolve(placed: RootedSchema): RootedSchema {
  let { schema } = placed;
  for (let hops = 0; typeof schema !== "boolean" && typeof schema.$ref === "string"; hops++) {
    const target = hops < maxReferences ? schemaAtPointer(placed.root, schema.$ref) : undefined;
    if (target === undefined) return { schema: true, root: placed.root };
    schema = target;
  }
  return { schema, root: placed.root };
}

/** Finds the schema that a `$ref` such as `#/$defs/account` points to. */
function schemaAtPointer(root: JsonSchema, ref: string): JsonSchema | boolean | undefined {
  const found = resolveReference(ref, root);
  return isSchema(found) ? found : undefined;
}

/** The `properties` of a schema; empty if it has none. */
function ownProperties({ properties }: JsonSchema): Readonly<Record<string, JsonSchema | boolean>> {
  return typeof properties === "object" && properties !== null ? properties : {};
}

/** Whether a value has the type of a JSON Schema: an object or a boolean. */
function isSchema(value: unknown): value is JsonSchema | boolean {
  return typeof value === "boolean" || isObject(value);
}

/** The result of looking up a path in the argument schemas of one or more tools. */
export type ArgumentLookup =
  | FoundSchemas
  /** No schema has the path: the index of the first unknown step, the known names at that step, and whether other names are forbidden. */
  | { readonly kind: "absent"; readonly index: number; readonly names: readonly string[]; readonly isClosed: boolean }
  | { readonly kind: "unknown" };

/** The schemas found at a path, one for each tool that has the path. */
export interface FoundSchemas {
  readonly kind: "known";
  readonly schemas: readonly RootedSchema[];
}

/** The look-ups that were done for a list of tools. */
interface ArgumentCache {
  readonly schemas: readonly RootedSchema[];
  /** By path. */
  readonly parts: Map<string, ArgumentLookup>;
}

const argumentCaches = new WeakMap<readonly CatalogueTool[], ArgumentCache>();

/** Looks up a path of `args` in the parameters of the tools that the rule's trigger matches. */
export function findArgument({ tools }: RuleContext, path: Reference["path"]): ArgumentLookup {
  return tools === undefined ? { kind: "unknown" } : findInTools(tools, path);
}

/** Finds the schemas of an argument in the tools that a rule is about. */
function findInTools(tools: readonly CatalogueTool[], path: Reference["path"]): ArgumentLookup {
  const { schemas, parts } = argumentCache(tools);
  const key = JSON.stringify(path);
  let part = parts.get(key);
  if (part === undefined) {
    part = schemasAtPath(schemas, path);
    parts.set(key, part);
  }
  return part;
}

/** Looks up a path of `step` that begins with `args` in the parameters of the tools of a question about earlier steps. */
export function findStepArgument(
  { catalogue: { tools } }: Pick<RuleContext, "catalogue">,
  query: Pick<StepQuery, "patterns"> | undefined,
  [part, ...path]: Reference["path"],
): ArgumentLookup {
  const asked = part !== "args" || query === undefined ? undefined : tools?.matching(query);
  return asked === undefined ? { kind: "unknown" } : findInTools(asked, path);
}

/** The cache of argument look-ups for a list of tools. */
function argumentCache(tools: readonly CatalogueTool[]): ArgumentCache {
  let found = argumentCaches.get(tools);
  if (found === undefined) {
    const schemas = tools.map(({ parameters }) => ({ schema: parameters, root: parameters }));
    found = { schemas, parts: new Map() };
    argumentCaches.set(tools, found);
  }
  return found;
}

/** Looks up a path in several schemas at once. */
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

/** The property names of several schemas, without duplicates; cached. */
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

/** Formats JSON types for a message: `a string or null`. */
export function typesText(types: ReadonlySet<JsonSchemaType> | undefined): string {
  return [...(types ?? [])].map((type) => (Object.hasOwn(typeNames, type) ? typeNames[type] : type)).join(" or ");
}
