/** Combines what a docstring and a signature say about a parameter: its schema, its properties and its default. */
import type { JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { DocstringParameter } from "@helve/docstring";
import type { SignatureParameter } from "./signature.ts";
import { typeSchema } from "./type-schema.ts";

/** A parameter with its schema. */
export interface DescribedParameter {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** Combines what the signature and the docstring say about one parameter; the signature takes precedence. */
export function describedParameter(
  documented: DocstringParameter | undefined,
  own: SignatureParameter,
  isJsDoc = true,
): DescribedParameter {
  const { schema: typed } = typeSchema(own.type ?? documented?.type ?? "any");
  const schema = (documented?.properties && withProperties(typed, documented.properties)) ?? typed;
  const description = own.description ?? documented?.description ?? "";
  const byText = documented?.default === undefined ? undefined : defaultFromText(documented.default, schema, isJsDoc);
  const value = Object.hasOwn(own, "default") ? own.default : byText;
  return {
    name: own.name,
    schema: withoutUndefined({ ...schema, description, default: value === undefined ? schema.default : value }),
    isRequired: own.optional !== true && !Object.hasOwn(own, "default") && documented?.optional !== true,
  };
}

/**
 * Adds the properties that JSDoc describes to the schema of an object, or of the objects in a list.
 *
 * @returns `undefined` if the schema allows neither
 */
export function withProperties(schema: JsonSchema, properties: readonly DocstringParameter[]): JsonSchema | undefined {
  if (schema.anyOf !== undefined) {
    const members = schema.anyOf.map((member) =>
      typeof member === "object" ? withProperties(member, properties) : undefined,
    );
    return members.every((member) => member === undefined)
      ? undefined
      : { ...schema, anyOf: schema.anyOf.map((member, index) => members[index] ?? member) };
  }
  if (schema.type === "array") {
    const items = typeof schema.items === "object" ? schema.items : {};
    const described = withProperties(items, properties);
    return described && { ...schema, items: described };
  }
  if (!acceptsObject(schema)) return undefined;
  const members = properties.map((one) => describedParameter(one, { name: one.name }));
  const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return withoutUndefined({
    ...schema,
    type: "object" as const,
    properties: Object.fromEntries(members.map((member) => [member.name, member.schema])),
    required: required.length > 0 ? required : undefined,
  });
}

/** Whether a schema allows an object. */
export function acceptsObject(schema: JsonSchema): boolean {
  return schema.type === "object" || Object.keys(schema).length === 0;
}

/**
 * The default value that a docstring states as text, if it is a literal of the schema's type: `3`, `True`, `"celsius"`, `["a"]`.
 *
 * @param isJsDoc - whether a text needs no quotes: `[who=Jane Roe]`
 * @returns `undefined` for anything else, and for `None`, which only says that the parameter is optional
 */
export function defaultFromText(text: string, schema: JsonSchema, isJsDoc: boolean): unknown {
  const members = schema.anyOf ?? (Array.isArray(schema.type) ? schema.type.map((type) => ({ type })) : []);
  for (const member of members) {
    const value = typeof member === "object" ? defaultFromText(text, member, isJsDoc) : undefined;
    if (value !== undefined) return value;
  }
  const isUntyped = schema.type === undefined && members.length === 0;
  const type = isUntyped ? literalType(text) : schema.type;
  switch (type) {
    case "integer":
    case "number": {
      const value = /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
      return type === "integer" && !Number.isInteger(value) ? undefined : value;
    }
    case "boolean":
      return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined;
    case "string":
      return readText(text, isJsDoc);
    case "array":
    case "object":
      return readJson(text, type);
    default:
      return undefined;
  }
}

/** The type of a literal: `3`, `true`, `"a"`, `[]`, `{}`. */
function literalType(text: string): JsonSchema["type"] {
  if (/^-?\d/.test(text)) return "number";
  if (/^["']/.test(text)) return "string";
  if (/^[[{]/.test(text)) return text.startsWith("[") ? "array" : "object";
  return /^(?:true|false)$/i.test(text) ? "boolean" : undefined;
}

/** A text in quotes or, in JSDoc, words without brackets. */
function readText(text: string, isJsDoc: boolean): string | undefined {
  const quoted = /^"[^"\\]*"$|^'[^'\\]*'$/.exec(text)?.[0].slice(1, -1);
  const isPlain = isJsDoc && /^[^"'`()[\]{}<>=;]+$/.test(text) && !/^(?:null|undefined|none)$/i.test(text);
  return quoted ?? (isPlain ? text : undefined);
}

/** A list or object in JSON or, if its texts are in single quotes, in Python. */
function readJson(text: string, type: "array" | "object"): unknown {
  for (const json of [text, text.includes('"') ? "" : text.replaceAll("'", '"')]) {
    try {
      const value: unknown = JSON.parse(json);
      const isOfType =
        type === "array" ? Array.isArray(value) : typeof value === "object" && value !== null && !Array.isArray(value);
      if (isOfType) return value;
    } catch {
      // Not a literal.
    }
  }
  return undefined;
}
