/** The subpath `@helve/opentool/zod`: defines the objects of an OpenTool document as zod schemas. */
import { isObject } from "@helve/core/internal";
import * as z from "zod";
import {
  type Info,
  type OpenTool,
  type OpenToolFunction,
  type Parameter,
  type RefSchema,
  type Return,
  type Schema,
  type Server,
  schemaTypes,
  type TypedSchema,
} from "./document.ts";
import { documentFields, isNullField, type ObjectKind } from "./document-fields.ts";
import { isOfType } from "./json-value.ts";

// Each schema accepts the values without a structural issue for `parseOpenTool`, and keeps unknown fields. zod
// leaves out a member named `__proto__`.

const text = z.string();
const description = text.exactOptional();

const parts = {
  description,
  properties: z
    .record(
      text,
      z.lazy(() => schemaSchema),
    )
    .exactOptional(),
  items: z.lazy(() => schemaSchema).exactOptional(),
  required: z.array(text).exactOptional(),
};

/** Reads a field that is null where it may be absent as absent, as `parseOpenTool` does. */
function objectOf<Value>(kind: ObjectKind, schema: z.ZodType<Value>): z.ZodType<Value> {
  const fields = new Map(documentFields[kind].map((field) => [field.name, field]));
  return z.preprocess((value) => {
    if (!isObject(value) || !Object.values(value).includes(null)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.filter(([name, member]) => !isNullField(member, name, kind, fields.get(name))));
  }, schema);
}

const refSchema: z.ZodType<RefSchema> = z.looseObject({
  $ref: text,
  type: z.enum(schemaTypes).exactOptional(),
  enum: z.array(z.unknown()).exactOptional(),
  ...parts,
});

const typedSchema: z.ZodType<TypedSchema> = z
  .looseObject({
    $ref: z.never().exactOptional(),
    type: z.enum(schemaTypes),
    enum: z.array(z.unknown()).min(1).exactOptional(),
    ...parts,
  })
  .refine(({ type, properties }) => type !== "object" || properties !== undefined, {
    path: ["properties"],
    message: 'required where the type is "object"',
  })
  .refine(({ type, items }) => type !== "array" || items !== undefined, {
    path: ["items"],
    message: 'required where the type is "array"',
  })
  .refine(({ type, enum: choices = [] }) => choices.every((choice) => choice === null || isOfType(type, choice)), {
    path: ["enum"],
    message: "must be values of the schema's type, or null",
  });

/**
 * A Schema Object as a zod schema (OpenTool 1.0.0 §Schema). It doesn't check that references resolve; `parseOpenTool`
 * does.
 */
export const schemaSchema: z.ZodType<Schema> = objectOf("schema", z.union([refSchema, typedSchema]));

/** An Info Object as a zod schema (OpenTool 1.0.0 §Info). */
export const infoSchema: z.ZodType<Info> = objectOf("info", z.looseObject({ title: text, description, version: text }));

/** A Server Object as a zod schema (OpenTool 1.1.0 §Server). */
export const serverSchema: z.ZodType<Server> = objectOf("server", z.looseObject({ url: text, description }));

/** A Parameter Object as a zod schema (OpenTool 1.0.0 §Parameter). */
export const parameterSchema: z.ZodType<Parameter> = objectOf(
  "parameter",
  z.looseObject({ name: text, description, schema: schemaSchema, required: z.boolean() }),
);

/** A Return Object as a zod schema (OpenTool 1.0.0 §Return). */
export const returnSchema: z.ZodType<Return> = objectOf(
  "return",
  z.looseObject({ name: text, description, schema: schemaSchema }),
);

/** A Function Object as a zod schema (OpenTool 1.0.0 §Function), with `stream` of 2.0.0. */
export const functionSchema: z.ZodType<OpenToolFunction> = objectOf(
  "function",
  z.looseObject({
    name: text.regex(/^[a-zA-Z0-9_-]{1,64}$/),
    description: text,
    parameters: z.array(parameterSchema),
    return: returnSchema.nullable().exactOptional(),
    stream: z.record(text, returnSchema).exactOptional(),
  }),
);

/**
 * An OpenTool document as a zod schema (OpenTool 1.0.0 §OpenTool), with `server` of 1.1.0, for use inside your own
 * schemas. `parseOpenTool` finds more: duplicate names, unresolved references, required properties that don't exist.
 *
 * @example
 * const registry = z.object({ owner: z.string(), tools: z.array(openToolSchema) });
 */
export const openToolSchema: z.ZodType<OpenTool> = objectOf(
  "document",
  z.looseObject({
    opentool: text.regex(/^[12](?:\.|$)/),
    info: infoSchema,
    server: serverSchema.exactOptional(),
    functions: z.array(functionSchema),
    schemas: z.record(text, schemaSchema).exactOptional(),
  }),
);
