/** Converts JSON Schema to the form that OpenAI accepts for a function that is not strict. */
import type { JsonSchema } from "@helve/core";
import { isSchema } from "../json-schema.ts";
import { mapSubschemas } from "../schema-keywords.ts";
import { type ObjectRoot, toObjectRoot } from "./object-root.ts";
import { moveToDescription, type SchemaWriter } from "./schema-losses.ts";

/** The keywords that OpenAI refuses at the root. */
const refusedAtRoot: ReadonlySet<string> = new Set(["oneOf", "anyOf", "allOf", "enum", "const", "not"]);

/**
 * Converts the schema of a tool's arguments for OpenAI: the root is a plain object, every list has `items`, and regular
 * expressions that look around are moved to descriptions. OpenAI refuses the whole request otherwise.
 */
export function toOpenAiSchema(schema: JsonSchema, writer: SchemaWriter): ObjectRoot {
  const root = toObjectRoot(schema, refusedAtRoot, writer);
  return { schema: acceptedSchema(root.schema, [], writer), notes: root.notes };
}

/** Converts a schema and the schemas inside it. */
function acceptedSchema(schema: JsonSchema, path: readonly PropertyKey[], writer: SchemaWriter): JsonSchema {
  const converted = mapSubschemas(schema, (part, at) =>
    isSchema(part) ? acceptedSchema(part, [...path, ...at], writer) : part,
  );
  const accepted = moveToDescription(converted, path, isAccepted, writer);
  const isList = [accepted.type].flat().includes("array");
  return isList && accepted.items === undefined ? { ...accepted, items: {} } : accepted;
}

function isAccepted(keyword: string, value: unknown): boolean {
  if (keyword === "pattern") return isSupportedPattern(value);
  return keyword !== "patternProperties" || Object.keys(Object(value)).every(isSupportedPattern);
}

/** Whether OpenAI accepts a regular expression: it refuses those that look around or refer back. */
export function isSupportedPattern(pattern: unknown): boolean {
  return !/\(\?<?[=!]|\\[1-9]|\\k</.test(String(pattern));
}
