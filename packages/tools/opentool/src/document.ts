/** Defines the types of an OpenTool document. */
import type { JsonSchema } from "@helve/core";

/**
 * The name of the field that holds a JSON Schema (2020-12) where OpenTool's own fields can't express it: of a Function,
 * the schema of all its arguments; of a Schema, the schema of the value. Helve enforces it in place of the other fields,
 * which are what other readers see. References name the document's schemas, `#/schemas/Name`, or a part of the JSON
 * Schema itself, `#/$defs/Name`.
 */
export const jsonSchemaField = "x-json-schema";

/** An OpenTool document: the functions that a tool offers (OpenTool 1.0.0 §OpenTool). */
export interface OpenTool {
  /** The version of OpenTool that the document is written in: `"1.0.0"`. */
  readonly opentool: string;
  readonly info: Info;
  /** Since 1.1.0. */
  readonly server?: Server;
  readonly functions: readonly OpenToolFunction[];
  /** Schemas by name, for `$ref`. The names are untrusted: look them up as own properties only. */
  readonly schemas?: Readonly<Record<string, Schema>>;
}

/** The title, description and version of a document (OpenTool 1.0.0 §Info). */
export interface Info {
  readonly title: string;
  readonly description?: string;
  /** The version of the document, not of OpenTool. */
  readonly version: string;
}

/** The server that serves the functions (OpenTool 1.1.0 §Server). */
export interface Server {
  readonly url: string;
  readonly description?: string;
}

/** One function (OpenTool 1.0.0 §Function). */
export interface OpenToolFunction {
  /** 1 to 64 of `a-z`, `A-Z`, `0-9`, `-` and `_` in a document; see `wireNames` for a tool whose name has a dot. */
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** `null`: the function returns nothing. Absent: unknown. */
  readonly return?: Return | null;
  /**
   * The results of a streaming call, by event name (since 2.0.0). The names are untrusted: look them up as
   * own properties only.
   */
  readonly stream?: Readonly<Record<string, Return>>;
  /**
   * The JSON Schema of the arguments, if `parameters` can't express it, for example a union of objects. It is enforced in
   * place of `parameters`.
   */
  readonly "x-json-schema"?: JsonSchema;
}

/** One parameter of a function (OpenTool 1.0.0 §Parameter). */
export interface Parameter {
  readonly name: string;
  readonly description?: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** The return value of a function (OpenTool 1.0.0 §Return). */
export interface Return {
  readonly name: string;
  readonly description?: string;
  readonly schema: Schema;
}

/** The schema of a value (OpenTool 1.0.0 §Schema): inline, or a reference to a named schema. */
export type Schema = TypedSchema | RefSchema;

/** The names of OpenTool's types. */
export type SchemaType = "boolean" | "integer" | "number" | "string" | "array" | "object";

/** The types, in the specification's order. */
export const schemaTypes: readonly SchemaType[] = ["boolean", "integer", "number", "string", "array", "object"];

/**
 * An inline schema. Besides OpenTool's own fields, it may have the keywords of JSON Schema that describe or constrain a
 * value (`minimum`, `pattern`, `format`, `default`, …). Helve enforces them, other readers ignore them.
 */
export interface TypedSchema extends AdditionalKeywords {
  readonly type: SchemaType;
  readonly description?: string;
  /** Required if the type is `"object"`. The names are untrusted: look them up as own properties only. */
  readonly properties?: Readonly<Record<string, Schema>>;
  /** The schema of the items. Required if the type is `"array"`. */
  readonly items?: Schema;
  /**
   * The allowed values, of the schema's type or `null`. The text of 1.0.0 allows only strings; documents in use have
   * numbers, and `null` for a value that may be null.
   */
  readonly enum?: readonly unknown[];
  /** The properties that an object must have. */
  readonly required?: readonly string[];
}

/**
 * A reference to a schema in the document's `schemas`. The text of 1.0.0 does not mention it; every real document uses
 * it.
 */
export interface RefSchema extends AdditionalKeywords {
  /** `#/schemas/Name`. */
  readonly $ref: string;
  readonly description?: string;
}

/** The keywords of JSON Schema (2020-12) that a schema may have besides OpenTool's own fields. */
export interface AdditionalKeywords {
  readonly title?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly deprecated?: boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly patternProperties?: Readonly<Record<string, JsonSchema | boolean>>;
  readonly const?: unknown;
  readonly anyOf?: readonly (JsonSchema | boolean)[];
  readonly oneOf?: readonly (JsonSchema | boolean)[];
  readonly allOf?: readonly (JsonSchema | boolean)[];
  readonly not?: JsonSchema | boolean;
  /** The JSON Schema of the value, if the other fields can't express it. It is enforced in place of them. */
  readonly "x-json-schema"?: JsonSchema | boolean;
}
