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

// What the host has, in the words of an editor.

/** A tool with its arguments: `Gmail.SendEmail(to: string[], body?: string)`. */
export function toolSignature(tool: CatalogueTool): string {
  const schema = argumentsSchema(tool);
  const required = new Set(requiredOf(schema));
  const returns = tool.returns === undefined ? "" : ` → ${typeText({ schema: tool.returns, root: tool.parameters })}`;
  const parameters = keysOf(schema).map((name) => {
    const member = schemaOfMember(schema, name);
    const type = member.kind === "known" ? typeText(member.schema) : "any";
    return `${isWord(name) ? name : JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${type}`;
  });
  return `${tool.name}(${parameters.join(", ")})${returns}`;
}

/** What a tool takes. */
export function argumentsSchema({ parameters }: CatalogueTool): RootedSchema {
  return { schema: parameters, root: parameters };
}

/** A predicate with what it takes: `is_internal(address: string)`. */
export function predicateSignature({ name, parameters }: CataloguePredicate): string {
  if (parameters === undefined) return name;
  const given = parameters.map(({ name: parameter, schema, required = true, rest = false }) => {
    const type = schema === undefined ? "any" : typeText({ schema, root: schema });
    return rest ? `…${parameter}: ${type}` : `${parameter}${required ? "" : "?"}: ${type}`;
  });
  return `${name}(${given.join(", ")})`;
}

/** What the values are that fit a schema: `string[] | null`, `"low" | "high"`. */
function typeText(schema: RootedSchema, depth = 0): string {
  const values = valuesOfSchema(schema);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  const types = typesOfSchema(schema);
  if (types === undefined || types.size === 0) return "any";
  return [...types].map((type) => (type === "array" ? arrayText(schema, depth) : type)).join(" | ");
}

/** An array, with the type of its items where that is said in one word. */
function arrayText(schema: RootedSchema, depth: number): string {
  const item = schemaOfMember(schema, 0);
  const type = item.kind === "known" && depth < mostBrackets ? typeText(item.schema, depth + 1) : "any";
  return type === "any" || type.includes(" ") ? "array" : `${type}[]`;
}

/** Arrays may be in arrays, and in themselves. */
const mostBrackets = 3;

/** The same for what one of several schemas describes. */
export function typeTextOfAll(schemas: readonly RootedSchema[]): string {
  return [...new Set(schemas.map((schema) => typeText(schema)))].join(" | ");
}

/** What schemas say of themselves. */
export function descriptionOf(schemas: readonly RootedSchema[]): string | undefined {
  const found = schemas.flatMap(({ schema }) =>
    typeof schema !== "boolean" && typeof schema.description === "string" ? [schema.description] : [],
  );
  return found.length === 0 ? undefined : [...new Set(found)].join("\n\n");
}
