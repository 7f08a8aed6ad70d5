// Converts the schemas of an OpenAPI document to JSON Schema (2020-12), and resolves its references.

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
}

/** Converts the schemas in `components.schemas`. */
export function readSource(root: Readonly<Record<string, unknown>>): OpenApiSource {
  const source: OpenApiSource = { root, $defs: new Map() };
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

/** Converts a schema. Its references name definitions; one to another document stays as it is. */
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
  const converted = withVersion30Keywords(known, schema);
  return typeof schema.$ref === "string" ? { ...converted, $ref: definitionFor(schema.$ref, source) } : converted;
}

/**
 * Converts what OpenAPI 3.0 writes in another way than JSON Schema: `nullable`, exclusive bounds, `example`. Documents of
 * version 3.1 have it, too.
 */
function withVersion30Keywords(schema: JsonSchema, { nullable, example }: JsonSchema): JsonSchema {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema;
  const bounds = {
    ...(exclusiveMinimum === true ? { exclusiveMinimum: minimum } : { minimum }),
    ...(exclusiveMaximum === true ? { exclusiveMaximum: maximum } : { maximum }),
    ...withoutUndefined({
      exclusiveMinimum: typeof exclusiveMinimum === "number" ? exclusiveMinimum : undefined,
      exclusiveMaximum: typeof exclusiveMaximum === "number" ? exclusiveMaximum : undefined,
      examples: example !== undefined && rest["examples"] === undefined ? [example] : undefined,
    }),
  };
  const bounded = { ...rest, ...bounds };
  const current = Object.fromEntries(Object.entries(bounded).filter(([, value]) => value !== undefined)) as JsonSchema;
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
