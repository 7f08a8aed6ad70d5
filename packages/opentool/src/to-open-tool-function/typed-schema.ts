// Converts a JSON Schema to an OpenTool schema without references, and lists what is lost.

import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, ownMember } from "@helve/core/internal";
import { type SchemaType, schemaTypes, type TypedSchema } from "../document.ts";
import { pathText } from "../json-path.ts";
import { isSchema } from "../json-schema.ts";
import { isOfType } from "../json-value.ts";
import { valueList, valueText } from "../value-text.ts";
import { flattenSchema, type ReferenceBase, type SchemaLoss, type SchemaPart } from "./flatten-schema.ts";

/**
 * Converts a JSON Schema to an OpenTool schema, and lists what OpenTool can't represent.
 *
 * @param isArguments - whether the root describes all arguments of a function, which are always closed
 */
export function toTypedSchema(
  base: ReferenceBase,
  { isArguments = false }: { readonly isArguments?: boolean } = {},
): { readonly schema: TypedSchema; readonly losses: readonly Issue[] } {
  const writer: SchemaWriter = { base, isArguments, remaining: maxSchemas, losses: new Map() };
  const schema = writeSchema(base.schema, base.path, writer, { depth: 0, ancestors: [] });
  return { schema, losses: [...writer.losses.values()] };
}

/** Schemas in the result, and schemas within schemas: references written out can grow without end. */
const maxSchemas = 10_000;
const maxDepth = 64;

interface SchemaWriter {
  readonly base: ReferenceBase;
  readonly isArguments: boolean;
  remaining: number;
  /** By message, because a definition that is used twice is lost once. */
  readonly losses: Map<string, Issue>;
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
): TypedSchema {
  if (!isSchema(value)) {
    addLoss({ path, code: "type", what: value === false ? "a schema that matches no value" : "any value" }, writer);
    return anyObject;
  }
  if (--writer.remaining < 0 || depth > maxDepth) {
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
    ...(typeof description === "string" && { description }),
    ...(type === "object" && objectKeywords(flat.parts, writer, next)),
    ...(type === "array" && { items: itemsSchema(flat.parts, writer, next) }),
    ...enumKeyword(unconditional, type, writer),
  };
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
  if (!isKnownLost && types.length === 0) addLoss({ path, code: "type", what: "any value" }, writer);
  return "object";
}

/** Returns the type of all values; that of the first value if their types differ. */
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
  const properties = new Map<string, TypedSchema>();
  const required = new Set<unknown>();
  for (const { schema, path } of parts) {
    for (const [name, property] of Object.entries(isSchema(schema.properties) ? schema.properties : {})) {
      const propertyPath = [...path, "properties", name];
      if (properties.has(name))
        addLoss({ path: propertyPath, code: "properties", what: "a property that two schemas describe" }, writer);
      else properties.set(name, writeSchema(property, propertyPath, writer, next));
    }
    for (const name of Array.isArray(schema.required) ? schema.required : []) required.add(name);
  }
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
  return { properties: Object.fromEntries(properties), ...(kept.length > 0 && { required: kept }) };
}

/** Converts the schema of a list's items; of positional items only the first is kept. */
function itemsSchema(parts: readonly SchemaPart[], writer: SchemaWriter, next: SchemaPosition): TypedSchema {
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
  addLoss({ path: parts[0]?.path ?? [], code: "items", what: "a list of any values" }, writer);
  return anyObject;
}

const expressibleKeywords = new Set([
  "type",
  "description",
  "properties",
  "items",
  "enum",
  "const",
  "required",
  "additionalProperties",
]);
for (const keyword of ["$ref", "allOf", "anyOf", "oneOf", "prefixItems"]) expressibleKeywords.add(keyword);
/** Nothing that a reader of the document would miss. */
const ignoredKeywords = new Set(["$schema", "$id", "$anchor", "$comment", "$defs", "definitions", "title"]);

/** Adds a loss for each keyword that OpenTool can't represent, and for keywords that two schemas define differently. */
function reportLostKeywords(parts: readonly SchemaPart[], depth: number, writer: SchemaWriter): void {
  const before = new Map<string, unknown>();
  // Arguments are closed and nested objects are open; OpenTool can't represent the opposite.
  const impliedOpenness = !(writer.isArguments && depth === 0);
  for (const { schema, path } of parts) {
    for (const [keyword, value] of Object.entries(schema)) {
      const isRepresented =
        keyword === "additionalProperties"
          ? value === impliedOpenness
          : expressibleKeywords.has(keyword) || ignoredKeywords.has(keyword);
      if (!isRepresented) addLoss({ path, keyword, ...lossDescription(keyword, value) }, writer);
      if (/^(?:type|items|enum|const)$/.test(keyword)) {
        if (before.has(keyword) && before.get(keyword) !== value) addLoss({ path, keyword }, writer);
        else before.set(keyword, value);
      }
    }
  }
}

/** Describes a lost keyword with its value, if the value is short: `"minimum": 0`. */
function lossDescription(keyword: string, value: unknown): { readonly what?: string } {
  if (keyword === "additionalProperties") {
    return { what: `that there may be ${value === false ? "no " : ""}other properties` };
  }
  return typeof value === "object" && value !== null ? {} : { what: `"${keyword}": ${valueText(value)}` };
}

/** Adds a loss with its message and JSON pointer. */
function addLoss(
  { path, keyword, code = keyword ?? "", what = `"${keyword}"` }: SchemaLoss,
  writer: SchemaWriter,
): void {
  const pointer = jsonPointer(keyword === undefined ? path : [...path, keyword]);
  const message = `${pathText(path)}: OpenTool can't represent ${what}`;
  writer.losses.set(message, { code, message, path: pointer });
}
