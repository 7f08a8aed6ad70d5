/** Converts the parts that OpenAPI and OpenRPC documents have in common: `info`, `servers` and `components.schemas`. */
import type { JsonSchema } from "@helve/core";
import { jsonPointer, referencePath, withoutUndefined } from "@helve/core/internal";
import type { Info, OpenTool, Server } from "../document.ts";
import { isSchema } from "../json-schema.ts";
import { parametersSchema } from "../parameters-schema.ts";
import { mapReferences } from "../schema-keywords.ts";
import { definitionReference } from "../schema-references.ts";
import {
  addLoss,
  type ForeignReader,
  readList,
  readObject,
  readOptionalString,
  readString,
  reportUnknownFields,
} from "./foreign-reader.ts";

/** Reads the `info` object of an OpenRPC or OpenAPI document. */
export function readInfo(value: unknown, reader: ForeignReader): Info {
  readObject(value, ["info"], reader);
  reportUnknownFields(value, ["title", "description", "version"], ["info"], reader);
  return {
    title: readString(value, "title", ["info"], reader),
    ...descriptionField(readOptionalString(value, "description", ["info"], reader)),
    version: readString(value, "version", ["info"], reader),
  };
}

/** Reads the first server of an OpenRPC or OpenAPI document; further servers are losses. */
export function readServer(value: unknown, reader: ForeignReader): Server | undefined {
  if (value === undefined) return undefined;
  const [first, ...others] = readList(value, ["servers"], reader);
  for (const index of others.keys()) {
    addLoss("servers", "more than one server", ["servers", index + 1], ["servers", index + 1], reader);
  }
  if (first === undefined) return undefined;
  const path = ["servers", 0];
  reportUnknownFields(readObject(first, path, reader), ["url", "description"], path, reader);
  return {
    url: readString(first, "url", path, reader),
    ...descriptionField(readOptionalString(first, "description", path, reader)),
  };
}

/** Reads `components.schemas` of an OpenRPC or OpenAPI document, with references rewritten to `$defs`. */
export function readComponents(value: unknown, reader: ForeignReader): Readonly<Record<string, JsonSchema | boolean>> {
  const components = value === undefined ? {} : readObject(value, ["components"], reader);
  reportUnknownFields(components, ["schemas"], ["components"], reader);
  const entries = components["schemas"] ?? {};
  const schemas = Object.entries(readObject(entries, ["components", "schemas"], reader));
  return Object.fromEntries(
    schemas.flatMap(([name, schema]): readonly (readonly [string, JsonSchema | boolean])[] => {
      if (isSchema(schema)) return [[name, fromComponentRefs(schema)]];
      if (typeof schema === "boolean") return [[name, schema]];
      const path = ["components", "schemas", name];
      addLoss("schema", "an invalid schema", path, path, reader);
      return [];
    }),
  );
}

/** Returns the `info` and `servers` fields of the OpenRPC or OpenAPI document for an OpenTool document. */
export function infoAndServers({ info, server }: OpenTool): {
  readonly info: Info;
  readonly servers?: readonly Server[];
} {
  return withoutUndefined({
    info: { title: info.title, ...descriptionField(info.description), version: info.version },
    servers: server ? [{ url: server.url, ...descriptionField(server.description) }] : undefined,
  });
}

/**
 * Returns the field `components` with all schemas of a document, including schemas that no function uses.
 *
 * @param definitions - further definitions, from `withNamedDefinitions`
 */
export function componentsField(
  schemas: NonNullable<OpenTool["schemas"]>,
  definitions: ReadonlyMap<string, JsonSchema | boolean>,
): { readonly components?: { readonly schemas: Readonly<Record<string, JsonSchema | boolean>> } } {
  const parameters = Object.entries(schemas).map(([name, schema]) => ({ name, schema, required: true }));
  const added = new Map(definitions);
  const root = withNamedDefinitions(
    parametersSchema({ name: "", description: "", parameters }, schemas),
    "schemas",
    schemas,
    added,
  );
  const all = { ...root.properties, ...Object.fromEntries(added) };
  if (Object.keys(all).length === 0) return {};
  return { components: { schemas: { ...toComponentRefs({ properties: all }).properties } } };
}

/**
 * Renames the definitions of a schema that are not the document's schemas to names that are unique in the document.
 *
 * @param prefix - the start of the names
 * @param definitions - the definitions are added to it, under their new names
 */
export function withNamedDefinitions(
  schema: JsonSchema,
  prefix: string,
  schemas: NonNullable<OpenTool["schemas"]>,
  definitions: Map<string, JsonSchema | boolean>,
): JsonSchema {
  const own = Object.keys(schema.$defs ?? {}).filter((name) => !Object.hasOwn(schemas, name));
  if (own.length === 0) return schema;
  const names = new Map<string, string>();
  for (const name of own) {
    let unique = `${prefix}_${name}`;
    for (let n = 2; definitions.has(unique) || Object.hasOwn(schemas, unique); n++) unique = `${prefix}_${name}_${n}`;
    definitions.set(unique, true);
    names.set(name, unique);
  }
  const renamed = mapReferences(schema, (ref) => {
    const [keyword, name = "", ...rest] = referencePath(ref);
    const unique = ref.startsWith("#/") && keyword === "$defs" ? names.get(name) : undefined;
    return unique === undefined ? ref : definitionReference(unique) + jsonPointer(rest);
  });
  for (const [name, unique] of names) definitions.set(unique, renamed.$defs?.[name] ?? true);
  return renamed;
}

/** Returns `{ description }`, or an empty object if there is no description. */
export function descriptionField(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

/** Rewrites the references of a schema from `#/$defs/…` to `#/components/schemas/…`. */
export function toComponentRefs(schema: JsonSchema): JsonSchema {
  return { ...rewriteReferences(schema, "#/$defs/", "#/components/schemas/", 0) };
}

/** Rewrites the references of a schema from `#/components/schemas/…` to `#/$defs/…`. */
export function fromComponentRefs(schema: JsonSchema): JsonSchema {
  return { ...rewriteReferences(schema, "#/components/schemas/", "#/$defs/", 0) };
}

/** Deeper values are left as they are. */
const maxDepth = 400;
const valueKeywords = new Set(["enum", "const", "default", "example", "examples"]);

/** Copies a schema with the prefix `from` of each `$ref` replaced by `to`, except inside example and enum values. */
function rewriteReferences(schema: JsonSchema, from: string, to: string, depth: number): JsonSchema {
  const entries = Object.entries(schema).map(([key, value]) => {
    if (key === "$ref" && typeof value === "string" && value.startsWith(from))
      return [key, to + value.slice(from.length)];
    return [key, valueKeywords.has(key) ? value : rewriteNested(value, from, to, depth + 1)];
  });
  return Object.fromEntries(entries);
}

/**
 * Rewrites the references in a value inside a schema: a schema, a list, or anything else, which is returned unchanged.
 */
function rewriteNested(value: unknown, from: string, to: string, depth: number): unknown {
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => rewriteNested(item, from, to, depth + 1));
  return isSchema(value) ? rewriteReferences(value, from, to, depth) : value;
}
