/** The objects that a document is made of. */
export type ObjectKind = "document" | "info" | "server" | "function" | "parameter" | "return" | "schema";

/** What stands in a field: an object of a kind, alone, in a list or by name; anything else when it has no kind. */
export interface Field {
  readonly name: string;
  readonly kind?: ObjectKind;
  readonly within?: "list" | "names";
}

const name: Field = { name: "name" };
const description: Field = { name: "description" };
const schema: Field = { name: "schema", kind: "schema" };

/** The fields of each object, in the order of the specification's tables (OpenTool 1.0.0 to 2.0.0). */
export const fieldsOf: Readonly<Record<ObjectKind, readonly Field[]>> = {
  document: [
    { name: "opentool" },
    { name: "info", kind: "info" },
    { name: "server", kind: "server" },
    { name: "functions", kind: "function", within: "list" },
    { name: "schemas", kind: "schema", within: "names" },
  ],
  info: [{ name: "title" }, description, { name: "version" }],
  server: [{ name: "url" }, description],
  function: [
    name,
    description,
    { name: "parameters", kind: "parameter", within: "list" },
    { name: "return", kind: "return" },
    { name: "stream", kind: "return", within: "names" },
  ],
  parameter: [name, description, schema, { name: "required" }],
  return: [name, description, schema],
  schema: [
    { name: "$ref" },
    { name: "type" },
    description,
    { name: "properties", kind: "schema", within: "names" },
    { name: "items", kind: "schema" },
    { name: "enum" },
    { name: "required" },
  ],
};
