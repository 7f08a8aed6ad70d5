/** Records the losses of a conversion for OpenAI's strict mode, and makes a schema nullable. */
import type { JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { SchemaLoss, SchemaWriter } from "../schema-losses.ts";

/** Records losses, and the reasons why a tool can't be strict. */
export interface StrictWriter extends SchemaWriter {
  readonly reasons: SchemaLoss[];
  /** Converts a schema inside another one. */
  readonly close: (schema: JsonSchema | boolean, path: Path) => JsonSchema;
}

export type Path = readonly PropertyKey[];

/** Keywords that strict mode refuses, and that say too much for a description. */
export const refusedKeywords: readonly string[] = [
  ...["not", "if", "then", "else", "dependentSchemas", "unevaluatedItems", "$dynamicRef", "$recursiveRef"],
];

/** Records why the tool can't be strict. */
export function addReason(code: string, what: string, path: Path, writer: StrictWriter): void {
  writer.reasons.push({ code, what, path });
}

/** Extends a schema so that it also accepts `null`. */
export function toNullable(schema: JsonSchema): JsonSchema {
  const { type, description, ...others } = schema;
  const isScalar = typeof type === "string" && type !== "object" && type !== "array" && !Object.hasOwn(others, "const");
  if (isScalar)
    return {
      ...schema,
      type: [type, "null"],
      ...withoutUndefined({ enum: schema.enum ? [...schema.enum, null] : undefined }),
    };
  const members = schema.anyOf ?? [withoutUndefined({ type, ...others })];
  return { ...described(schema), anyOf: [...members, { type: "null" }] };
}

/** The description of a schema, as a schema. */
export function described({ description }: JsonSchema): JsonSchema {
  return description === undefined ? {} : { description };
}
