/** Converts the schemas of an OpenAPI document to JSON Schema (2020-12), and resolves its references. */
import type { JsonSchema } from "@helve/core";
import { isObject, referencePath, resolveReference, withoutUndefined } from "@helve/core/internal";
import { allSubschemas, isSchema, maxSchemaDepth } from "../../json-schema.ts";
import { jsonSchemaKeywords, mapSubschemas } from "../../schema-keywords.ts";
import { definitionReference } from "../../schema-references.ts";

/** An OpenAPI document whose schemas become definitions. */
export interface OpenApiSource {
  readonly root: JsonSchema;
  /** The converted schemas of `components.schemas`, and others that references name. */
  readonly $defs: Map<string, JsonSchema | boolean>;
  /** The definitions for each direction that were computed so far, with those that they were computed from. */
  readonly directed: Readonly<Record<"request" | "response", Map<string, DirectedDefinition>>>;
}

interface DirectedDefinition {
  readonly from: JsonSchema | boolean;
  readonly to: JsonSchema | boolean;
}

/** Converts the schemas in `components.schemas`. */
export function readSource(root: Readonly<Record<string, unknown>>): OpenApiSource {
  const source: OpenApiSource = {
    root,
    $defs: new Map(),
    directed: { request: new Map(), response: new Map() },
  };
  const components = root["components"];
  const schemas = isObject(components) ? components["schemas"] : undefined;
  for (const [name, schema] of Object.entries(isObject(schemas) ? schemas : {})) {
    source.$defs.set(name, toJsonSchema(schema, source));
  }
  return source;
}

/** Follows references to parameters, bodies and responses; `undefined` if one leads nowhere. */
export function resolved(value: unknown, { root }: OpenApiSource): Readonly<Record<string, unknown>> | undefined {
  let target = value;
  for (let steps = 0; steps < 50; steps++) {
    if (!isObject(target)) return undefined;
    const ref = target["$ref"];
    if (typeof ref !== "string") return target;
    target = resolveReference(ref, root);
  }
  return undefined;
}

/** Converts a schema. Its references name definitions; one to another document is unchanged. */
export function toJsonSchema(schema: unknown, source: OpenApiSource, depth = 0): JsonSchema | boolean {
  if (typeof schema === "boolean") return schema;
  if (!isSchema(schema)) return schema as JsonSchema;
  if (depth > maxSchemaDepth) return schema;
  const entries = Object.entries(schema).filter(([keyword, value]) => {
    const rule = jsonSchemaKeywords.get(keyword);
    return rule !== undefined && !(rule.isAnnotation && !rule.isValid(value));
  });
  const known = mapSubschemas(
    Object.fromEntries(entries),
    (inner) => toJsonSchema(inner, source, depth + 1) as JsonSchema,
  );
  const { $ref } = known;
  const linked = typeof $ref === "string" ? { ...known, $ref: definitionFor($ref, source) } : known;
  return withVersion30Keywords(linked, schema);
}

/** Converts what OpenAPI 3.0 writes in another way than JSON Schema: `nullable` and `example`. Documents of version 3.1 have it, too. */
function withVersion30Keywords(schema: JsonSchema, { nullable, example }: JsonSchema): JsonSchema {
  const hasExample = example !== undefined && schema["examples"] === undefined;
  const current: JsonSchema = hasExample ? { ...schema, examples: [example] } : schema;
  if (nullable !== true) return current;
  const { type, enum: choices, ...others } = current;
  if (typeof type !== "string") {
    const isAny = Object.keys(current).every((keyword) => jsonSchemaKeywords.get(keyword)?.isAnnotation);
    return isAny ? current : { anyOf: [current, { type: "null" }] };
  }
  return {
    ...others,
    type: [type, "null"],
    ...withoutUndefined({ enum: choices ? [...new Set([...choices, null])] : undefined }),
  };
}

/** Returns the reference to the definition that a reference in the document names, and adds that definition. */
function definitionFor(ref: string, source: OpenApiSource): string {
  const prefix = "#/components/schemas/";
  if (ref.startsWith(prefix)) return `#/$defs/${ref.slice(prefix.length)}`;
  const target = resolveReference(ref, source.root);
  if (target === undefined) return ref;
  const name = referencePath(ref).join("_");
  if (!source.$defs.has(name)) {
    source.$defs.set(name, true);
    source.$defs.set(name, toJsonSchema(target, source));
  }
  return definitionReference(name);
}

/** Whether a schema refers to another document. */
export function hasExternalReference(schema: JsonSchema): boolean {
  return allSubschemas(schema).some(({ schema: { $ref } }) => typeof $ref === "string" && !$ref.startsWith("#"));
}
