import type { JsonSchema } from "@helve/core";
import type { Info, OpenTool, Server } from "../document.ts";
import { isSchema } from "../json-schema.ts";
import { parametersSchema } from "../parameters-schema.ts";
import { itemsAt, lose, loseOthers, objectAt, optionalTextAt, type Reading, textAt } from "./foreign-input.ts";

/** What a document of OpenRPC or OpenAPI says about itself. */
export function readInfo(value: unknown, into: Reading): Info {
  objectAt(value, ["info"], into);
  loseOthers(value, ["title", "description", "version"], ["info"], into);
  return {
    title: textAt(value, "title", ["info"], into),
    ...described(optionalTextAt(value, "description", ["info"], into)),
    version: textAt(value, "version", ["info"], into),
  };
}

/** The first of the servers of a document of OpenRPC or OpenAPI; the others are losses. */
export function readServer(value: unknown, into: Reading): Server | undefined {
  if (value === undefined) return undefined;
  const [first, ...others] = itemsAt(value, ["servers"], into);
  for (const index of others.keys()) {
    lose("servers", "more than one server", ["servers", index + 1], ["servers", index + 1], into);
  }
  if (first === undefined) return undefined;
  const path = ["servers", 0];
  loseOthers(objectAt(first, path, into), ["url", "description"], path, into);
  return {
    url: textAt(first, "url", path, into),
    ...described(optionalTextAt(first, "description", path, into)),
  };
}

/** The schemas of a document of OpenRPC or OpenAPI, in the form of `$defs`. */
export function readComponents(value: unknown, into: Reading): Readonly<Record<string, JsonSchema>> {
  const components = value === undefined ? {} : objectAt(value, ["components"], into);
  loseOthers(components, ["schemas"], ["components"], into);
  const given = components["schemas"] ?? {};
  const schemas = Object.entries(objectAt(given, ["components", "schemas"], into));
  for (const [name, schema] of schemas) {
    const path = ["components", "schemas", name];
    if (!isSchema(schema)) lose("type", schema === false ? "that no value fits" : "any value", path, path, into);
  }
  return Object.fromEntries(
    schemas.flatMap(([name, schema]) => (isSchema(schema) ? [[name, fromComponentRefs(schema)] as const] : [])),
  );
}

/** The info and the servers of a document of OpenRPC or OpenAPI. */
export function headOf({ info, server }: OpenTool): { readonly info: Info; readonly servers?: readonly Server[] } {
  return {
    info: { title: info.title, ...described(info.description), version: info.version },
    ...(server && { servers: [{ url: server.url, ...described(server.description) }] }),
  };
}

/** All the schemas, those that no function uses too. */
export function componentsOf(schemas: NonNullable<OpenTool["schemas"]>): JsonSchema["properties"] {
  const parameters = Object.entries(schemas).map(([name, schema]) => ({ name, schema, required: true }));
  if (parameters.length === 0) return undefined;
  return toComponentRefs(parametersSchema({ name: "", description: "", parameters }, schemas)).properties;
}

/** A description, where there is one. */
export function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

/** A schema with its references to `$defs` led to the components of a document. */
export function toComponentRefs(schema: JsonSchema): JsonSchema {
  return { ...led(schema, "#/$defs/", "#/components/schemas/", 0) };
}

/** A schema with its references to the components of a document led to `$defs`. */
export function fromComponentRefs(schema: JsonSchema): JsonSchema {
  return { ...led(schema, "#/components/schemas/", "#/$defs/", 0) };
}

/** Deeper values are left as they are. */
const deepest = 400;
const values = new Set(["enum", "const", "default", "example", "examples"]);

function led(schema: JsonSchema, from: string, to: string, depth: number): JsonSchema {
  const entries = Object.entries(schema).map(([key, value]) => {
    if (key === "$ref" && typeof value === "string" && value.startsWith(from))
      return [key, to + value.slice(from.length)];
    return [key, values.has(key) ? value : within(value, from, to, depth + 1)];
  });
  return Object.fromEntries(entries);
}

function within(value: unknown, from: string, to: string, depth: number): unknown {
  if (depth > deepest) return value;
  if (Array.isArray(value)) return value.map((item) => within(item, from, to, depth + 1));
  return isSchema(value) ? led(value, from, to, depth) : value;
}
