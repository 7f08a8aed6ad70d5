import type { OpenTool } from "./document.ts";
import { type Field, fieldsOf, type ObjectKind } from "./document-fields.ts";
import { isOfType } from "./json-value.ts";
import { parseOpenTool } from "./read-open-tool.ts";

/**
 * Makes sure that a document written in TypeScript is one, beyond what its type can say.
 *
 * @returns a copy with its fields in the order of the specification's tables, unknown fields after them
 * @throws OpenToolError naming everything that is wrong
 *
 * @example
 * const kettle = defineOpenTool({ opentool: "1.0.0", info: { title: "Kettle", version: "1" }, functions: [] });
 */
export function defineOpenTool(document: OpenTool): OpenTool {
  return inCanonicalOrder(parseOpenTool(document));
}

/**
 * A copy of a document with the fields of each object in the order of the specification's tables. Fields that are not
 * known come after them in their own order, as they are; schemas, properties and events keep theirs.
 *
 * @param document - one whose schemas are not nested too deeply
 */
export function inCanonicalOrder(document: OpenTool): OpenTool {
  return ordered(document, "document") as OpenTool;
}

function ordered(value: unknown, kind: ObjectKind): unknown {
  if (!isOfType("object", value)) return value;
  const members = new Map<string, unknown>(Object.entries(Object(value)).filter(([, member]) => member !== undefined));
  const known = fieldsOf[kind].filter(({ name }) => members.has(name));
  const first = known.map((field) => [field.name, orderedField(members.get(field.name), field)] as const);
  for (const { name } of known) members.delete(name);
  return Object.fromEntries([...first, ...members]);
}

function orderedField(value: unknown, { kind, within }: Field): unknown {
  if (kind === undefined) return value;
  if (within === undefined) return ordered(value, kind);
  if (within === "list") return Array.isArray(value) ? value.map((item) => ordered(item, kind)) : value;
  if (!isOfType("object", value)) return value;
  return Object.fromEntries(Object.entries(Object(value)).map(([name, item]) => [name, ordered(item, kind)] as const));
}
