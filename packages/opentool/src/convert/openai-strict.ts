import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { member, place } from "../json-path.ts";
import { isSchema } from "../json-schema.ts";

/**
 * The JSON Schema of a function's arguments in the form that OpenAI's strict mode takes: objects closed, every property
 * required, optional ones nullable, nothing but a reference beside `$ref`.
 *
 * @param path - the function in its document
 * @returns the schema, and a loss for each object that was open
 */
export function strict(
  parameters: JsonSchema,
  path: readonly PropertyKey[],
): { readonly schema: JsonSchema; readonly losses: readonly Issue[] } {
  const writer: Writer = { losses: [] };
  const { $defs, ...root } = parameters;
  const definitions = Object.entries($defs ?? {});
  const schema = closed(root, [...path, "parameters"], writer);
  return {
    schema: {
      ...schema,
      ...($defs && {
        $defs: Object.fromEntries(
          definitions.map(([name, definition]) => [name, closed(definition, ["schemas", name], writer)]),
        ),
      }),
    },
    losses: writer.losses,
  };
}

interface Writer {
  readonly losses: Issue[];
}

function closed(value: JsonSchema | boolean | undefined, path: readonly PropertyKey[], writer: Writer): JsonSchema {
  const schema = isSchema(value) ? value : {};
  if (schema.$ref !== undefined) {
    return schema.description === undefined
      ? schema
      : { description: schema.description, anyOf: [{ $ref: schema.$ref }] };
  }
  if (schema.items !== undefined) return { ...schema, items: closed(schema.items, [...path, "items"], writer) };
  if (schema.type !== "object") return schema;
  const isRoot = schema.additionalProperties === false;
  if (!isRoot) {
    const message = `${place(path)}: strict OpenAI tools can't say that there may be other properties`;
    writer.losses.push({ code: "additionalProperties", message, path: jsonPointer(path) });
  }
  const names = Object.keys(schema.properties ?? {});
  const properties = Object.entries(schema.properties ?? {}).map(([name, property], index) => {
    const at = isRoot ? [...path, index, "schema"] : [...path, "properties", name];
    const written = closed(property, at, writer);
    return [name, schema.required?.includes(name) ? written : nullable(written)] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties), required: names, additionalProperties: false };
}

function nullable(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return { anyOf: [{ $ref: schema.$ref }, { type: "null" }] };
  if (schema.anyOf !== undefined) return { ...schema, anyOf: [...schema.anyOf, { type: "null" }] };
  return {
    ...schema,
    type: [...[schema.type ?? []].flat(), "null"],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}

/** The way back from `strict`: what is only there because the mode asks for it is taken away. */
export function loosened(schema: JsonSchema): JsonSchema {
  const definitions = isSchema(schema.$defs) ? Object.entries(schema.$defs) : undefined;
  return {
    ...open(schema, 0),
    ...(definitions && {
      $defs: Object.fromEntries(definitions.map(([name, definition]) => [name, opened(definition, 0)])),
    }),
  };
}

/** Deeper schemas are left as they are. */
const deepest = 200;

function opened(value: JsonSchema | boolean, depth: number): JsonSchema | boolean {
  return isSchema(value) && depth <= deepest ? open(value, depth) : value;
}

function open(schema: JsonSchema, depth: number): JsonSchema {
  const { additionalProperties, ...rest } = schema;
  const kept = additionalProperties === false ? rest : schema;
  const items = kept.items === undefined ? {} : { items: opened(kept.items, depth + 1) };
  const { anyOf } = kept;
  const [branch] = Array.isArray(anyOf) && anyOf.length === 1 ? anyOf : [];
  if (isSchema(branch) && onlyRef(branch) && Object.keys(kept).every((key) => /^(?:anyOf|description)$/.test(key))) {
    const { anyOf: _, ...others } = kept;
    return { ...others, ...branch };
  }
  if (!isSchema(kept.properties)) return { ...kept, ...items };
  const required = new Set<unknown>(Array.isArray(kept.required) ? kept.required : []);
  const properties = Object.entries(kept.properties).map(([name, property]) => {
    const value = isSchema(property) && required.has(name) ? withoutNull(property) : undefined;
    if (value !== undefined) required.delete(name);
    return [name, opened(value ?? property, depth + 1)] as const;
  });
  const { required: _, ...others } = kept;
  return {
    ...others,
    ...items,
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: [...required] as string[] }),
  };
}

/** A schema without the null that it allows; `undefined` when it allows none. */
function withoutNull(schema: JsonSchema): JsonSchema | undefined {
  const { type, anyOf } = schema;
  if (Array.isArray(type) && type.includes("null") && type.length > 1) {
    const [first, ...others] = type.filter((name) => name !== "null");
    const choices: unknown = member(schema, "enum");
    return {
      ...schema,
      ...(first !== undefined && { type: others.length === 0 ? first : [first, ...others] }),
      ...(Array.isArray(choices) && { enum: choices.filter((choice) => choice !== null) }),
    };
  }
  if (!Array.isArray(anyOf)) return undefined;
  const real = anyOf.filter((branch) => !isNullType(branch));
  return real.length < anyOf.length && real.length === 1 && onlyRef(real[0]) ? { ...schema, anyOf: real } : undefined;
}

function isNullType(schema: unknown): boolean {
  return member(schema, "type") === "null" && Object.keys(Object(schema)).length === 1;
}

function onlyRef(schema: unknown): boolean {
  return member(schema, "$ref") !== undefined && Object.keys(Object(schema)).length === 1;
}
