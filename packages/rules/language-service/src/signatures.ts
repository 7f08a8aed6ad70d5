/** Writes the signatures of tools and predicates, and the types that JSON Schemas describe, as text for hover and completion. */
import type { CataloguePredicate, CatalogueTool } from "@helve/agentspec";
import {
  isWord,
  keysOf,
  type RootedSchema,
  requiredOf,
  schemaOfMember,
  typesOfSchema,
  valuesOfSchema,
} from "@helve/agentspec/internal";

/** Writes the signature of a tool: `Gmail.SendEmail(to: string[], body?: string)`. */
export function toolSignature(tool: CatalogueTool): string {
  const schema = argumentsSchema(tool);
  const required = new Set(requiredOf(schema));
  const returns = tool.returns === undefined ? "" : ` → ${schemaType({ schema: tool.returns, root: tool.parameters })}`;
  const parameters = keysOf(schema).map((name) => {
    const member = schemaOfMember(schema, name);
    const type = member.kind === "known" ? schemaType(member.schema) : "any";
    return `${isWord(name) ? name : JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${type}`;
  });
  return `${tool.name}(${parameters.join(", ")})${returns}`;
}

/** The schema of a tool's arguments, with itself as the root that `$ref`s resolve against. */
export function argumentsSchema({ parameters }: CatalogueTool): RootedSchema {
  return { schema: parameters, root: parameters };
}

/** Writes the signature of a predicate: `is_internal(address: string)`. */
export function predicateSignature({ name, parameters }: CataloguePredicate): string {
  if (parameters === undefined) return name;
  const parameterTexts = parameters.map(({ name: parameter, schema, required = true, rest = false }) => {
    const type = schema === undefined ? "any" : schemaType({ schema, root: schema });
    return rest ? `…${parameter}: ${type}` : `${parameter}${required ? "" : "?"}: ${type}`;
  });
  return `${name}(${parameterTexts.join(", ")})`;
}

/** Writes the type that a schema describes: `string[] | null`, `"low" | "high"`. */
function schemaType(schema: RootedSchema, depth = 0): string {
  const values = valuesOfSchema(schema);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  const types = typesOfSchema(schema);
  if (types === undefined || types.size === 0) return "any";
  return [...types].map((type) => (type === "array" ? arrayType(schema, depth) : type)).join(" | ");
}

/** Writes the type of an array: `string[]`; `array` if the type of its items is unknown or has several words. */
function arrayType(schema: RootedSchema, depth: number): string {
  const item = schemaOfMember(schema, 0);
  const type = item.kind === "known" && depth < maxArrayDepth ? schemaType(item.schema, depth + 1) : "any";
  return type === "any" || type.includes(" ") ? "array" : `${type}[]`;
}

/** The maximum nesting of array types; schemas can be recursive. */
const maxArrayDepth = 3;

/** Writes the type of a value that one of several schemas describes: `string | number`. */
export function schemaTypes(schemas: readonly RootedSchema[]): string {
  return [...new Set(schemas.map((schema) => schemaType(schema)))].join(" | ");
}

/** Joins the descriptions of schemas, each once, as paragraphs; undefined if not found. */
export function schemaDescriptions(schemas: readonly RootedSchema[]): string | undefined {
  const descriptions = schemas.flatMap(({ schema }) =>
    typeof schema !== "boolean" && typeof schema.description === "string" ? [schema.description] : [],
  );
  return descriptions.length === 0 ? undefined : [...new Set(descriptions)].join("\n\n");
}
