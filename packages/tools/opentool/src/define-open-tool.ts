import type { OpenTool } from "./document.ts";
import { documentFields, type Field, type ObjectKind } from "./document-fields.ts";
import { isOfType } from "./json-value.ts";
import { parseOpenTool } from "./read-open-tool.ts";

/**
 * Checks a document written in TypeScript, beyond what its type can express.
 *
 * @returns a copy with its fields in the order of the specification's tables, unknown fields after them
 * @throws OpenToolError with every error
 *
 * @example
 * const kettle = defineOpenTool({ opentool: "1.0.0", info: { title: "Kettle", version: "1" }, functions: [] });
 */
export function defineOpenTool<const Document extends OpenTool>(document: Document): Document {
  return withCanonicalFieldOrder(parseOpenTool(document)) as Document;
}

/**
 * Copies a document with the fields of each object in the order of the specification's tables. Unknown fields follow
 * in their own order; the order of schemas, properties and events is kept.
 *
 * @param document - a document whose schemas are not nested too deeply
 */
export function withCanonicalFieldOrder(document: OpenTool): OpenTool {
  return orderFields(document, "document") as OpenTool;
}

/** Copies one object of a document with its fields in order; any other value is returned unchanged. */
function orderFields(value: unknown, kind: ObjectKind): unknown {
  if (!isOfType("object", value)) return value;
  const members = new Map<string, unknown>(Object.entries(Object(value)).filter(([, member]) => member !== undefined));
  const knownFields = documentFields[kind].filter(({ name }) => members.has(name));
  const first = knownFields.map((field) => [field.name, orderFieldValue(members.get(field.name), field)] as const);
  for (const { name } of knownFields) members.delete(name);
  return Object.fromEntries([...first, ...members]);
}

/** Orders the objects inside the value of a field: one object, a list of objects, or objects by name. */
function orderFieldValue(value: unknown, { kind, container }: Field): unknown {
  if (kind === undefined) return value;
  if (container === undefined) return orderFields(value, kind);
  if (container === "list") return Array.isArray(value) ? value.map((item) => orderFields(item, kind)) : value;
  if (!isOfType("object", value)) return value;
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, item]) => [name, orderFields(item, kind)] as const),
  );
}
