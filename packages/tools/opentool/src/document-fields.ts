/** Lists the fields of each object in an OpenTool document, as in the specification's tables. */
import { isObject } from "@helve/core/internal";
import { jsonSchemaField, type SchemaType, schemaTypes } from "./document.ts";
import { additionalKeywords } from "./schema-keywords.ts";

/** The kinds of objects in a document. */
export type ObjectKind = "document" | "info" | "server" | "function" | "parameter" | "return" | "schema";

/** A field of an object, and its allowed values. */
export interface Field {
  readonly name: string;
  /** Absent if any value is allowed. */
  readonly type?: Extract<SchemaType, "string" | "boolean" | "array" | "object">;
  readonly isRequired?: true;
  readonly isNullable?: true;
  /** The allowed strings. */
  readonly choices?: readonly string[];
  /** The type of the items of a list that contains no objects. */
  readonly items?: "string";
  /**
   * The kind of the objects in the field; `container` says whether there is one, a list, or an object of them by name.
   */
  readonly kind?: ObjectKind;
  readonly container?: "list" | "names";
  /** The first OpenTool version with this field; absent for 1.0.0. */
  readonly since?: string;
}

const text = { type: "string" } as const;
const required = { isRequired: true } as const;
const description: Field = { name: "description", ...text };
const schema: Field = { name: "schema", type: "object", kind: "schema", ...required };

/** The fields of each object, in the order of the specification's tables (OpenTool 1.0.0 to 2.0.0). */
export const documentFields: Readonly<Record<ObjectKind, readonly Field[]>> = {
  document: [
    { name: "opentool", ...text, ...required },
    { name: "info", type: "object", kind: "info", ...required },
    { name: "server", type: "object", kind: "server", since: "1.1.0" },
    { name: "functions", type: "array", kind: "function", container: "list", ...required },
    { name: "schemas", type: "object", kind: "schema", container: "names" },
  ],
  info: [{ name: "title", ...text, ...required }, description, { name: "version", ...text, ...required }],
  server: [{ name: "url", ...text, ...required }, description],
  function: [
    { name: "name", ...text, ...required },
    { ...description, ...required },
    { name: "parameters", type: "array", kind: "parameter", container: "list", ...required },
    { name: "return", type: "object", kind: "return", isNullable: true },
    { name: "stream", type: "object", kind: "return", container: "names", since: "2.0.0" },
    { name: jsonSchemaField },
  ],
  parameter: [
    { name: "name", ...text, ...required },
    description,
    schema,
    { name: "required", type: "boolean", ...required },
  ],
  return: [{ name: "name", ...text, ...required }, description, schema],
  schema: [
    { name: "$ref", ...text },
    { name: "type", ...text, choices: schemaTypes },
    description,
    { name: "properties", type: "object", kind: "schema", container: "names" },
    { name: "items", type: "object", kind: "schema" },
    { name: "enum", type: "array" },
    { name: "required", type: "array", items: "string" },
    { name: jsonSchemaField },
  ],
};

/**
 * Whether a field is `null` and so means that the field is absent: SDKs in Java and C# write every optional field. A
 * required field and one whose `null` has a meaning (`return`, `default`) are not.
 */
export function isNullField(value: unknown, name: string, kind: ObjectKind, field: Field | undefined): boolean {
  if (value !== null) return false;
  if (field !== undefined) return !field.isRequired && !field.isNullable;
  return kind === "schema" && additionalKeywords.has(name) && name !== "const" && name !== "default";
}

/**
 * Copies a document, or an object of it, without the fields that are `null` and mean that they are absent.
 *
 * @param value - its schemas are not nested too deeply
 */
export function withoutNullFields(value: unknown, kind: ObjectKind): unknown {
  if (!isObject(value)) return value;
  const fields = new Map(documentFields[kind].map((field) => [field.name, field]));
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const field = fields.get(name);
    if (isNullField(member, name, kind, field)) return [];
    return [[name, field === undefined ? member : withoutNullsInside(member, field)] as const];
  });
  return Object.fromEntries(entries);
}

/** Copies the objects in a field: one, a list, or an object of them by name. */
function withoutNullsInside(value: unknown, { kind, container }: Field): unknown {
  if (kind === undefined) return value;
  if (container === undefined) return withoutNullFields(value, kind);
  if (Array.isArray(value)) return value.map((item) => withoutNullFields(item, kind));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withoutNullFields(item, kind)] as const),
  );
}
