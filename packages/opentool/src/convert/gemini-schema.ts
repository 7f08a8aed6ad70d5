// Converts JSON Schema to Gemini's schema format and back.

import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer, referencePath, resolveReference } from "@helve/core/internal";
import { pathText } from "../json-path.ts";
import { isSchema } from "../json-schema.ts";

/** The names of Gemini's types. */
export type GeminiType = "STRING" | "NUMBER" | "INTEGER" | "BOOLEAN" | "ARRAY" | "OBJECT";

/** A schema in Gemini's format: a subset of OpenAPI 3.0, without references. */
export interface GeminiSchema {
  readonly type: GeminiType;
  readonly description?: string;
  /** Whether `null` is allowed. OpenTool can't express it. */
  readonly nullable?: boolean;
  /** Of strings only. */
  readonly enum?: readonly string[];
  /** Absent for an object without known properties. */
  readonly properties?: Readonly<Record<string, GeminiSchema>>;
  readonly items?: GeminiSchema;
  readonly required?: readonly string[];
}

/**
 * Converts a JSON Schema that was derived from OpenTool to Gemini's format.
 *
 * @returns the schema, and a loss for each reference that could not be written out
 */
export function toGeminiSchema(root: JsonSchema): { readonly schema: GeminiSchema; readonly losses: readonly Issue[] } {
  const writer: GeminiWriter = { root, remaining: maxSchemas, losses: [] };
  return { schema: writeSchema(root, writer, []), losses: writer.losses };
}

/** Schemas in the result: references written out can grow without end. */
const maxSchemas = 10_000;

interface GeminiWriter {
  readonly root: JsonSchema;
  remaining: number;
  readonly losses: Issue[];
}

const geminiTypes: ReadonlyMap<unknown, GeminiType> = new Map<unknown, GeminiType>([
  ["string", "STRING"],
  ["number", "NUMBER"],
  ["integer", "INTEGER"],
  ["boolean", "BOOLEAN"],
  ["array", "ARRAY"],
]);

/**
 * Converts one schema and the schemas inside it, with references inlined.
 *
 * @param ancestors - the names of the enclosing references, to detect recursion
 */
function writeSchema(value: unknown, writer: GeminiWriter, ancestors: readonly string[]): GeminiSchema {
  if (!isSchema(value)) return { type: "OBJECT" };
  const { $ref, description } = value;
  const text = description === undefined ? {} : { description };
  if ($ref !== undefined) {
    const name = referencePath($ref)[1] ?? "";
    if (ancestors.includes(name)) return addReferenceLoss("a recursive schema", name, writer);
    if (writer.remaining <= 0) return addReferenceLoss("a schema of this size", name, writer);
    return { ...writeSchema(resolveReference($ref, writer.root), writer, [...ancestors, name]), ...text };
  }
  writer.remaining--;
  const { properties, required = [], items } = value;
  const type = geminiTypes.get(value.type) ?? "OBJECT";
  const choices = (value.enum ?? []).filter((choice) => typeof choice === "string");
  const members = Object.entries(properties ?? {}).map(
    ([name, member]) => [name, writeSchema(member, writer, ancestors)] as const,
  );
  return {
    type,
    ...text,
    ...(type === "STRING" && choices.length > 0 && { enum: choices }),
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(type === "ARRAY" && { items: writeSchema(items, writer, ancestors) }),
    ...(required.length > 0 && { required }),
  };
}

/** Adds the loss of a reference that can't be inlined, and returns the schema in its place. */
function addReferenceLoss(what: string, name: string, { losses }: GeminiWriter): GeminiSchema {
  const path = ["schemas", name];
  losses.push({
    code: "$ref",
    message: `${pathText(path)}: Gemini functions can't represent ${what}`,
    path: jsonPointer(path),
  });
  return { type: "OBJECT" };
}

/** Deeper schemas are left as they are. */
const maxDepth = 200;

/** Converts a Gemini schema to JSON Schema; anything that is not a schema is left unchanged. */
export function fromGeminiSchema(schema: Readonly<Record<string, unknown>>): JsonSchema {
  return readSchema(schema, 0);
}

/** Converts one Gemini schema: type names in lower case, `nullable` as a type `null`, and the schemas inside it. */
function readSchema(schema: Readonly<Record<string, unknown>>, depth: number): JsonSchema {
  const { type: typeName, nullable, properties, items, anyOf, ...others } = schema;
  const type = typeof typeName === "string" ? typeName.toLowerCase() : typeName;
  const isEnum = others["format"] === "enum" && type === "string";
  const { format: _, ...rest } = others;
  const members = isSchema(properties) ? Object.entries(properties) : [];
  return {
    ...(type !== undefined && type !== "type_unspecified" && { type: nullable === true ? [type, "null"] : type }),
    ...(isEnum ? rest : others),
    ...(typeof nullable !== "boolean" && nullable !== undefined && { nullable }),
    ...((type === "object" || properties !== undefined) && {
      properties: Object.fromEntries(members.map(([name, member]) => [name, readNested(member, depth + 1)])),
    }),
    ...(items !== undefined && { items: readNested(items, depth + 1) }),
    ...(anyOf !== undefined && {
      anyOf: Array.isArray(anyOf) ? anyOf.map((part) => readNested(part, depth + 1)) : anyOf,
    }),
  } as JsonSchema;
}

function readNested(value: unknown, depth: number): unknown {
  return isSchema(value) && depth <= maxDepth ? readSchema(value, depth) : value;
}
