import type { JsonSchema } from "@helve/core";
import type { OpenTool, OpenToolFunction, Parameter, Return, Schema } from "./document.ts";
import { isSchema } from "./json-schema.ts";
import { definitionRef, referenced, referencedName } from "./schema-references.ts";

/** How JSON Schema is written. */
export interface ParametersSchemaOptions {
  /** `"2020-12"` by default; in `"draft-07"` definitions stand in `definitions`, and a reference stands alone. */
  readonly draft?: "2020-12" | "draft-07";
}

/**
 * The JSON Schema of a function's arguments: an object with the parameters as properties, and nothing beside.
 *
 * A parameter's description and its schema's description become one text, in that order. Fields that OpenTool 1.0.0 does
 * not know are left out.
 *
 * @param schemas - the `schemas` of the function's document; those that are used become definitions. A parameter with a
 *   `$ref` needs them: without, the result refers to what is not there, and does not compile.
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
  const writer: Writer = { keyword: isDraft07 ? "definitions" : "$defs", used: new Set() };
  const properties = fn.parameters.map((parameter) => [parameter.name, parameterSchema(parameter, writer)] as const);
  const definitions: [string, JsonSchema][] = [];
  // A set's loop also visits what is added on the way.
  for (const name of writer.used) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (schema !== undefined) definitions.push([name, jsonSchema(schema, writer)]);
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

interface Writer {
  /** Where definitions stand. */
  readonly keyword: "$defs" | "definitions";
  /** The document's schemas that are referred to. */
  readonly used: Set<string>;
}

function parameterSchema({ schema, description }: Parameter, writer: Writer): JsonSchema {
  const texts = [description, schema.description].filter((text) => text !== undefined);
  const { description: _, ...rest } = schema;
  const text = [...new Set(texts)].join("\n");
  return jsonSchema(texts.length > 0 ? { description: text, ...rest } : rest, writer);
}

function jsonSchema(schema: Schema, writer: Writer): JsonSchema {
  const description = schema.description !== undefined && { description: schema.description };
  if ("$ref" in schema) {
    const name = referencedName(schema.$ref) ?? schema.$ref;
    writer.used.add(name);
    const reference = { $ref: definitionRef(name, writer.keyword) };
    // Of what stands beside a reference, draft-07 knows nothing.
    return description && writer.keyword === "definitions"
      ? { ...description, allOf: [reference] }
      : { ...description, ...reference };
  }
  const { type, properties = {}, items, required } = schema;
  const members = Object.entries(properties).map(([name, property]) => [name, jsonSchema(property, writer)] as const);
  return {
    type,
    ...description,
    ...(type === "object" && { properties: Object.fromEntries(members) }),
    ...(type === "object" && required !== undefined && { required: [...new Set(required)] }),
    ...(type === "array" && items !== undefined && { items: jsonSchema(items, writer) }),
    ...(schema.enum !== undefined && { enum: schema.enum }),
  };
}

/**
 * The JSON Schema (2020-12) of what a function returns, with the schemas that are used as `$defs`. Its root is no
 * reference.
 */
export function returnSchema({ schema }: Return, schemas: OpenTool["schemas"]): JsonSchema {
  const parameters = [{ name: "result", schema, required: true }];
  const { properties, $defs } = parametersSchema({ name: "", description: "", parameters }, schemas);
  const definitions = $defs === undefined ? {} : { $defs };
  let root = properties?.["result"];
  const passed = new Set<unknown>();
  while (isSchema(root) && root.$ref !== undefined && !passed.has(root)) {
    passed.add(root);
    root = { ...Object(referenced(root.$ref, definitions)) };
  }
  return { ...Object(root), ...definitions };
}
