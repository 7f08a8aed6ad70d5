/** Records the parts of a JSON Schema that a provider can't represent, with their paths. */
import type { JsonSchema } from "@helve/core";
import { valueText } from "../value-text.ts";
import { keywordText } from "./keyword-text.ts";

/** Something in a JSON Schema that a provider's format can't represent. */
export interface SchemaLoss {
  /** The keyword. */
  readonly code: string;
  /** The path from the root schema to the keyword or the schema. */
  readonly path: readonly PropertyKey[];
  /** The part that can't be represented, as the end of a sentence. */
  readonly what: string;
}

/** The losses so far, and the root schema, in which references are resolved. */
export interface SchemaWriter {
  readonly root: JsonSchema;
  readonly losses: SchemaLoss[];
}

/**
 * Removes keywords from a schema; records each as a loss, and describes it in the schema's description if there are words
 * for it.
 *
 * @param isSupported - whether a keyword with its value stays
 */
export function moveToDescription(
  schema: JsonSchema,
  path: readonly PropertyKey[],
  isSupported: (keyword: string, value: unknown) => boolean,
  writer: SchemaWriter,
): JsonSchema {
  const entries = Object.entries(schema);
  const removed = entries.filter(([keyword, value]) => value !== undefined && !isSupported(keyword, value));
  if (removed.length === 0) return schema;
  const kept: JsonSchema = Object.fromEntries(entries.filter(([keyword, value]) => isSupported(keyword, value)));
  // A format says more to a model than its regular expression.
  const described = removed.filter(([keyword]) => keyword !== "pattern" || kept["format"] === undefined);
  const words = keywordText(Object.fromEntries(described));
  for (const [keyword, value] of removed) {
    const isSaid = described.some(([name]) => name === keyword) && keywordText({ [keyword]: value }).length > 0;
    const said = isSaid ? " (the description says it)" : "";
    addSchemaLoss(keyword, `${keywordValue(keyword, value)}${said}`, [...path, keyword], writer);
  }
  return words.length === 0 ? kept : describedSchema(kept, words.join("; "));
}

/** Adds a remark to a schema's description. */
export function describedSchema(schema: JsonSchema, remark: string): JsonSchema {
  const { description } = schema;
  return { ...schema, description: description === undefined ? remark : `${description} (${remark})` };
}

/** Records a loss. */
export function addSchemaLoss(code: string, what: string, path: readonly PropertyKey[], writer: SchemaWriter): void {
  writer.losses.push({ code, path, what });
}

/** Formats a keyword with its value for a loss: `"minLength": 3`, or only the keyword if the value is not a scalar. */
export function keywordValue(keyword: string, value: unknown): string {
  return typeof value === "object" && value !== null
    ? JSON.stringify(keyword)
    : `${JSON.stringify(keyword)}: ${valueText(value)}`;
}
