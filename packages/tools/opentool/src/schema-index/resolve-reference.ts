/** Resolves a reference to a schema: by URI, JSON pointer or anchor. */
import type { JsonSchema } from "@helve/core";
import { ownMember, pointerParts } from "@helve/core/internal";
import { isSchema } from "../json-schema.ts";
import { registerSchemas, visitSchema } from "./registry.ts";
import type { ReferenceTarget, SchemaRegistry, SchemaResource } from "./schema-node.ts";
import { resolveUri } from "./uri.ts";

/** Resolves a reference (2020-12 §8.2.3) inside a resource; `undefined` if it names no schema. */
export function resolveReference(
  ref: string,
  from: SchemaResource,
  registry: SchemaRegistry,
): ReferenceTarget | undefined {
  const [uri = "", encoded = ""] = ref.split(/#(.*)/s);
  const resource = uri === "" ? from : findResource(uri, from, registry);
  if (resource === undefined) return undefined;
  const fragment = decode(encoded);
  if (fragment === "" || fragment.startsWith("/")) return pointerTarget(fragment, resource, registry);
  const schema = resource.anchors.get(fragment);
  return schema && { schema, dynamicAnchor: resource.dynamicAnchors.has(fragment) ? fragment : undefined };
}

/** Finds a resource by its URI; registers the schemas of the option `schemas` if it isn't in the root document. */
function findResource(ref: string, from: SchemaResource, registry: SchemaRegistry): SchemaResource | undefined {
  const uri = resolveUri(ref, from.uri);
  if (uri === undefined) return undefined;
  if (!registry.resources.has(uri)) registerSchemas(registry);
  return registry.resources.get(uri);
}

/** Follows a JSON pointer. The target may be inside an unknown keyword; then its schemas are registered first. */
function pointerTarget(pointer: string, start: SchemaResource, registry: SchemaRegistry): ReferenceTarget | undefined {
  let value: unknown = start.root;
  let resource = start;
  const parts = pointerParts(pointer);
  for (const part of parts) {
    value = ownMember(value, part);
    resource = resource.nodes.get(value as JsonSchema)?.resource ?? resource;
  }
  if (typeof value === "boolean") return { schema: value };
  if (!isSchema(value)) return undefined;
  const path = [...(start.nodes.get(start.root)?.path ?? []), ...parts];
  return { schema: resource.nodes.get(value) ?? visitSchema({ source: value, path }, resource, registry) };
}

/** Decodes percent-encoded characters; returns an invalid encoding unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
