/** Converts the parameters or the return of an OpenTool function to JSON Schema. */
import type { JsonSchema } from "@helve/core";
import { resolveReference, withoutUndefined } from "@helve/core/internal";
import {
  jsonSchemaField,
  type OpenTool,
  type OpenToolFunction,
  type Return,
  type Schema,
  type TypedSchema,
} from "./document.ts";
import { isSchema } from "./json-schema.ts";
import { createDefinitions, type Definitions, embeddedSchema, rootSchema } from "./parameters-schema/definitions.ts";
import { toDraft07 } from "./schema-drafts.ts";
import { additionalKeywords } from "./schema-keywords.ts";

/** Options of `parametersSchema`. */
export interface ParametersSchemaOptions {
  /**
   * Default: `"2020-12"`. In `"draft-07"`, definitions are in `definitions`, and a reference has no sibling keywords.
   * Keywords without a counterpart in draft-07, such as `unevaluatedProperties`, remain.
   */
  readonly draft?: "2020-12" | "draft-07";
}

/**
 * Converts the parameters of a function to a JSON Schema of its arguments.
 *
 * The result is the function's `x-json-schema` if it has one. Otherwise it is an object with one property for each
 * parameter; a parameter's description and its schema's description are joined, in that order. The keywords of JSON
 * Schema that a schema has besides OpenTool's own are kept, and `x-json-schema` replaces the schema that has it. The
 * object is closed, unless `x-json-schema` says that there may be other properties or combines schemas at its root.
 *
 * @param schemas - the `schemas` of the function's document; those that are used become definitions. A parameter with a
 *   `$ref` needs them: without them, the result has an unresolvable reference and doesn't compile.
 *
 * @example
 * const { functions, schemas } = parseOpenTool(text);
 * const checks = functions.map((fn) => schemaValidator(parametersSchema(fn, schemas)));
 */
export function parametersSchema(
  fn: OpenToolFunction,
  schemas: OpenTool["schemas"] = {},
  { draft = "2020-12" }: ParametersSchemaOptions = {},
): JsonSchema {
  const whole = fn[jsonSchemaField];
  const definitions = createDefinitions(schemas, Object.keys(whole?.$defs ?? {}));
  const root = whole ? closedIfPlain(rootSchema(whole, definitions)) : argumentsSchema(fn, definitions);
  const $defs = { ...root.$defs, ...writeDefinitions(definitions) };
  const schema = Object.keys($defs).length === 0 ? root : { ...root, $defs };
  return draft === "draft-07" ? toDraft07(schema) : schema;
}

/** Creates a closed object schema with a property for each parameter. */
function argumentsSchema({ parameters }: OpenToolFunction, definitions: Definitions): JsonSchema {
  const properties = parameters.map(({ name, description, schema }) => {
    const texts = [description, schema.description].filter((text) => text !== undefined);
    const text = [...new Set(texts)].join("\n");
    return [name, toJsonSchema(texts.length > 0 ? { ...schema, description: text } : schema, definitions)] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

const openKeywords = ["additionalProperties", "unevaluatedProperties", "patternProperties"];
for (const keyword of ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"]) {
  openKeywords.push(keyword);
}

/** Closes a root schema whose properties are all in `properties`, as `parameters` are closed. */
function closedIfPlain(root: JsonSchema): JsonSchema {
  const isPlain = root.type === "object" && !openKeywords.some((keyword) => root[keyword] !== undefined);
  return isPlain ? { ...root, additionalProperties: false } : root;
}

/** Converts each schema of the document that is used, and adds those that these refer to. */
function writeDefinitions(definitions: Definitions): NonNullable<JsonSchema["$defs"]> {
  const written: [string, JsonSchema | boolean][] = [];
  // The loop also visits names that are added while it runs.
  for (const [name, definitionName] of definitions.used) {
    const schema = Object.hasOwn(definitions.schemas, name) ? definitions.schemas[name] : undefined;
    if (schema !== undefined) written.push([definitionName, toJsonSchema(schema, definitions)]);
  }
  return Object.fromEntries([...written, ...definitions.embedded]);
}

/** Converts a schema of a document to JSON Schema. */
function toJsonSchema(schema: Schema, definitions: Definitions): JsonSchema | boolean {
  const description = schema.description !== undefined && { description: schema.description };
  const whole = schema[jsonSchemaField];
  if (whole !== undefined) {
    const embedded = embeddedSchema(whole, definitions);
    if (!description) return embedded;
    if (isSchema(embedded)) return { ...embedded, ...description };
    return embedded ? description : { not: {}, ...description };
  }
  const others = keptKeywords(schema, definitions);
  if ("$ref" in schema && schema.$ref !== undefined) {
    return { ...description, ...rootSchema({ $ref: schema.$ref }, definitions), ...others };
  }
  const { type, properties = {}, items, required, enum: choices } = schema as TypedSchema;
  const members = Object.entries(properties).map(
    ([name, property]) => [name, toJsonSchema(property, definitions)] as const,
  );
  return {
    type: choices?.includes(null) ? [type, "null"] : type,
    ...description,
    ...withoutUndefined({
      properties: type === "object" ? Object.fromEntries(members) : undefined,
      required: type === "object" && required !== undefined ? [...new Set(required)] : undefined,
      items: type === "array" && items !== undefined ? toJsonSchema(items, definitions) : undefined,
      enum: choices,
    }),
    ...others,
  };
}

/** Returns the JSON Schema keywords of a schema that OpenTool's own fields lack. */
function keptKeywords(schema: Schema, definitions: Definitions): JsonSchema {
  const entries = Object.entries(schema).filter(
    ([keyword, value]) => additionalKeywords.has(keyword) && value !== undefined,
  );
  return entries.length === 0 ? {} : rootSchema(Object.fromEntries(entries), definitions);
}

/**
 * Converts a function's return to a JSON Schema (2020-12) with the used schemas as `$defs`. Its root is not a
 * reference, unless the reference has other keywords beside it.
 */
export function returnJsonSchema({ schema }: Pick<Return, "schema">, schemas: OpenTool["schemas"]): JsonSchema {
  const parameters = [{ name: "result", schema, required: true }];
  const { properties, $defs } = parametersSchema({ name: "", description: "", parameters }, schemas);
  const definitions = $defs === undefined ? {} : { $defs };
  let root = properties?.["result"];
  const visited = new Set<unknown>();
  while (isSchema(root) && root.$ref !== undefined && !visited.has(root.$ref) && isPlainReference(root)) {
    visited.add(root.$ref);
    root = resolveReference(root.$ref, definitions) as JsonSchema | boolean | undefined;
  }
  if (root === false) return { not: {} };
  return isSchema(root) ? { ...root, ...definitions } : definitions;
}

function isPlainReference(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => keyword === "$ref" || keyword === "description");
}
