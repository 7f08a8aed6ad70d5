/** Converts a JSON Schema to a schema of an OpenTool document that loses nothing. */
import type { JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import { type AdditionalKeywords, jsonSchemaField, type Schema, type SchemaType, schemaTypes } from "../document.ts";
import { isSchema } from "../json-schema.ts";
import { isOfType } from "../json-value.ts";
import { additionalKeywords, jsonSchemaKeywords, mapReferences } from "../schema-keywords.ts";
import { addLoss, lossDescription, type SchemaWriter } from "./schema-writer.ts";
import { approximateSchema } from "./typed-schema.ts";

/** The deepest nesting of schemas that is converted. Deeper schemas are kept as JSON Schema. */
const maxDepth = 50;

/**
 * Converts a JSON Schema without losing a constraint, and adds what other readers of the document lose.
 *
 * OpenTool's own fields hold what they can. Other keywords stay beside them. A schema that has no OpenTool type, or has
 * references that the document can't have, is kept as `x-json-schema`, beside the closest OpenTool schema.
 */
export function documentSchema(value: unknown, path: readonly PropertyKey[], writer: SchemaWriter, depth = 0): Schema {
  const schema = isSchema(value) ? withEnum(value) : undefined;
  const type = schema && nativeType(schema);
  if (schema !== undefined && isReference(schema) && writer.documentReference !== undefined) {
    const { $ref, description, ...others } = schema;
    reportOthers(schema, path, writer);
    return { $ref: writer.documentReference($ref), ...text(description), ...otherKeywords(others, writer) };
  }
  if (schema === undefined || type === undefined || depth > maxDepth || !isNative(schema, type)) {
    const whole = isSchema(value) ? withDocumentReferences(value, writer) : value === true;
    return { ...approximateSchema(value, path, writer), [jsonSchemaField]: whole };
  }
  reportOthers(schema, path, writer);
  const { properties, required, items, enum: choices, description } = schema;
  const inner = (item: unknown, ...keys: readonly PropertyKey[]): Schema =>
    documentSchema(item, [...path, ...keys], writer, depth + 1);
  const members = Object.entries(properties ?? {}).map(
    ([name, property]) => [name, inner(property, "properties", name)] as const,
  );
  return {
    type,
    ...text(description),
    ...withoutUndefined({
      properties: type === "object" ? Object.fromEntries(members) : undefined,
      required: type === "object" && required !== undefined && required.length > 0 ? required : undefined,
      items: type === "array" ? (items === undefined ? anyItem(path, writer) : inner(items, "items")) : undefined,
      enum: choices,
    }),
    ...otherKeywords(schema, writer),
  };
}

/** Copies a schema with its references replaced by references to the document's schemas. */
export function withDocumentReferences(schema: JsonSchema, { documentReference }: SchemaWriter): JsonSchema {
  if (documentReference === undefined) return schema;
  const { $defs: _, definitions: __, ...rest } = mapReferences(schema, documentReference);
  return rest;
}

/** Returns the description, if it is a text. */
function text(description: unknown): { readonly description?: string } {
  return typeof description === "string" ? { description } : {};
}

/** The schema of a list's items if any item is allowed. */
function anyItem(path: readonly PropertyKey[], writer: SchemaWriter): Schema {
  // Reports that the list may hold any values.
  approximateSchema({ type: "array" }, path, writer);
  return { type: "object", properties: {}, [jsonSchemaField]: true };
}

/** Whether a schema is a reference with nothing beside it that a reference in a document can't have. */
function isReference(schema: JsonSchema): schema is JsonSchema & { readonly $ref: string } {
  if (typeof schema.$ref !== "string") return false;
  return Object.keys(schema).every(
    (keyword) => /^(?:\$ref|description|\$defs|definitions|\$schema)$/.test(keyword) || !isOwnField(keyword),
  );
}

/** Whether a keyword has a meaning of its own in a document's schema, or names and refers to schemas. */
function isOwnField(keyword: string): boolean {
  return (jsonSchemaKeywords.has(keyword) && !additionalKeywords.has(keyword)) || keyword === jsonSchemaField;
}

/** Returns the keywords that stay beside OpenTool's own fields. */
function otherKeywords(schema: JsonSchema, writer: SchemaWriter): AdditionalKeywords {
  const others = Object.entries(schema).filter(([keyword, value]) => !isOwnField(keyword) && value !== undefined);
  return withDocumentReferences(Object.fromEntries(others), writer) as AdditionalKeywords;
}

/** Adds a loss for each keyword that stays beside OpenTool's own fields, except for those that no reader would miss. */
function reportOthers(schema: JsonSchema, path: readonly PropertyKey[], writer: SchemaWriter): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const isMissed = !isOwnField(keyword) && keyword !== "title" && keyword !== "$comment" && value !== undefined;
    if (!isMissed || (keyword === "additionalProperties" && value === true)) continue;
    const what = /^(?:anyOf|oneOf)$/.test(keyword)
      ? { what: `a union ("${keyword}")` }
      : lossDescription(keyword, value);
    addLoss({ path, keyword, ...what }, writer);
  }
}

/** Keywords that a schema of OpenTool's own types can't have. */
const structuralKeywords = ["$ref", "$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", jsonSchemaField];

/** Whether OpenTool's own fields, with other keywords beside them, have the meaning of a schema. */
function isNative(schema: JsonSchema, type: SchemaType): boolean {
  if (structuralKeywords.some((keyword) => schema[keyword] !== undefined)) return false;
  const names = Object.keys(schema.properties ?? {});
  return type !== "object" || (schema.required ?? []).every((name) => names.includes(name));
}

/** Returns the OpenTool type that has the meaning of `type` and `enum`; `undefined` if not found. */
function nativeType({ type, enum: choices }: JsonSchema): SchemaType | undefined {
  const types: readonly unknown[] = [type ?? []].flat();
  const allowsNull = types.includes("null");
  if (choices === undefined) return types.length === 1 ? schemaTypes.find((name) => name === types[0]) : undefined;
  const values = choices.filter((choice) => choice !== null);
  const named = types.filter((name) => name !== "null");
  if (values.length === 0 || named.length > 1 || (types.length > 0 && choices.includes(null) && !allowsNull)) {
    return undefined;
  }
  const candidates =
    named.length === 0 && types.length === 0 ? schemaTypes : schemaTypes.filter((name) => name === named[0]);
  return candidates.find((name) => values.every((choice) => isOfType(name, choice)));
}

/** Converts `const`, and a union whose branches are only constants, to `enum`. */
function withEnum(schema: JsonSchema): JsonSchema {
  if (schema.enum !== undefined) return schema;
  if (Object.hasOwn(schema, "const")) {
    const { const: choice, ...rest } = schema;
    return { ...rest, enum: [choice] };
  }
  const keyword = (["anyOf", "oneOf"] as const).find((name) => schema[name] !== undefined);
  if (keyword === undefined) return schema;
  const choices = (schema[keyword] ?? []).map(constants);
  const texts = choices.flat().map((choice) => JSON.stringify(choice));
  // A value of two branches of `oneOf` is not allowed.
  const isDistinct = new Set(texts).size === texts.length;
  if (!isDistinct || choices.some((some) => some.length === 0)) return schema;
  const { [keyword]: _, ...rest } = schema;
  return { ...rest, enum: choices.flat() };
}

/** Returns the values that a branch allows if it only lists them; an empty list for any other branch. */
function constants(branch: JsonSchema | boolean): readonly unknown[] {
  if (!isSchema(branch)) return [];
  const [keyword, ...others] = Object.keys(branch).filter((name) => name !== "type");
  if (others.length > 0 || (keyword !== undefined && keyword !== "const" && keyword !== "enum")) return [];
  if (keyword === undefined) return branch.type === "null" ? [null] : [];
  const values: readonly unknown[] = keyword === "const" ? [branch.const] : (branch.enum ?? []);
  const types: readonly unknown[] = [branch.type ?? []].flat();
  const isAllowed = (value: unknown): boolean =>
    types.length === 0 || types.some((type) => isOfType(String(type), value));
  return values.every(isAllowed) ? values : [];
}
