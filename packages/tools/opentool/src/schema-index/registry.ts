/** Registers the schemas of a document: verifies their keywords, and records their URIs and anchors. */
import type { JsonSchema } from "@helve/core";
import { jsonPointer, ownMember, quote, withoutUndefined } from "@helve/core/internal";
import { pathText } from "../json-path.ts";
import { isSchema, maxSchemaDepth } from "../json-schema.ts";
import type { SchemaOptions } from "../schema-options.ts";
import { valueText } from "../value-text.ts";
import { type Dialect, draftDialect, isKeyword, schemaDialect } from "./dialect.ts";
import type { KeywordRule } from "./keyword-rules.ts";
import type { SchemaNode, SchemaRegistry, SchemaResource } from "./schema-node.ts";
import type { SupportedSchema } from "./supported-schema.ts";
import { defaultUri, resolveUri } from "./uri.ts";

/** Creates a registry without schemas. */
export function createRegistry(root: JsonSchema, options: SchemaOptions): SchemaRegistry {
  const { draft = "2020-12", schemas = [], assertFormats = false } = options;
  const findMetaSchema = (uri: string): JsonSchema | undefined =>
    schemas.find((schema) => documentUri(schema) === resolveUri(uri, defaultUri));
  const dialectOf: SchemaRegistry["dialectOf"] = ($schema) => schemaDialect($schema, assertFormats, findMetaSchema);
  const $schema = ownMember(root, "$schema");
  return {
    resources: new Map(),
    nodes: [],
    unregistered: schemas.filter((schema) => schema !== root),
    dialect: (typeof $schema === "string" ? dialectOf($schema) : undefined) ?? draftDialect(draft, assertFormats),
    dialectOf,
  };
}

/** Returns the URI of a schema's `$id`. */
function documentUri(schema: JsonSchema): string | undefined {
  const $id = ownMember(schema, "$id");
  return typeof $id === "string" ? resolveUri($id, defaultUri) : undefined;
}

/** Registers the root schema. */
export function registerSchema(schema: JsonSchema, registry: SchemaRegistry): SchemaNode {
  const outer = createResource(defaultUri, schema, registry.dialect);
  registry.resources.set(defaultUri, outer);
  return visitSchema({ source: schema, path: [] }, outer, registry, registry.nodes);
}

/** Registers the schemas of the option `schemas`. They are verified only if they are referred to. */
export function registerSchemas(registry: SchemaRegistry): void {
  for (const schema of registry.unregistered.splice(0)) {
    if (isSchema(schema) && documentUri(schema) !== undefined)
      visitSchema({ source: schema, path: [] }, createResource(defaultUri, schema, registry.dialect), registry);
  }
}

function createResource(uri: string, root: JsonSchema, dialect: Dialect): SchemaResource {
  return { uri, root, dialect, nodes: new Map(), anchors: new Map(), dynamicAnchors: new Map() };
}

/** A schema and its path from the root of its document. */
type SchemaPlace = Pick<SchemaNode, "source" | "path">;

/**
 * Registers a schema and the schemas inside it, each object once for a resource.
 *
 * @param outer - the resource that encloses the schema
 * @param order - receives the nodes in the order of the document
 */
export function visitSchema(
  { source, path }: SchemaPlace,
  outer: SchemaResource,
  registry: SchemaRegistry,
  order: SchemaNode[] = [],
): SchemaNode {
  const visited = outer.nodes.get(source);
  if (visited !== undefined) return visited;
  const issues: SchemaNode["issues"] = [];
  const report = (keyword: string, problem: string, at: readonly PropertyKey[] = [...path, keyword]): void =>
    void issues.push({ code: keyword, message: `${quote(pathText(at))} ${problem}`, path: jsonPointer(at) });
  const resource = enterResource({ source, path }, outer, registry, report);
  const schema = keywordsInEffect(source, resource.dialect);
  const node: SchemaNode = { schema, source, path, resource, children: [], issues };
  order.push(node);
  outer.nodes.set(source, node);
  resource.nodes.set(source, node);
  if (path.length > maxSchemaDepth) {
    const pointer = jsonPointer(path.slice(0, maxSchemaDepth));
    issues.push({ code: "depth", message: "the schema is nested too deeply", path: pointer });
    return node;
  }
  registerAnchors(node, report);
  for (const [keyword, value] of Object.entries(node.schema) as readonly [string, unknown][]) {
    const rule = resource.dialect.keywords.get(keyword);
    if (rule === undefined || value === undefined) continue;
    if (!rule.isValid(value)) {
      report(keyword, `must be ${rule.expected} (got ${valueText(value)})`);
      continue;
    }
    for (const [part, key] of nestedSchemas(keyword, rule, value)) {
      const partPath = [...path, keyword, ...key];
      if (isSchema(part)) node.children.push(visitSchema({ source: part, path: partPath }, resource, registry, order));
      else if (typeof part !== "boolean")
        report(keyword, `must be a schema: an object, true or false (got ${valueText(part)})`, partPath);
    }
  }
  return node;
}

type Report = (keyword: string, problem: string, at?: readonly PropertyKey[]) => void;

/** Returns the resource of a schema: a new one if the schema has an `$id`, otherwise the enclosing one. */
function enterResource(
  { source, path }: SchemaPlace,
  outer: SchemaResource,
  registry: SchemaRegistry,
  report: Report,
): SchemaResource {
  const { $id, $schema } = source;
  if (typeof $schema === "string" && registry.dialectOf($schema) === undefined) {
    report("$schema", `names an unknown meta-schema (got ${quote($schema)}): pass it in the option "schemas"`);
  }
  // In draft-07, `$id: "#name"` is an anchor, and every keyword beside `$ref` is ignored.
  const { dialect } = outer;
  const isIgnored = dialect.draft === "draft-07" && source.$ref !== undefined;
  if (typeof $id !== "string" || $id.startsWith("#") || (isIgnored && path.length > 0)) return outer;
  const uri = resolveUri($id, outer.uri);
  if (uri === undefined) {
    report("$id", `must be a URI (got ${quote($id)})`);
    return outer;
  }
  const own = (typeof $schema === "string" && registry.dialectOf($schema)) || dialect;
  const resource = createResource(uri, source, own);
  if (registry.resources.has(uri)) report("$id", `is the "$id" of another schema too (${quote($id)})`);
  else registry.resources.set(uri, resource);
  return resource;
}

/** Records the anchors of a schema in its resource. */
function registerAnchors({ schema, source, resource }: SchemaNode, report: Report): void {
  const { $id, $anchor, $dynamicAnchor } = source;
  const { anchors, dynamicAnchors, dialect } = resource;
  const node = resource.nodes.get(source);
  if (node === undefined) return;
  const add = (keyword: string, name: unknown): void => {
    if (typeof name !== "string") return;
    if (anchors.has(name) && anchors.get(name) !== node) report(keyword, `names two schemas (${quote(name)})`);
    anchors.set(name, node);
  };
  if (dialect.draft === "draft-07") {
    if (typeof $id === "string" && schema.$ref === undefined && $id.includes("#")) {
      const name = $id.slice($id.indexOf("#") + 1);
      if (name !== "") add("$id", name);
    }
    return;
  }
  add("$anchor", $anchor);
  add("$dynamicAnchor", $dynamicAnchor);
  if (typeof $dynamicAnchor === "string") dynamicAnchors.set($dynamicAnchor, node);
}

/** Returns the keywords of a schema that are in effect: the schema itself, unless some keywords must be ignored. */
function keywordsInEffect(schema: JsonSchema, { draft, keywords }: Dialect): SupportedSchema {
  const { $ref, $defs, definitions } = schema;
  if (draft === "draft-07" && $ref !== undefined) {
    return withoutUndefined({ $ref, $defs, definitions });
  }
  const isIgnored = (keyword: string): boolean => !keywords.has(keyword) && isKeyword(keyword);
  if (!Object.keys(schema).some(isIgnored)) return schema as SupportedSchema;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isIgnored(keyword)));
}

/** Lists the schemas in a keyword's value, each with its path from the keyword. */
function nestedSchemas(
  keyword: string,
  { schemas }: KeywordRule,
  value: unknown,
): readonly (readonly [part: unknown, path: readonly PropertyKey[]])[] {
  if (schemas === undefined) return [];
  if (Array.isArray(value)) return value.map((part: unknown, index) => [part, [index]]);
  if (schemas === "one") return [[value, []]];
  const members = Object.entries<unknown>(Object(value)).map(([key, part]) => [part, [key]] as const);
  return keyword === "dependencies" ? members.filter(([part]) => !Array.isArray(part)) : members;
}
