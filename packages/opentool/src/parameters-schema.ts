// Converts the parameters or the return of an OpenTool function to JSON Schema.

import type { JsonSchema } from "@helve/core";
import { resolveReference } from "@helve/core/internal";
import type { OpenTool, OpenToolFunction, Parameter, Return, Schema } from "./document.ts";
import { isSchema } from "./json-schema.ts";
import { definitionReference, documentSchemaName } from "./schema-references.ts";

/** Options of `parametersSchema`. */
export interface ParametersSchemaOptions {
  /**
   * Default: `"2020-12"`. In `"draft-07"`, definitions are in `definitions`, and a reference has no sibling keywords.
   */
  readonly draft?: "2020-12" | "draft-07";
}

/**
 * Converts the parameters of a function to a JSON Schema of its arguments: a closed object with one property for each
 * parameter.
 *
 * A parameter's description and its schema's description are joined, in that order. Fields that OpenTool 1.0.0 does
 * not know are left out.
 *
 * @param schemas - the `schemas` of the function's document; those that are used become definitions. A parameter with a
 *   `$ref` needs them: without them, the result has an unresolvable reference and doesn't compile.
 *
 * @example
 * const { functions, schemas } = parseOpenTool(text);
 * const checks = functions.map((fn) => compileSchema(parametersSchema(fn, schemas)));
 */
export function parametersSchema(
  fn: OpenToolFunction,
  schemas: OpenTool["schemas"] = {},
  { draft = "2020-12" }: ParametersSchemaOptions = {},
): JsonSchema {
  const isDraft07 = draft === "draft-07";
  const writer: DefinitionWriter = { keyword: isDraft07 ? "definitions" : "$defs", used: new Set() };
  const properties = fn.parameters.map(
    (parameter) => [parameter.name, parameterJsonSchema(parameter, writer)] as const,
  );
  const definitions: [string, JsonSchema][] = [];
  // The loop also visits names that are added while it runs.
  for (const name of writer.used) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (schema !== undefined) definitions.push([name, toJsonSchema(schema, writer)]);
  }
  return {
    ...(isDraft07 && { $schema: "http://json-schema.org/draft-07/schema#" }),
    type: "object",
    properties: Object.fromEntries(properties),
    required: fn.parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
    ...(definitions.length > 0 && { [writer.keyword]: Object.fromEntries(definitions) }),
  };
}

interface DefinitionWriter {
  /** The keyword that holds the definitions. */
  readonly keyword: "$defs" | "definitions";
  /** The document's schemas that are referred to. */
  readonly used: Set<string>;
}

/**
 * Converts a parameter to a JSON Schema with the parameter's description and the schema's description, one per line.
 */
function parameterJsonSchema({ schema, description }: Parameter, writer: DefinitionWriter): JsonSchema {
  const texts = [description, schema.description].filter((text) => text !== undefined);
  const { description: _, ...rest } = schema;
  const text = [...new Set(texts)].join("\n");
  return toJsonSchema(texts.length > 0 ? { description: text, ...rest } : rest, writer);
}

/** Converts a schema of a document to JSON Schema, and records the names of the schemas that it refers to. */
function toJsonSchema(schema: Schema, writer: DefinitionWriter): JsonSchema {
  const description = schema.description !== undefined && { description: schema.description };
  if ("$ref" in schema) {
    const name = documentSchemaName(schema.$ref) ?? schema.$ref;
    writer.used.add(name);
    const reference = { $ref: definitionReference(name, writer.keyword) };
    // Draft-07 ignores keywords beside a reference.
    return description && writer.keyword === "definitions"
      ? { ...description, allOf: [reference] }
      : { ...description, ...reference };
  }
  const { type, properties = {}, items, required } = schema;
  const members = Object.entries(properties).map(([name, property]) => [name, toJsonSchema(property, writer)] as const);
  return {
    type,
    ...description,
    ...(type === "object" && { properties: Object.fromEntries(members) }),
    ...(type === "object" && required !== undefined && { required: [...new Set(required)] }),
    ...(type === "array" && items !== undefined && { items: toJsonSchema(items, writer) }),
    ...(schema.enum !== undefined && { enum: schema.enum }),
  };
}

/**
 * Converts a function's return to a JSON Schema (2020-12) with the used schemas as `$defs`. Its root is not a
 * reference.
 */
export function returnJsonSchema({ schema }: Return, schemas: OpenTool["schemas"]): JsonSchema {
  const parameters = [{ name: "result", schema, required: true }];
  const { properties, $defs } = parametersSchema({ name: "", description: "", parameters }, schemas);
  const definitions = $defs === undefined ? {} : { $defs };
  let root = properties?.["result"];
  const visited = new Set<unknown>();
  while (isSchema(root) && root.$ref !== undefined && !visited.has(root)) {
    visited.add(root);
    root = { ...Object(resolveReference(root.$ref, definitions)) };
  }
  return { ...Object(root), ...definitions };
}
