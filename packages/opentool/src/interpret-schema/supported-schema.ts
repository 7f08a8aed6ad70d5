// Defines the type of a schema that `interpretSchema` supports, and resolves references inside it.

import type { JsonSchema, JsonSchemaType } from "@helve/core";
import { ownMember, referencePath } from "@helve/core/internal";
import { isDraft07, isSchema } from "../json-schema.ts";
import { supportedKeywords } from "./supported-keywords.ts";

/** A JSON Schema after `verifyKeywords`: every keyword is supported and has a valid value. */
export interface SupportedSchema {
  readonly $ref?: string;
  readonly type?: JsonSchemaType | readonly JsonSchemaType[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly not?: Subschema;
  readonly anyOf?: readonly Subschema[];
  readonly oneOf?: readonly Subschema[];
  readonly allOf?: readonly Subschema[];
  readonly if?: Subschema;
  readonly then?: Subschema;
  readonly else?: Subschema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly prefixItems?: readonly Subschema[];
  /** A list in draft-07 only. */
  readonly items?: Subschema | readonly Subschema[];
  readonly additionalItems?: Subschema;
  readonly contains?: Subschema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Subschema>>;
  readonly patternProperties?: Readonly<Record<string, Subschema>>;
  readonly additionalProperties?: Subschema;
  readonly propertyNames?: Subschema;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, Subschema>>;
}

/** A schema within a schema. */
export type Subschema = SupportedSchema | boolean;

/**
 * Resolves a local reference to a schema: only locations that hold schemas are followed.
 *
 * @returns `undefined` if it names no schema
 */
export function resolveLocalReference(ref: string, root: JsonSchema | SupportedSchema): Subschema | undefined {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  const keywords = supportedKeywords(isDraft07(root));
  const parts = [...referencePath(ref)];
  let target: unknown = root;
  for (let keyword = parts.shift(); keyword !== undefined; keyword = parts.shift()) {
    const shape = keywords.get(keyword)?.schemas;
    if (shape === undefined || !isSchema(target)) return undefined;
    target = ownMember(target, keyword);
    if (shape !== "one" || Array.isArray(target)) target = ownMember(target, parts.shift() ?? "");
  }
  return isSchema(target) || typeof target === "boolean" ? (target as Subschema) : undefined;
}
