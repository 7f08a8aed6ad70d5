// Converts a tool to an OpenTool function with references, if OpenTool can represent all of its JSON Schema.

import { canonicalJson, type JsonSchema } from "@helve/core";
import { jsonPointer, referencePath } from "@helve/core/internal";
import type { OpenTool, OpenToolFunction } from "../document.ts";
import { allowsOnlyNull, isSchema } from "../json-schema.ts";
import { readOpenTool } from "../read-open-tool.ts";
import type { FunctionSource } from "../to-open-tool-function.ts";

/** A function with the schemas that it refers to. */
export interface LosslessFunction {
  readonly function: OpenToolFunction;
  readonly schemas: NonNullable<OpenTool["schemas"]>;
}

/**
 * Converts a function to OpenTool if OpenTool can represent all of its schemas; references are kept. The inverse of
 * `parametersSchema`.
 *
 * @param existingSchemas - the document's schemas so far; a name in it can't be reused for a different schema
 * @returns `undefined` if something can't be represented
 */
export function losslessFunction(
  source: FunctionSource,
  existingSchemas: LosslessFunction["schemas"],
): LosslessFunction | undefined {
  const { name, description, parameters, returns } = source;
  const reader: SchemaReader = { usedNames: new Set(), isExact: true };
  if (Object.entries(parameters).some(([keyword, value]) => !isRootKeyword(keyword, value))) return undefined;
  const required: readonly unknown[] = parameters.required ?? [];
  const properties = Object.entries(parameters.properties ?? {});
  const definitions = sharedDefinitions([parameters, ...(returns ? [returns.schema] : [])]);
  const fn = {
    name,
    description,
    parameters: properties.map(([key, property]) => {
      const { description: text, ...schema } = Object(toDocumentSchema(property, reader));
      return { name: key, ...(text !== undefined && { description: text }), schema, required: required.includes(key) };
    }),
    ...(returns && { return: toReturn(returns, reader) }),
  };
  const schemas = new Map<string, unknown>();
  for (const usedName of reader.usedNames) schemas.set(usedName, toDocumentSchema(definitions?.get(usedName), reader));
  if (definitions === undefined || !reader.isExact) return undefined;
  if (!required.every((key) => typeof key === "string" && Object.hasOwn(Object(parameters.properties), key)))
    return undefined;
  for (const [key, schema] of schemas) {
    if (Object.hasOwn(existingSchemas, key) && canonicalJson(existingSchemas[key]) !== canonicalJson(schema))
      return undefined;
  }
  const { value: document } = readOpenTool({ ...emptyDocument, functions: [fn], schemas: Object.fromEntries(schemas) });
  return document?.functions[0] && { function: document.functions[0], schemas: document.schemas ?? {} };
}

const emptyDocument = { opentool: "1.0.0", info: { title: "", version: "" } };

interface SchemaReader {
  /** The names of referenced definitions; the loop over this set also visits names added while it runs. */
  readonly usedNames: Set<string>;
  isExact: boolean;
}

/** Whether the root schema of a function's arguments may have this keyword with this value without a loss. */
function isRootKeyword(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case "type":
      return value === "object";
    case "additionalProperties":
      return value === false;
    case "properties":
    case "$defs":
      return isSchema(value);
    case "required":
      return Array.isArray(value);
    default:
      return keyword === "$schema";
  }
}

/**
 * Merges the definitions of all root schemas; `undefined` if two roots define different schemas under the same name.
 */
function sharedDefinitions(roots: readonly JsonSchema[]): ReadonlyMap<string, unknown> | undefined {
  const definitions = new Map<string, unknown>();
  for (const [name, schema] of roots.flatMap((root) => Object.entries(root.$defs ?? {}))) {
    if (definitions.has(name) && canonicalJson(definitions.get(name)) !== canonicalJson(schema)) return undefined;
    definitions.set(name, schema);
  }
  return definitions;
}

/** Converts the return of a function source; the type `null` becomes `null`. */
function toReturn(
  { name = "result", description, schema }: NonNullable<FunctionSource["returns"]>,
  reader: SchemaReader,
) {
  if (allowsOnlyNull(schema)) return null;
  const { $schema: _, $defs: __, ...root } = schema;
  return { name, ...(description !== undefined && { description }), schema: toDocumentSchema(root, reader) };
}

const schemaKeywords = new Set(["type", "description", "properties", "items", "enum", "required"]);
const referenceKeywords = new Set(["$ref", "description"]);

/** The maximum nesting depth of schemas that are converted with references. */
const maxDepth = 100;

/**
 * Copies a JSON Schema as an OpenTool schema with `#/schemas/…` references, and records if something can't be
 * represented.
 */
function toDocumentSchema(schema: unknown, reader: SchemaReader, depth = 0): unknown {
  const isRef = Object.hasOwn(Object(schema), "$ref");
  if (
    !isSchema(schema) ||
    depth > maxDepth ||
    !Object.keys(schema).every((key) => (isRef ? referenceKeywords : schemaKeywords).has(key))
  ) {
    reader.isExact = false;
    return {};
  }
  const { $ref, properties, items, ...others } = schema;
  if (isRef) return { $ref: toDocumentReference($ref, reader), ...others };
  const members = isSchema(properties) ? Object.entries(properties) : [];
  return {
    ...others,
    ...(properties !== undefined && {
      properties: Object.fromEntries(members.map(([key, value]) => [key, toDocumentSchema(value, reader, depth + 1)])),
    }),
    ...(items !== undefined && { items: toDocumentSchema(items, reader, depth + 1) }),
  };
}

/** Converts a reference from `#/$defs/Name` to `#/schemas/Name`, and records the name. */
function toDocumentReference(ref: unknown, reader: SchemaReader): string {
  const [root, name, ...others] = typeof ref === "string" ? referencePath(ref) : [];
  if (root !== "$defs" || name === undefined || others.length > 0) reader.isExact = false;
  else reader.usedNames.add(name);
  return `#/schemas${jsonPointer([name ?? ""])}`;
}
