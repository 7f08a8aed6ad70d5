import type { JsonSchema } from "@helve/core";
import { isSchema } from "../subschemas.ts";

/** A schema with its references to `$defs` led to the components of a document. */
export function toComponentRefs(schema: JsonSchema): JsonSchema {
  return { ...led(schema, "#/$defs/", "#/components/schemas/", 0) };
}

/** A schema with its references to the components of a document led to `$defs`. */
export function fromComponentRefs(schema: JsonSchema): JsonSchema {
  return { ...led(schema, "#/components/schemas/", "#/$defs/", 0) };
}

/** Deeper values are left as they are. */
const deepest = 400;
const values = new Set(["enum", "const", "default", "example", "examples"]);

function led(schema: JsonSchema, from: string, to: string, depth: number): JsonSchema {
  const entries = Object.entries(schema).map(([key, value]) => {
    if (key === "$ref" && typeof value === "string" && value.startsWith(from))
      return [key, to + value.slice(from.length)];
    return [key, values.has(key) ? value : within(value, from, to, depth + 1)];
  });
  return Object.fromEntries(entries);
}

function within(value: unknown, from: string, to: string, depth: number): unknown {
  if (depth > deepest) return value;
  if (Array.isArray(value)) return value.map((item) => within(item, from, to, depth + 1));
  return isSchema(value) ? led(value, from, to, depth) : value;
}
