import { canonicalJson, type JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { OpenTool, OpenToolFunction } from "../document.ts";
import { isNull, isSchema } from "../json-schema.ts";
import { readOpenTool } from "../read-open-tool.ts";
import { referencePath } from "../schema-references.ts";
import type { FunctionSource } from "../to-open-tool-function.ts";

/** A function with the schemas that it refers to. */
export interface ExactFunction {
  readonly function: OpenToolFunction;
  readonly schemas: NonNullable<OpenTool["schemas"]>;
}

/**
 * A function whose schemas say only what OpenTool can say, with its references kept: the way back from `parametersSchema`.
 *
 * @param known - schemas of the document so far; a name in it can't stand for something else
 * @returns `undefined` for any other function
 */
export function exactFunction(source: FunctionSource, known: ExactFunction["schemas"]): ExactFunction | undefined {
  const { name, description, parameters, returns } = source;
  const reader: Reader = { used: new Set(), isExact: true };
  if (Object.entries(parameters).some(([keyword, value]) => !isRootKeyword(keyword, value))) return undefined;
  const required: readonly unknown[] = parameters.required ?? [];
  const properties = Object.entries(parameters.properties ?? {});
  const definitions = definitionsOf([parameters, ...(returns ? [returns.schema] : [])]);
  const fn = {
    name,
    description,
    parameters: properties.map(([key, property]) => {
      const { description: text, ...schema } = Object(exact(property, reader));
      return { name: key, ...(text !== undefined && { description: text }), schema, required: required.includes(key) };
    }),
    ...(returns && { return: returnOf(returns, reader) }),
  };
  const schemas = new Map<string, unknown>();
  for (const used of reader.used) schemas.set(used, exact(definitions?.get(used), reader));
  if (definitions === undefined || !reader.isExact) return undefined;
  if (!required.every((key) => typeof key === "string" && Object.hasOwn(Object(parameters.properties), key)))
    return undefined;
  for (const [key, schema] of schemas) {
    if (Object.hasOwn(known, key) && canonicalJson(known[key]) !== canonicalJson(schema)) return undefined;
  }
  const { value: document } = readOpenTool({ ...empty, functions: [fn], schemas: Object.fromEntries(schemas) });
  return document?.functions[0] && { function: document.functions[0], schemas: document.schemas ?? {} };
}

const empty = { opentool: "1.0.0", info: { title: "", version: "" } };

interface Reader {
  /** A set's loop also visits what is added on the way. */
  readonly used: Set<string>;
  isExact: boolean;
}

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

/** The definitions of all roots; `undefined` where two of them differ under one name. */
function definitionsOf(roots: readonly JsonSchema[]): ReadonlyMap<string, unknown> | undefined {
  const definitions = new Map<string, unknown>();
  for (const [name, schema] of roots.flatMap((root) => Object.entries(root.$defs ?? {}))) {
    if (definitions.has(name) && canonicalJson(definitions.get(name)) !== canonicalJson(schema)) return undefined;
    definitions.set(name, schema);
  }
  return definitions;
}

function returnOf({ name = "result", description, schema }: NonNullable<FunctionSource["returns"]>, reader: Reader) {
  if (isNull(schema)) return null;
  const { $schema: _, $defs: __, ...root } = schema;
  return { name, ...(description !== undefined && { description }), schema: exact(root, reader) };
}

const sayable = new Set(["type", "description", "properties", "items", "enum", "required"]);
const sayableOfRef = new Set(["$ref", "description"]);

/** Deeper schemas are for those that count. */
const deepest = 100;

function exact(schema: unknown, reader: Reader, depth = 0): unknown {
  const isRef = Object.hasOwn(Object(schema), "$ref");
  if (
    !isSchema(schema) ||
    depth > deepest ||
    !Object.keys(schema).every((key) => (isRef ? sayableOfRef : sayable).has(key))
  ) {
    reader.isExact = false;
    return {};
  }
  const { $ref, properties, items, ...others } = schema;
  if (isRef) return { $ref: documentRef($ref, reader), ...others };
  const members = isSchema(properties) ? Object.entries(properties) : [];
  return {
    ...others,
    ...(properties !== undefined && {
      properties: Object.fromEntries(members.map(([key, value]) => [key, exact(value, reader, depth + 1)])),
    }),
    ...(items !== undefined && { items: exact(items, reader, depth + 1) }),
  };
}

function documentRef(ref: unknown, reader: Reader): string {
  const [root, name, ...others] = typeof ref === "string" ? referencePath(ref) : [];
  if (root !== "$defs" || name === undefined || others.length > 0) reader.isExact = false;
  else reader.used.add(name);
  return `#/schemas${jsonPointer([name ?? ""])}`;
}
