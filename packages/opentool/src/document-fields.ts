import { type SchemaType, schemaTypes } from "./document.ts";

/** The objects that a document is made of. */
export type ObjectKind = "document" | "info" | "server" | "function" | "parameter" | "return" | "schema";

/** A field of an object, and what may stand in it. */
export interface Field {
  readonly name: string;
  /** Absent where any value may stand. */
  readonly type?: Extract<SchemaType, "string" | "boolean" | "array" | "object">;
  readonly isRequired?: true;
  readonly isNullable?: true;
  /** The texts to choose from. */
  readonly choices?: readonly string[];
  /** What a list holds, when it holds no objects of a kind. */
  readonly items?: "string";
  /** The kind of the objects in it: alone, in a list or by name. */
  readonly kind?: ObjectKind;
  readonly within?: "list" | "names";
  /** The version of OpenTool that has it first; absent for 1.0.0. */
  readonly since?: string;
}

const text = { type: "string" } as const;
const needed = { isRequired: true } as const;
const description: Field = { name: "description", ...text };
const schema: Field = { name: "schema", type: "object", kind: "schema", ...needed };

/** The fields of each object, in the order of the specification's tables (OpenTool 1.0.0 to 2.0.0). */
export const fieldsOf: Readonly<Record<ObjectKind, readonly Field[]>> = {
  document: [
    { name: "opentool", ...text, ...needed },
    { name: "info", type: "object", kind: "info", ...needed },
    { name: "server", type: "object", kind: "server", since: "1.1.0" },
    { name: "functions", type: "array", kind: "function", within: "list", ...needed },
    { name: "schemas", type: "object", kind: "schema", within: "names" },
  ],
  info: [{ name: "title", ...text, ...needed }, description, { name: "version", ...text, ...needed }],
  server: [{ name: "url", ...text, ...needed }, description],
  function: [
    { name: "name", ...text, ...needed },
    { ...description, ...needed },
    { name: "parameters", type: "array", kind: "parameter", within: "list", ...needed },
    { name: "return", type: "object", kind: "return", isNullable: true },
    { name: "stream", type: "object", kind: "return", within: "names", since: "2.0.0" },
  ],
  parameter: [
    { name: "name", ...text, ...needed },
    description,
    schema,
    { name: "required", type: "boolean", ...needed },
  ],
  return: [{ name: "name", ...text, ...needed }, description, schema],
  schema: [
    { name: "$ref", ...text },
    { name: "type", ...text, choices: schemaTypes },
    description,
    { name: "properties", type: "object", kind: "schema", within: "names" },
    { name: "items", type: "object", kind: "schema" },
    { name: "enum", type: "array" },
    { name: "required", type: "array", items: "string" },
  ],
};
