import type { JsonSchema } from "@helve/core";
import { describesOtherProperties, parameterNames } from "./bind-arguments.ts";

/** Whether a model called a tool without parameters, and wrote `null` or an empty list for the missing arguments, also as text. */
export function meansNoArguments(raw: unknown, schema: JsonSchema): boolean {
  if (raw !== null && !isEmptyList(raw) && !isNothingAsText(raw)) return false;
  const { type, properties, additionalProperties } = schema;
  const admitsOthers = additionalProperties === true || describesOtherProperties(schema);
  return (type === "object" || properties !== undefined) && parameterNames(schema).length === 0 && !admitsOthers;
}

function isEmptyList(raw: unknown): boolean {
  return Array.isArray(raw) && raw.length === 0;
}

function isNothingAsText(raw: unknown): boolean {
  return typeof raw === "string" && raw.length < 40 && /^\s*(?:"null"|null|None|\[\s*\])\s*$/.test(raw);
}
