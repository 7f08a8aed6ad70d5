/** Converts the schema of a strict OpenAI tool back: to one whose optional properties are not nullable. */
import type { JsonSchema } from "@helve/core";
import { ownMember, withoutUndefined } from "@helve/core/internal";
import { isSchema } from "../json-schema.ts";

/** Converts a strict schema back: nullable required properties become optional, and objects are no longer closed. */
export function fromStrictSchema(schema: JsonSchema): JsonSchema {
  const definitions = isSchema(schema.$defs) ? Object.entries(schema.$defs) : undefined;
  return {
    ...openSchema(schema, 0),
    ...withoutUndefined({
      $defs: definitions
        ? Object.fromEntries(definitions.map(([name, definition]) => [name, openNested(definition, 0)]))
        : undefined,
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
    ...withoutUndefined({ required: required.size > 0 ? ([...required] as string[]) : undefined }),
  };
}

/** Removes `null` from the values that a schema allows; `undefined` if the schema doesn't allow `null`. */
function removeNull(schema: JsonSchema): JsonSchema | undefined {
  const { type, anyOf, ...others } = schema;
  if (Array.isArray(type) && type.includes("null") && type.length > 1) {
    const [first, ...more] = type.filter((name) => name !== "null");
    const choices: unknown = ownMember(schema, "enum");
    return {
      ...schema,
      ...withoutUndefined({
        type: first === undefined ? undefined : more.length === 0 ? first : [first, ...more],
        enum: Array.isArray(choices) ? choices.filter((choice) => choice !== null) : undefined,
      }),
    };
  }
  if (!Array.isArray(anyOf)) return undefined;
  const real = anyOf.filter((branch) => !isNullType(branch));
  if (real.length === anyOf.length || real.length === 0) return undefined;
  const [only] = real;
  return real.length === 1 && isSchema(only) && !isPlainReference(only)
    ? { ...others, ...only }
    : { ...others, anyOf: real };
}

function isNullType(schema: unknown): boolean {
  return ownMember(schema, "type") === "null" && Object.keys(Object(schema)).length === 1;
}

function isPlainReference(schema: unknown): boolean {
  return ownMember(schema, "$ref") !== undefined && Object.keys(Object(schema)).length === 1;
}
