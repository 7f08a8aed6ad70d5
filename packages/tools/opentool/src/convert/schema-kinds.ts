/** Answers what kinds of values a JSON Schema accepts: their types, whether null is among them, whether two schemas overlap. */
import { canonicalJson, type JsonSchema, type JsonSchemaType } from "@helve/core";
import { isSchema } from "../json-schema.ts";
import { isOfType } from "../json-value.ts";
import { mergedAllOf, resolvedSchema } from "./merge-all-of.ts";

const allTypes: readonly JsonSchemaType[] = ["string", "number", "integer", "boolean", "array", "object", "null"];

/** Lists the types that a schema or its fixed values name; `undefined` if it names none. */
export function namedTypes(schema: JsonSchema): readonly JsonSchemaType[] | undefined {
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  const values = fixedValues(schema);
  if (values === undefined) return types && withoutInteger(types);
  const found = allTypes.filter((type) => values.some((value) => isOfType(type, value)));
  const plain = withoutInteger(found.filter((type) => type !== "number" || !values.every(isIntegerOrOther)));
  if (types === undefined) return plain;
  return plain.filter((type) => types.includes(type) || (type === "integer" && types.includes("number")));
}

function isIntegerOrOther(value: unknown): boolean {
  return typeof value !== "number" || Number.isInteger(value);
}

/** Leaves out `integer` beside `number`, which includes it. */
function withoutInteger(types: readonly JsonSchemaType[]): readonly JsonSchemaType[] {
  return types.includes("number") ? types.filter((type) => type !== "integer") : types;
}

/** The values that `const` and `enum` leave; `undefined` without them. */
export function fixedValues(schema: JsonSchema): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** Whether a schema accepts null, as far as its types, fixed values, unions and references say. */
export function acceptsNull(
  schema: JsonSchema | boolean | undefined,
  root: JsonSchema,
  depth = 0,
  known: Map<string, boolean> = new Map(),
): boolean {
  if (!isSchema(schema)) return schema !== false;
  if (depth > 50) return true;
  if (schema.$ref !== undefined) {
    const found = known.get(schema.$ref);
    if (found !== undefined) return found;
    known.set(schema.$ref, true);
    const target = resolvedSchema(schema, root);
    const accepts = target === undefined || acceptsNull(target, root, depth + 1, known);
    known.set(schema.$ref, accepts);
    return accepts;
  }
  const types = namedTypes(schema);
  if (types !== undefined && !types.includes("null")) return false;
  const some = [schema.anyOf, schema.oneOf].every(
    (union) => !Array.isArray(union) || union.some((member) => acceptsNull(member, root, depth + 1, known)),
  );
  return some && (schema.allOf ?? []).every((member) => acceptsNull(member, root, depth + 1, known));
}

/** Whether every value that a schema accepts is an object. */
export function acceptsOnlyObjects(
  schema: JsonSchema | boolean,
  root: JsonSchema,
  depth = 0,
  known: Map<string, boolean> = new Map(),
): boolean {
  const ref = isSchema(schema) ? schema.$ref : undefined;
  const earlier = ref === undefined ? undefined : known.get(ref);
  if (earlier !== undefined) return earlier;
  if (ref !== undefined) known.set(ref, false);
  const accepts = isObjectSchema(resolvedSchema(schema, root), root, depth, known);
  if (ref !== undefined) known.set(ref, accepts);
  return accepts;
}

function isObjectSchema(
  found: JsonSchema | undefined,
  root: JsonSchema,
  depth: number,
  known: Map<string, boolean>,
): boolean {
  if (found === undefined || depth > 50) return false;
  const types = namedTypes(found);
  if (types !== undefined) return types.length > 0 && types.every((type) => type === "object");
  const unions = [found.anyOf, found.oneOf].filter((union) => Array.isArray(union) && union.length > 0);
  if (unions.some((union) => (union ?? []).every((member) => acceptsOnlyObjects(member, root, depth + 1, known))))
    return true;
  return (found.allOf ?? []).some((member) => acceptsOnlyObjects(member, root, depth + 1, known));
}

/** Whether no value matches two of the schemas, as far as types and fixed properties tell. */
export function areExclusive(schemas: readonly (JsonSchema | boolean)[], root: JsonSchema): boolean {
  const resolved = schemas.map((schema) => {
    const found = resolvedSchema(schema, root);
    return found && (mergedAllOf(found, root) ?? found);
  });
  return resolved.every((a, index) => resolved.slice(index + 1).every((b) => a && b && excludeEachOther(a, b)));
}

function excludeEachOther(a: JsonSchema, b: JsonSchema): boolean {
  const [typesA, typesB] = [namedTypes(a), namedTypes(b)];
  if (typesA === undefined || typesB === undefined) return false;
  const shared = typesA.filter((type) => typesB.some((other) => overlap(type, other)));
  if (shared.length === 0) return true;
  const [valuesA, valuesB] = [fixedValues(a), fixedValues(b)];
  if (valuesA !== undefined && valuesB !== undefined) return areDisjoint(valuesA, valuesB);
  if (shared.some((type) => type !== "object")) return false;
  if (needsRefusedProperty(a, b) || needsRefusedProperty(b, a)) return true;
  const { properties = {}, required = [] } = a;
  return required.some((name) => {
    const [tagA, tagB] = [ownSchema(properties, name), ownSchema(b.properties, name)];
    const [tagsA, tagsB] = [tagA && fixedValues(tagA), tagB && fixedValues(tagB)];
    return (b.required ?? []).includes(name) && tagsA && tagsB && areDisjoint(tagsA, tagsB);
  });
}

/** Whether a schema requires a property that a closed schema refuses. */
function needsRefusedProperty({ required = [] }: JsonSchema, closed: JsonSchema): boolean {
  if (closed.additionalProperties !== false || closed["patternProperties"] !== undefined) return false;
  return required.some((name) => !Object.hasOwn(closed.properties ?? {}, name));
}

/** Whether two types have values in common. */
function overlap(a: JsonSchemaType, b: JsonSchemaType): boolean {
  const isNumeric = (type: JsonSchemaType): boolean => type === "number" || type === "integer";
  return a === b || (isNumeric(a) && isNumeric(b));
}

/** Whether two lists have no value in common. */
function areDisjoint(a: readonly unknown[], b: readonly unknown[]): boolean {
  const texts = new Set(a.map((value) => canonicalJson(value)));
  return !b.some((value) => texts.has(canonicalJson(value)));
}

function ownSchema(properties: JsonSchema["properties"] = {}, name: string): JsonSchema | undefined {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isSchema(schema) ? schema : undefined;
}
