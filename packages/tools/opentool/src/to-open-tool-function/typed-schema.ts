/** Converts a JSON Schema to OpenTool's own fields, for readers that know nothing else, and lists what they lose. */
import type { JsonSchema } from "@helve/core";
import { ownMember, withoutUndefined } from "@helve/core/internal";
import { type RefSchema, type SchemaType, schemaTypes, type TypedSchema } from "../document.ts";
import { allowsOnlyNull, isSchema } from "../json-schema.ts";
import { isOfType } from "../json-value.ts";
import { additionalKeywords } from "../schema-keywords.ts";
import { valueList, valueText } from "../value-text.ts";
import { flattenSchema, type SchemaPart } from "./flatten-schema.ts";
import { addLoss, reportLostKeywords, type SchemaWriter } from "./schema-writer.ts";

/** The deepest nesting of schemas. */
const maxDepth = 64;

/**
 * Converts a JSON Schema to the closest OpenTool schema, and adds what it loses to the writer's losses. A union of objects
 * becomes an object with the properties of all of them; of any other union, the first branch is kept.
 */
export function approximateSchema(
  value: unknown,
  path: readonly PropertyKey[],
  writer: SchemaWriter,
): TypedSchema | RefSchema {
  return writeSchema(value, path, writer, { depth: 0, ancestors: [] });
}

interface SchemaPosition {
  readonly depth: number;
  readonly ancestors: readonly JsonSchema[];
}

/** An object without known properties: the replacement for a schema that OpenTool can't represent at all. */
const anyObject: TypedSchema = { type: "object", properties: {} };

/** Converts one JSON Schema and the schemas inside it, and adds their losses. */
function writeSchema(
  value: unknown,
  path: readonly PropertyKey[],
  writer: SchemaWriter,
  { depth, ancestors }: SchemaPosition,
): TypedSchema | RefSchema {
  if (!isSchema(value)) {
    const what = value === false ? "that no value is allowed" : "that any value is allowed";
    addLoss({ path, code: "type", what }, writer);
    return anyObject;
  }
  const isRoot = depth === 0 && writer.isArguments;
  const reference = isRoot ? undefined : documentReference(value, path, writer);
  if (reference !== undefined) return reference;
  if (--writer.budget.remaining < 0 || depth > maxDepth) {
    addLoss({ path, code: "size", what: "a schema of this size" }, writer);
    return anyObject;
  }
  const flat = flattenSchema({ schema: value, path }, writer.base, ancestors);
  for (const lost of flat.lost) addLoss(lost, writer);
  reportLostKeywords(flat.parts, depth, writer);
  const unconditional = flat.parts.filter(({ isAlternative }) => !isAlternative);
  const description = firstValue(unconditional, "description");
  const type = schemaType(flat.parts, flat.lost.length > 0, writer);
  const next = { depth: depth + 1, ancestors: [...ancestors, ...flat.parts.map((part) => part.schema)] };
  return {
    type,
    ...withoutUndefined({ description: typeof description === "string" ? description : undefined }),
    ...(type === "object" && objectKeywords(flat.parts, writer, next)),
    ...withoutUndefined({ items: type === "array" ? itemsSchema(flat.parts, writer, next) : undefined }),
    ...enumKeyword(unconditional, type, writer),
  };
}

/**
 * Returns a reference to a schema of the document if a schema is only a reference, or a reference or null; `undefined`
 * for any other schema. Adds the losses of keywords beside it.
 */
function documentReference(
  schema: JsonSchema,
  path: readonly PropertyKey[],
  writer: SchemaWriter,
): RefSchema | undefined {
  if (writer.documentReference === undefined) return undefined;
  const { description } = schema;
  const union = (["anyOf", "oneOf"] as const).find((keyword) => schema[keyword] !== undefined);
  const branches = union === undefined ? [] : [schema[union] ?? []].flat().filter(isSchema);
  const nonNull = branches.filter((branch) => !allowsOnlyNull(branch));
  const target = union === undefined ? schema : nonNull.length === 1 ? nonNull[0] : undefined;
  if (typeof target?.$ref !== "string") return undefined;
  const isOnlyReference = Object.keys(schema).every(
    (keyword) =>
      keyword === union ||
      keyword === "$ref" ||
      additionalKeywords.get(keyword)?.isAnnotation ||
      keyword === "description",
  );
  if (!isOnlyReference) return undefined;
  if (union !== undefined && nonNull.length < branches.length)
    addLoss({ path, keyword: union, what: "that null is allowed" }, writer);
  reportLostKeywords([{ schema, path }], 1, writer);
  return withoutUndefined({
    $ref: writer.documentReference(target.$ref),
    description: typeof description === "string" ? description : undefined,
  });
}

/** Returns the value of a keyword in the first schema that has it. */
function firstValue(parts: readonly SchemaPart[], keyword: string): unknown {
  const part = parts.find(({ schema }) => Object.hasOwn(schema, keyword));
  return ownMember(part?.schema, keyword);
}

/** Returns the value of the first `const` as a list, or else the values of the first `enum`; `undefined` if the parts have neither. */
function constOrEnumValues(parts: readonly SchemaPart[]): readonly unknown[] | undefined {
  if (parts.some(({ schema }) => Object.hasOwn(schema, "const"))) return [firstValue(parts, "const")];
  const choices = firstValue(parts, "enum");
  return Array.isArray(choices) ? choices : undefined;
}

/**
 * Determines the OpenTool type: from `type`, else from the enum values or other keywords; `object` if it is unknown.
 */
function schemaType(parts: readonly SchemaPart[], isKnownLost: boolean, writer: SchemaWriter): SchemaType {
  const types = [firstValue(parts, "type") ?? []].flat();
  // In the schema's order.
  const knownTypes = types.flatMap((name) => schemaTypes.find((type) => type === name) ?? []);
  const part = parts.find(({ schema }) => Object.hasOwn(schema, "type")) ?? parts[0];
  const path = part?.path ?? [];
  if (types.includes("null")) addLoss({ path, keyword: "type", what: "that null is allowed" }, writer);
  if (knownTypes.length > 1)
    addLoss({ path, keyword: "type", what: `a union of types (${valueList(knownTypes)})` }, writer);
  if (knownTypes[0] !== undefined) return knownTypes[0];
  const choices = constOrEnumValues(parts);
  if (choices !== undefined) return typeOfValues(choices);
  if (parts.some(({ schema }) => isSchema(schema.properties))) return "object";
  if (parts.some(({ schema }) => Object.hasOwn(schema, "items") || Object.hasOwn(schema, "prefixItems")))
    return "array";
  if (!isKnownLost && types.length === 0) addLoss({ path, code: "type", what: "that any value is allowed" }, writer);
  return "object";
}

/** Returns the type of all values; the type of the first value if their types differ. */
function typeOfValues(choices: readonly unknown[]): SchemaType {
  const values = choices.filter((choice) => choice !== null);
  const order: readonly SchemaType[] = ["integer", "number", "boolean", "string", "array", "object"];
  return (
    order.find((type) => values.length > 0 && values.every((choice) => isOfType(type, choice))) ??
    order.find((type) => isOfType(type, values[0])) ??
    "object"
  );
}

/** Returns the `enum` field with the values of the schema's type; other values are losses. */
function enumKeyword(
  parts: readonly SchemaPart[],
  type: SchemaType,
  writer: SchemaWriter,
): { readonly enum?: readonly unknown[] } {
  const choices = constOrEnumValues(parts);
  if (choices === undefined) return {};
  const matching = choices.filter((choice) => isOfType(type, choice));
  const keyword = parts.some(({ schema }) => Object.hasOwn(schema, "const")) ? "const" : "enum";
  const path = parts.find(({ schema }) => Object.hasOwn(schema, keyword))?.path ?? [];
  if (matching.length < choices.length) {
    const others = choices.filter((choice) => !isOfType(type, choice)).map(valueText);
    addLoss({ path, keyword, what: `${others.join(", ")} among values of type "${type}"` }, writer);
  }
  return matching.length === 0 ? {} : { enum: matching };
}

/** Merges `properties` and `required` of all schemas that apply to the same object. */
function objectKeywords(
  parts: readonly SchemaPart[],
  writer: SchemaWriter,
  next: SchemaPosition,
): Partial<TypedSchema> {
  const described = new Map<string, SchemaPart[]>();
  const required = new Set<unknown>();
  for (const { schema, path, isAlternative = false } of parts) {
    for (const [name, property] of Object.entries(isSchema(schema.properties) ? schema.properties : {})) {
      // One of several schemas that only admits a property does not describe it.
      if (property === true && parts.length > 1) continue;
      const part = { schema: property as JsonSchema, path: [...path, "properties", name], isAlternative };
      described.set(name, [...(described.get(name) ?? []), part]);
    }
    // A branch of a union requires its names of some values only.
    if (!isAlternative) for (const name of Array.isArray(schema.required) ? schema.required : []) required.add(name);
  }
  const properties = new Map<string, TypedSchema | RefSchema>();
  for (const [name, schemas] of described) properties.set(name, propertySchema(schemas, writer, next));
  for (const { schema, path } of parts) {
    const names: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
    const unknown = names.find((name) => typeof name !== "string" || !properties.has(name));
    if (unknown !== undefined)
      addLoss(
        { path, keyword: "required", what: `that ${valueText(unknown)}, which is no property, is required` },
        writer,
      );
  }
  const kept = [...properties.keys()].filter((name) => required.has(name));
  return withoutUndefined({ properties: Object.fromEntries(properties), required: kept.length > 0 ? kept : undefined });
}

/** Converts the schema of a property, which several schemas may describe. */
function propertySchema(
  described: readonly SchemaPart[],
  writer: SchemaWriter,
  next: SchemaPosition,
): TypedSchema | RefSchema {
  const [first, ...others] = described;
  if (first === undefined) return anyObject;
  if (others.length === 0) return writeSchema(first.schema, first.path, writer, next);
  if (described.every(({ isAlternative }) => isAlternative)) {
    // The union of the branches is reported as a loss already, so its parts are not.
    const distinct = new Map(described.map(({ schema }) => [JSON.stringify(schema), schema] as const));
    const union = distinct.size === 1 ? first.schema : { anyOf: [...distinct.values()] };
    return writeSchema(union, first.path, { ...writer, losses: new Map() }, next);
  }
  for (const { path } of others)
    addLoss({ path, code: "properties", what: "a property that two schemas describe" }, writer);
  return writeSchema(first.schema, first.path, writer, next);
}

/** Converts the schema of a list's items; of positional items only the first is kept. */
function itemsSchema(
  parts: readonly SchemaPart[],
  writer: SchemaWriter,
  next: SchemaPosition,
): TypedSchema | RefSchema {
  for (const { schema, path } of parts) {
    for (const keyword of ["prefixItems", "items"]) {
      const value: unknown = schema[keyword];
      if (Array.isArray(value)) {
        addLoss({ path, keyword, what: "a list whose items differ by place" }, writer);
        return writeSchema(value[0], [...path, keyword, 0], writer, next);
      }
      if (value !== undefined) return writeSchema(value, [...path, keyword], writer, next);
    }
  }
  addLoss({ path: parts[0]?.path ?? [], code: "items", what: "that the list may hold any values" }, writer);
  return anyObject;
}
