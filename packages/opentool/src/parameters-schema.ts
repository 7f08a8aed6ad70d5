import type { JsonSchema } from "@helve/core";
import type { OpenTool, OpenToolFunction, Parameter, Schema } from "./document.ts";
import { definitionRef, referencedName } from "./schema-ref.ts";

/**
 * The JSON Schema (2020-12) of a function's arguments: an object with the parameters as properties, and nothing beside.
 *
 * A parameter's description and its schema's description become one text, in that order. Fields that OpenTool 1.0.0 does
 * not know are left out.
 *
 * @param schemas - the `schemas` of the function's document; those that are used become `$defs`. A parameter with a `$ref`
 *   needs them: without, the result refers to what is not there, and does not compile.
 *
 * @example
 * const { functions, schemas } = parseOpenTool(text);
 * const checks = functions.map((fn) => compileSchema(parametersSchema(fn, schemas)));
 */
export function parametersSchema(fn: OpenToolFunction, schemas: OpenTool["schemas"] = {}): JsonSchema {
  const used = new Set<string>();
  const use: Use = (name) => void used.add(name);
  const properties = fn.parameters.map((parameter) => [parameter.name, parameterSchema(parameter, use)] as const);
  const definitions: [string, JsonSchema][] = [];
  // A set's loop also visits what is added on the way.
  for (const name of used) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (schema !== undefined) definitions.push([name, jsonSchema(schema, use)]);
  }
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: fn.parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
    ...(definitions.length > 0 && { $defs: Object.fromEntries(definitions) }),
  };
}

/** Says that a schema of the document is used. */
type Use = (name: string) => void;

function parameterSchema({ schema, description }: Parameter, use: Use): JsonSchema {
  const texts = [description, schema.description].filter((text) => text !== undefined);
  const { description: _, ...rest } = jsonSchema(schema, use);
  return { ...(texts.length > 0 && { description: [...new Set(texts)].join("\n") }), ...rest };
}

function jsonSchema(schema: Schema, use: Use): JsonSchema {
  const description = schema.description !== undefined && { description: schema.description };
  if ("$ref" in schema) {
    const name = referencedName(schema.$ref) ?? schema.$ref;
    use(name);
    return { $ref: definitionRef(name), ...description };
  }
  const { type, properties = {}, items, required } = schema;
  const members = Object.entries(properties).map(([name, property]) => [name, jsonSchema(property, use)] as const);
  return {
    type,
    ...description,
    ...(type === "object" && { properties: Object.fromEntries(members) }),
    ...(type === "object" && required !== undefined && { required: [...new Set(required)] }),
    ...(type === "array" && items !== undefined && { items: jsonSchema(items, use) }),
    ...(schema.enum !== undefined && { enum: schema.enum }),
  };
}
