// Converts JSON Schema to the form that OpenAI's strict mode requires and back.

import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, ownMember } from "@helve/core/internal";
import { pathText } from "../json-path.ts";
import { isSchema } from "../json-schema.ts";

/**
 * Converts the JSON Schema of a function's arguments for OpenAI's strict mode: objects are closed, every property is
 * required, optional properties are nullable, and `$ref` has no sibling keywords.
 *
 * @param path - the function in its document
 * @returns the schema, and a loss for each object that was open
 */
export function toStrictSchema(
  parameters: JsonSchema,
  path: readonly PropertyKey[],
): { readonly schema: JsonSchema; readonly losses: readonly Issue[] } {
  const writer: StrictWriter = { losses: [] };
  const { $defs, ...root } = parameters;
  const definitions = Object.entries($defs ?? {});
  const schema = closeSchema(root, [...path, "parameters"], writer);
  return {
    schema: {
      ...schema,
      ...($defs && {
        $defs: Object.fromEntries(
          definitions.map(([name, definition]) => [name, closeSchema(definition, ["schemas", name], writer)]),
        ),
      }),
    },
    losses: writer.losses,
  };
}

interface StrictWriter {
  readonly losses: Issue[];
}

/** Converts one schema and the schemas inside it for strict mode. */
function closeSchema(
  value: JsonSchema | boolean | undefined,
  path: readonly PropertyKey[],
  writer: StrictWriter,
): JsonSchema {
  const schema = isSchema(value) ? value : {};
  if (schema.$ref !== undefined) {
    return schema.description === undefined
      ? schema
      : { description: schema.description, anyOf: [{ $ref: schema.$ref }] };
  }
  if (schema.items !== undefined) return { ...schema, items: closeSchema(schema.items, [...path, "items"], writer) };
  if (schema.type !== "object") return schema;
  const isRoot = schema.additionalProperties === false;
  if (!isRoot) {
    const message = `${pathText(path)}: strict OpenAI tools can't represent that there may be other properties`;
    writer.losses.push({ code: "additionalProperties", message, path: jsonPointer(path) });
  }
  const names = Object.keys(schema.properties ?? {});
  const properties = Object.entries(schema.properties ?? {}).map(([name, property], index) => {
    const propertyPath = isRoot ? [...path, index, "schema"] : [...path, "properties", name];
    const written = closeSchema(property, propertyPath, writer);
    return [name, schema.required?.includes(name) ? written : toNullable(written)] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties), required: names, additionalProperties: false };
}

/** Extends a schema so that it also allows `null`. */
function toNullable(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return { anyOf: [{ $ref: schema.$ref }, { type: "null" }] };
  if (schema.anyOf !== undefined) return { ...schema, anyOf: [...schema.anyOf, { type: "null" }] };
  return {
    ...schema,
    type: [...[schema.type ?? []].flat(), "null"],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}

/** Converts a strict schema back: the inverse of `toStrictSchema`. */
export function fromStrictSchema(schema: JsonSchema): JsonSchema {
  const definitions = isSchema(schema.$defs) ? Object.entries(schema.$defs) : undefined;
  return {
    ...openSchema(schema, 0),
    ...(definitions && {
      $defs: Object.fromEntries(definitions.map(([name, definition]) => [name, openNested(definition, 0)])),
    }),
  };
}

/** Deeper schemas are left as they are. */
const maxDepth = 200;

function openNested(value: JsonSchema | boolean, depth: number): JsonSchema | boolean {
  return isSchema(value) && depth <= maxDepth ? openSchema(value, depth) : value;
}

/** Converts one strict schema back: nullable required properties become optional, and objects are no longer closed. */
function openSchema(schema: JsonSchema, depth: number): JsonSchema {
  const { additionalProperties, ...rest } = schema;
  const kept = additionalProperties === false ? rest : schema;
  const items = kept.items === undefined ? {} : { items: openNested(kept.items, depth + 1) };
  const { anyOf } = kept;
  const [branch] = Array.isArray(anyOf) && anyOf.length === 1 ? anyOf : [];
  if (
    isSchema(branch) &&
    isPlainReference(branch) &&
    Object.keys(kept).every((key) => /^(?:anyOf|description)$/.test(key))
  ) {
    const { anyOf: _, ...others } = kept;
    return { ...others, ...branch };
  }
  if (!isSchema(kept.properties)) return { ...kept, ...items };
  const required = new Set<unknown>(Array.isArray(kept.required) ? kept.required : []);
  const properties = Object.entries(kept.properties).map(([name, property]) => {
    const value = isSchema(property) && required.has(name) ? removeNull(property) : undefined;
    if (value !== undefined) required.delete(name);
    return [name, openNested(value ?? property, depth + 1)] as const;
  });
  const { required: _, ...others } = kept;
  return {
    ...others,
    ...items,
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: [...required] as string[] }),
  };
}

/** Removes `null` from the values that a schema allows; `undefined` if the schema doesn't allow `null`. */
function removeNull(schema: JsonSchema): JsonSchema | undefined {
  const { type, anyOf } = schema;
  if (Array.isArray(type) && type.includes("null") && type.length > 1) {
    const [first, ...others] = type.filter((name) => name !== "null");
    const choices: unknown = ownMember(schema, "enum");
    return {
      ...schema,
      ...(first !== undefined && { type: others.length === 0 ? first : [first, ...others] }),
      ...(Array.isArray(choices) && { enum: choices.filter((choice) => choice !== null) }),
    };
  }
  if (!Array.isArray(anyOf)) return undefined;
  const real = anyOf.filter((branch) => !isNullType(branch));
  return real.length < anyOf.length && real.length === 1 && isPlainReference(real[0])
    ? { ...schema, anyOf: real }
    : undefined;
}

function isNullType(schema: unknown): boolean {
  return ownMember(schema, "type") === "null" && Object.keys(Object(schema)).length === 1;
}

function isPlainReference(schema: unknown): boolean {
  return ownMember(schema, "$ref") !== undefined && Object.keys(Object(schema)).length === 1;
}
