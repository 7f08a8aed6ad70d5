/** Defines the type of a schema whose keywords were verified. */
import type { JsonSchemaType } from "@helve/core";

/** The keywords of a JSON Schema that are in effect, after `indexSchema` has verified their values. */
export interface SupportedSchema {
  readonly $ref?: string;
  readonly $dynamicRef?: string;
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
  readonly dependencies?: Readonly<Record<string, Subschema | readonly string[]>>;
  readonly unevaluatedItems?: Subschema;
  readonly unevaluatedProperties?: Subschema;
}

/** A schema within a schema. */
export type Subschema = SupportedSchema | boolean;
